// The application's first module: from here on errors are caught; later the server's settings are asked for.
import { afterLoad } from "$/app/browser/idle.js";
import { local } from "$/app/browser/storage.js";
import { ErrorView } from "$/app/components/error_view/error_view.js";
import { isCrawler } from "$/app/guard/crawlers.js";
import { extra, fail } from "$/app/guard/extra.js";
import { showErrorsWith } from "$/app/monitoring/monitor.js";
import { handover } from "$/app/start/handover.js";

/** @type {boolean | undefined} */
let configured = isCrawler; // whether the settings are being fetched, or have been; a crawler needs none

// Fetches the settings for browsers, and the code that they need, when the page has nothing else to do.
function configure() {
  if (configured || !handover.latest.config) return;
  configured = true;
  afterLoad(
    extra("monitoring").guard(async () => {
      const { start } = await import(/* webpackChunkName: "configure" */ "./configure.js");
      configured = await start(); // if it fails, the next look for a newer build tries again
    }),
  );
}

showErrorsWith(ErrorView);
if (typeof window !== "undefined" && process.env.NODE_ENV === "production") {
  handover.failures.forEach((failure) => fail(...failure));
  handover.fail = fail;
  addEventListener("build:latest", configure);
  configure();
  // Inquiries that wait are sent from any page.
  if (local.getItem("inquiries")) {
    const send = async () =>
      (await import(/* webpackChunkName: "sending" */ "./extras/inquiry/sending.js")).keepTrying(0);
    afterLoad(extra("queue").guard(send));
  }
}
