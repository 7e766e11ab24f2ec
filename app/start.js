// The first module of the site that runs in a browser: from here on errors are watched, then newer builds and the server's
// settings looked for.
import { afterLoad } from "$/app/browser/idle.js";
import { ErrorView } from "$/app/components/error_view/error_view.js";
import { isCrawler } from "$/app/guard/crawlers.js";
import { extra } from "$/app/guard/extra.js";
import { connect } from "$/app/guard/report.js";
import { showErrorsWith } from "$/app/monitoring/monitor.js";
import { watchBuilds } from "$/app/navigation/builds.js";

const monitoring = extra("monitoring");
let configured = false; // the settings are being fetched, or have been

// Fetches the settings that the browser may know, and what they ask for, when the page has nothing else to do.
function configure() {
  if (configured || isCrawler) return;
  configured = true;
  afterLoad(
    monitoring.guard(async () => {
      const { start } = await import(/* webpackChunkName: "configure" */ "./configure.js");
      configured = await start(connect); // else the next look for a newer build tries again
    }),
  );
}

showErrorsWith(ErrorView);
if (typeof window !== "undefined" && process.env.NODE_ENV === "production") watchBuilds(configure);
