// Opens the home page in the visitor's language instead of `/` on static hosts (builder/home_language.py). On other
// hosts, app/server/home_redirect.py redirects.
{
  const { languages, fallback, crawlers } = /** @type {HTMLScriptElement} */ (document.currentScript).dataset;
  const codes = /** @type {string} */ (languages).split(" ");
  const chosen = /(?:^|; )i18n_redirected=(\w+)/.exec(document.cookie)?.[1];
  const isCrawler = new RegExp(/** @type {string} */ (crawlers), "i").test(navigator.userAgent);
  const isFromHere = document.referrer.startsWith(`${location.origin}/`);
  const preferred = navigator.languages.map((tag) => tag.split("-")[0]);
  const language = [chosen, ...preferred, fallback].find((code) => codes.includes(/** @type {string} */ (code)));
  if (!isCrawler && !isFromHere && language !== codes[0])
    location.replace(`/${language}${location.search}${location.hash}`);
}
