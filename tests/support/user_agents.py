"""User agents of crawlers, of programs and of visitors."""

CHROME = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0"
ANDROID = f"Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/AP2A.240705.005; wv) {CHROME} Mobile Safari/537.36"
IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148"
MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9 Safari/601.2.4"
FIREFOX = "Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0"

CRAWLERS = (
    # user agents that do not start with "Mozilla"
    "http.rb/5.1.1 (Mastodon/4.2.10; +https://mastodon.social/)",
    "Viber/12.8.0.1 CFNetwork/1121.2.2 Darwin/19.3.0",
    "TelegramBot (like TwitterBot)",
    "WhatsApp/2",  # Signal's user agent
    "facebookexternalhit/1.1",
    "facebookexternalhit/1.1;line-poker/1.0",
    "Slack-ImgProxy (+https://api.slack.com/robots)",
    "Valve/Steam HTTP Client 1.0 (SteamChatURLLookup)",
    "APIs-Google (+https://developers.google.com/webmasters/APIs-Google.html)",
    "ia_archiver (+http://www.alexa.com/site/help/webmasters; crawler@alexa.com)",
    # user agents that contain "compatible" or a URL
    "Mozilla/5.0 (compatible; Bluesky Cardyb/1.1; +mailto:support@bsky.app)",
    "Mozilla/5.0 (compatible; Embedly/0.2; +http://support.embed.ly/)",
    "Mozilla/5.0 (compatible; Google-InspectionTool/1.0;)",
    "Mozilla/5.0 (compatible; Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp)",
    "Mozilla/5.0 (compatible;PetalBot;+https://webmaster.petalsearch.com/site/petalbot)",
    f"{ANDROID} (compatible; GoogleOther)",
    f"{FIREFOX} (FlipboardProxy/1.2; +http://flipboard.com/browserproxy)",
    # user agents with a word that only crawlers use
    "Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5",
    "Mozilla/5.0 (Windows NT 6.1; WOW64) AppleWebKit/534+ (KHTML, like Gecko) BingPreview/1.0b",
    f"{MAC} facebookexternalhit/1.1 Facebot Twitterbot/1.0",  # iMessage's user agent
    f"{MAC} (Applebot/0.1)",
    f"{ANDROID}; Bytespider",
    f"{ANDROID} Chrome-Lighthouse",
    "Mozilla/5.0 (Linux; Android 11; moto g power) Chrome/119.0.0.0 Mobile Chrome-Lighthouse",
    # user agents with the name of a crawler
    f"WhatsApp/2.16.352 {ANDROID}",
    f"Mozilla/5.0 (Windows NT 10.0) {CHROME} vkShare",
    f"{FIREFOX} Tumblr/14.0.835.186",
    f"Mozilla/5.0 (X11; Linux x86_64) {CHROME} Iframely/1.3.1",
    f"Mozilla/5.0 (X11; Linux x86_64) {CHROME} Mastodon/4.3.0",
    f"{ANDROID} Google-PageRenderer",
    f"Mozilla/5.0 (X11; Linux x86_64; Storebot-Google/1.0) {CHROME} Safari/537.36",
    "Mozilla/5.0 (W3C_Validator/1.3)",
)
PROGRAMS = ("curl/8.5.0", "python-httpx/0.28.1", "")
VISITORS = (
    f"Mozilla/5.0 (Windows NT 10.0; Win64; x64) {CHROME} Safari/537.36",
    f"Mozilla/5.0 (X11; Linux x86_64) {CHROME.replace('Chrome', 'HeadlessChrome')} Safari/537.36",
    FIREFOX,
    MAC,
    f"{IPHONE} Safari/604.1 CriOS/131.0.0.0",
    "Opera/9.80 (J2ME/MIDP; Opera Mini/8.0.35626/19.886; U; cs) Presto/2.12.423 Version/12.16",
    "Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko",
    # Cubot is a brand of phones, not a crawler.
    f"Mozilla/5.0 (Linux; Android 12; CUBOT P80) {CHROME} Mobile Safari/537.36",
    f"Mozilla/5.0 (Linux; Android 10; CUBOT_X30) {CHROME} Mobile Safari/537.36",
    # user agents of in-app browsers
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) [FBAN/FBIOS;FBAV/4]",
    f"{ANDROID} [FB_IAB/FB4A;FBAV/480.0.0.54.88;]",
    f"{ANDROID} MetaIAB Facebook",
    f"{ANDROID} Instagram 308.0.0.36.109 Android (33/13; 320dpi; 720x1460; Google/google; Pixel 8; cs_CZ; 534961943)",
    f"{IPHONE} Barcelona 333.0.0.42.91 (iPhone14,3; iOS 17_5; cs_CZ)",  # the Threads app's user agent
    f"{ANDROID} Viber/11.9.5.8",
    f"{ANDROID} Line/14.9.0/IAB",
    f"{ANDROID};KAKAOTALK 2410640",
    f"{IPHONE} [LinkedInApp]/9.30",
    f"{IPHONE} Twitter for iPhone/10.30",
    f"{ANDROID} [Pinterest/Android]",
    f"{ANDROID} Snapchat/12.85.0.42",
    f"{ANDROID} trill_2021806060 JsSdk/1.0 NetType/WIFI Channel/googleplay AppName/musical_ly BytedanceWebview/d8a21c6",
    f"{IPHONE} GSA/330.0.654321 Safari/604.1",
    f"{ANDROID} DuckDuckGo/5",
    f"Android 13) {CHROME} Mobile DuckDuckGo/5 Safari/537.36",
    f"Job Search/24.4.0 {ANDROID}",
)
