"""The site distinguishes crawlers from visitors."""

import json

import pytest

from tests.support.javascript import Browser

CHROME = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0"
ANDROID = f"Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/AP2A.240705.005; wv) {CHROME} Mobile Safari/537.36"
IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148"
MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9 Safari/601.2.4"
FIREFOX = "Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0"

CRAWLERS = (
    # user agents of services that show link previews
    "http.rb/5.1.1 (Mastodon/4.2.10; +https://mastodon.social/)",
    "Mastodon/4.3.0 (http.rb/5.2.0; +https://mastodon.social/)",
    "Friendica 'Yellow Archangel' 2024.08-1571; https://friendica.example",
    "Akkoma 3.13.2; https://akkoma.example <admin@akkoma.example>",
    "Lemmy/0.19.8; +https://lemmy.example",
    "SummalyBot/5.1.0",
    "Mozilla/5.0 (compatible; SummalyBot/5.1.0)",
    "Bluesky Cardyb/1.1",
    "Mozilla/5.0 (compatible; Bluesky Cardyb/1.1; +mailto:support@bsky.app)",
    "Viber",
    "Viber/12.8.0.1 CFNetwork/1121.2.2 Darwin/19.3.0",
    "Iframely/1.3.1 (+https://iframely.com/docs/about) Atlassian",
    "Mozilla/5.0 (compatible; Embedly/0.2; +http://support.embed.ly/)",
    "TelegramBot (like TwitterBot)",
    "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)",
    "Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com",
    "LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)",
    "Mozilla/5.0 (compatible; Pinterestbot/1.0; +http://www.pinterest.com/bot.html)",
    "Pinterest/0.2 (+http://www.pinterest.com/bot.html)",
    "Mozilla/5.0 (compatible; redditbot/1.0; +http://www.reddit.com/feedback)",
    "WhatsApp/2",  # user agent of Signal
    "WhatsApp/2.23.20.0",
    f"WhatsApp/2.16.352 {ANDROID}",
    "facebookexternalhit/1.1",
    "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
    "facebookcatalog/1.0",
    "meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)",
    "meta-externalfetcher/1.1",
    f"{MAC} facebookexternalhit/1.1 Facebot Twitterbot/1.0",  # user agent of iMessage
    "facebookexternalhit/1.1;line-poker/1.0",
    "facebookexternalhit/1.1; kakaotalk-scrap/1.0; +https://devtalk.kakao.com/t/scrap/33984",
    "Twitterbot/1.0",
    "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
    "Slack-ImgProxy (+https://api.slack.com/robots)",
    "Snap URL Preview Service; bot; snapchat; https://developers.snap.com/robots",
    "Mozilla/5.0 (compatible; vkShare; +http://vk.com/dev/Share)",
    f"Mozilla/5.0 (Windows NT 10.0) {CHROME} vkShare",
    "Tumblr/14.0.835.186",
    f"{FIREFOX} Tumblr/14.0.835.186",
    f"Mozilla/5.0 (X11; Linux x86_64) {CHROME} Iframely/1.3.1",
    f"Mozilla/5.0 (X11; Linux x86_64) {CHROME} Mastodon/4.3.0",
    "Synapse (bot; +https://github.com/matrix-org/synapse)",
    "Mattermost-Bot/1.1",
    "Valve/Steam HTTP Client 1.0 (SteamChatURLLookup)",
    "Notion/1.0 (https://notion.so; team@makenotion.com)",
    "Quora-Bot/1.0 (http://www.quora.com)",
    f"{FIREFOX} (FlipboardProxy/1.2; +http://flipboard.com/browserproxy)",
    # user agents of search engines
    "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
    f"Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Googlebot/2.1) {CHROME} Safari/537.36",
    "Mozilla/5.0 (compatible; Google-InspectionTool/1.0;)",
    f"{ANDROID} (compatible; Google-InspectionTool/1.0;)",
    f"{ANDROID} (compatible; GoogleOther)",
    f"{ANDROID} Google-PageRenderer",
    f"Mozilla/5.0 (X11; Linux x86_64; Storebot-Google/1.0) {CHROME} Safari/537.36",
    "APIs-Google (+https://developers.google.com/webmasters/APIs-Google.html)",
    "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)",
    "Mozilla/5.0 (Windows NT 6.1; WOW64) AppleWebKit/534+ (KHTML, like Gecko) BingPreview/1.0b",
    "Mozilla/5.0 (compatible; Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp)",
    "DuckDuckBot/1.1; (+http://duckduckgo.com/duckduckbot.html)",
    "Mozilla/5.0 (compatible; DuckDuckBot-Https/1.1; https://duckduckgo.com/duckduckbot)",
    f"{MAC} (Applebot/0.1)",
    "Mozilla/5.0 (compatible;PetalBot;+https://webmaster.petalsearch.com/site/petalbot)",
    "Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)",
    "Mozilla/5.0 (compatible; YandexImages/3.0; +http://yandex.com/bots)",
    "Mozilla/5.0 (compatible; SeznamBot/4.0; +https://o-seznam.cz/napoveda/vyhledavani/seznambot-crawler/)",
    "Mozilla/5.0 (compatible; Baiduspider-render/2.0; +http://www.baidu.com/search/spider.html)",
    "Sogou web spider/4.0(+http://www.sogou.com/docs/help/webmasters.htm#07)",
    "Mozilla/5.0 (compatible; Yeti/1.1; +http://naver.me/bot)",
    "Mozilla/5.0 (compatible; Linux x86_64; Mail.RU_Bot/2.0; +http://go.mail.ru/help/robots)",
    f"{ANDROID}; Bytespider",
    # user agents of other crawlers
    "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.0; +https://openai.com/gptbot)",
    "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ChatGPT-User/1.0; +https://openai.com/bot",
    "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)",
    "ia_archiver (+http://www.alexa.com/site/help/webmasters; crawler@alexa.com)",
    "Mozilla/5.0 (compatible; heritrix/3.1.1 +http://www.archive.org/details/archive.org_bot)",
    f"{ANDROID} Chrome-Lighthouse",
    "Mozilla/5.0 (Linux; Android 11; moto g power) Chrome/119.0.0.0 Mobile Chrome-Lighthouse",
    "W3C_Validator/1.3 http://validator.w3.org/services",
    "Mozilla/5.0 (W3C_Validator/1.3)",
    "Validator.nu/LV http://validator.w3.org/services",
    "curl/8.5.0",
    "",
)
VISITORS = (
    f"Mozilla/5.0 (Windows NT 10.0; Win64; x64) {CHROME} Safari/537.36",
    f"Mozilla/5.0 (Windows NT 10.0; Win64; x64) {CHROME} Safari/537.36 Edg/131.0.0.0",
    f"Mozilla/5.0 (Windows NT 10.0; Win64; x64) {CHROME} Safari/537.36 OPR/117.0.0.0",
    f"Mozilla/5.0 (X11; Linux x86_64) {CHROME.replace('Chrome', 'HeadlessChrome')} Safari/537.36",
    FIREFOX,
    "Mozilla/5.0 (Android 14; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0",
    MAC,
    f"{IPHONE} Safari/604.1 CriOS/131.0.0.0",
    f"Mozilla/5.0 (Linux; Android 14; SM-S911B) {CHROME} Mobile Safari/537.36 SamsungBrowser/25.0",
    "Opera/9.80 (J2ME/MIDP; Opera Mini/8.0.35626/19.886; U; cs) Presto/2.12.423 Version/12.16",
    "Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko",
    # Cubot is a brand of phones, not a crawler.
    f"Mozilla/5.0 (Linux; Android 12; CUBOT P80) {CHROME} Mobile Safari/537.36",
    f"Mozilla/5.0 (Linux; Android 10; CUBOT_X30) {CHROME} Mobile Safari/537.36",
    f"Mozilla/5.0 (Linux; Android 6.0; CUBOT DINOSAUR Build/MRA58K; wv) {CHROME} Mobile Safari/537.36",
    # user agents of in-app browsers
    f"{IPHONE} [FBAN/FBIOS;FBAV/400.0.0.21.108;FBBV/620787505;FBDV/iPhone15,3;FBMD/iPhone;FBSN/iOS;FBLC/cs_CZ;FBRV/0]",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) [FBAN/FBIOS;FBAV/4]",
    f"{ANDROID} [FB_IAB/FB4A;FBAV/480.0.0.54.88;]",
    f"{ANDROID} MetaIAB Facebook",
    f"{IPHONE} Instagram 330.0.3.29.91 (iPhone14,3; iOS 17_5; cs_CZ; cs; scale=3.00; 1125x2436; 595323416)",
    f"{ANDROID} Instagram 308.0.0.36.109 Android (33/13; 320dpi; 720x1460; Google/google; Pixel 8; cs_CZ; 534961943)",
    f"{IPHONE} Barcelona 333.0.0.42.91 (iPhone14,3; iOS 17_5; cs_CZ)",  # user agent of the Threads app
    f"{ANDROID} Viber/11.9.5.8",
    f"{MAC} Viber",
    f"{IPHONE} Safari Line/14.9.0",
    f"{ANDROID} Line/14.9.0/IAB",
    f"{ANDROID};KAKAOTALK 2410640",
    f"{IPHONE} KAKAOTALK 10.6.4",
    f"{IPHONE} [LinkedInApp]/9.30",
    f"{IPHONE} Twitter for iPhone/10.30",
    f"{ANDROID} TwitterAndroid",
    f"{ANDROID} [Pinterest/Android]",
    f"{ANDROID} Snapchat/12.85.0.42",
    f"{ANDROID} trill_2021806060 JsSdk/1.0 NetType/WIFI Channel/googleplay AppName/musical_ly BytedanceWebview/d8a21c6",
    f"{IPHONE} GSA/330.0.654321 Safari/604.1",
    f"{ANDROID} DuckDuckGo/5",
    f"Android 13) {CHROME} Mobile DuckDuckGo/5 Safari/537.36",
    f"Job Search/24.4.0 {ANDROID}",
)
NAMED = """
    const { isCrawlerName } = await import("$/app/guard/crawlers.js");
    return %s.filter((name) => isCrawlerName(name) !== %s);
"""


@pytest.mark.parametrize(("names", "expected"), [(CRAWLERS, "true"), (VISITORS, "false")], ids=["crawlers", "visitors"])
def test_user_agents_are_classified(javascript: Browser, names: tuple[str, ...], expected: str) -> None:
    assert javascript.run(NAMED % (json.dumps(names), expected)) == []


def test_the_build_which_renders_pages_is_no_crawler(javascript: Browser) -> None:
    script = 'return (await import("$/app/guard/crawlers.js")).isCrawler;'
    assert javascript.run(script, window=False) is False
