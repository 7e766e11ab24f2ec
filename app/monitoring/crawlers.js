// Who reads pages without a visitor: bots of search engines and of social networks, previewers of links, Lighthouse.
// They keep the page that the server has sent. (A phone of the make Cubot is a visitor's.)
const NAMES =
  /(^|[^u])bot\b|spider|crawler|slurp|lighthouse|externalhit|externalagent|preview|whatsapp\/|embedly|google-|-google|googleother|ia_archiver/i;

export const isCrawler = typeof navigator !== "undefined" && NAMES.test(navigator.userAgent);
