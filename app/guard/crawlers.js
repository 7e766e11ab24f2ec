// Recognises crawlers and programs by their user agents. Crawlers see no error page and report no errors.
import site from "$/app/site.json";

const PROGRAMS = /^(?!Mozilla|Opera|.*WebKit)/i;
const CRAWLERS = new RegExp(site.crawlers, "i");

/**
 * @param {string} userAgent
 * @returns {boolean}
 */
export const isCrawlerName = (userAgent) => PROGRAMS.test(userAgent) || CRAWLERS.test(userAgent);

export const isCrawler = typeof window !== "undefined" && isCrawlerName(navigator.userAgent);
