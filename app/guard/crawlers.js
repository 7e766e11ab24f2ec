// Recognises crawlers by their user agents. Crawlers see no error page and report no errors.
import site from "$/app/site.json";

const CRAWLERS = new RegExp(site.crawlers, "i");

/**
 * @param {string} userAgent
 * @returns {boolean}
 */
export const isCrawlerName = (userAgent) => CRAWLERS.test(userAgent);

export const isCrawler = typeof window !== "undefined" && isCrawlerName(navigator.userAgent);
