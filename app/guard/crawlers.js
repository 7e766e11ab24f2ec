// Who reads pages without a visitor: bots of search engines and of social networks, previewers of links, Lighthouse.
// They keep the page that the server has sent. Every browser calls itself Mozilla (Opera Mini does not); few bots do, and
// they say whom they are compatible with, or where to read of them. (A phone of the make Cubot is a visitor's.)
const NAMES =
  /^(?!Mozilla|Opera|.*WebKit)|compatible;|https?:|[^u]bot\b|spider|crawl|lighthouse|preview|whatsapp|google-|-google/i;

/** Whether a user agent is the name of a crawler. */
export const isCrawlerName = (userAgent) => NAMES.test(userAgent);

export const isCrawler = typeof window !== "undefined" && isCrawlerName(navigator.userAgent);
