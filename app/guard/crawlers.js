// Recognises crawlers, which see no error page and report no errors. `[^u]` excludes the phone brand "Cubot".
const KINDS = /^(?!Mozilla|Opera|.*WebKit)|compatible;|https?:|[^u]bot\b|spider|crawl|lighthouse|preview/i;
const NAMES = /google-|-google|iframely|mastodon|tumblr|vkshare|w3c_|whatsapp/i;

/**
 * @param {string} userAgent
 * @returns {boolean}
 */
export const isCrawlerName = (userAgent) => KINDS.test(userAgent) || NAMES.test(userAgent);

export const isCrawler = typeof window !== "undefined" && isCrawlerName(navigator.userAgent);
