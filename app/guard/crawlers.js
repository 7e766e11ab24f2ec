// Recognises crawlers: bots of search engines and social networks, link previewers, Lighthouse. For them the page never
// changes to an error page. Browsers call themselves Mozilla (except Opera Mini); the bots that do so too name what they
// are compatible with, or a URL. "Cubot" is a make of phones.
const KINDS = /^(?!Mozilla|Opera|.*WebKit)|compatible;|https?:|[^u]bot\b|spider|crawl|lighthouse|preview/i;
const NAMES = /google-|-google|iframely|mastodon|tumblr|vkshare|w3c_|whatsapp/i;

/**
 * @param {string} userAgent
 * @returns {boolean}
 */
export const isCrawlerName = (userAgent) => KINDS.test(userAgent) || NAMES.test(userAgent);

export const isCrawler = typeof window !== "undefined" && isCrawlerName(navigator.userAgent);
