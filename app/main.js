// The application's first module. Sets up error handling and then loads the settings.
import { afterLoad } from "$/app/browser/idle.js";
import { loadScript } from "$/app/browser/scripts.js";
import { local } from "$/app/browser/storage.js";
import { ErrorView } from "$/app/components/error_view/error_view.js";
import { deleteOldDrafts } from "$/app/extras/inquiry/old_drafts.js";
import { WAITING_KEY } from "$/app/extras/inquiry/waiting_key.js";
import { isCrawler } from "$/app/guard/crawlers.js";
import { extra, fail } from "$/app/guard/extra.js";
import { showErrorsWith } from "$/app/monitoring/monitor.js";
import { handover } from "$/app/start/handover.js";

let configured = isCrawler; // whether the settings have been requested; crawlers never request them

function configureWhenIdle() {
  if (configured || !handover.latest.config) return;
  configured = true;
  const monitoring = extra("monitoring");
  const load = () => import(/* webpackChunkName: "configure" */ "./configure.js");
  afterLoad(
    monitoring.guard(async () => {
      const { start } = await loadScript(monitoring, load);
      configured = await start(); // after a failure, retries at the next `build:latest` event
    }),
  );
}

showErrorsWith(ErrorView);
if (typeof window !== "undefined" && process.env.NODE_ENV !== "production" && process.env.WORKER === "on") {
  // In production, the start script calls `watchWorker()`.
  import("./start/worker.js").then(({ watchWorker }) => watchWorker());
}
if (typeof window !== "undefined" && process.env.NODE_ENV === "production") {
  handover.failures.forEach((failure) => fail(...failure));
  handover.fail = fail;
  addEventListener("build:latest", configureWhenIdle);
  configureWhenIdle();
  afterLoad(extra("inquiry").guard(deleteOldDrafts));
  // Every page sends pending inquiries from the browser's storage, and deletes old inquiries.
  if (local.getItem(WAITING_KEY)) {
    const load = () => import(/* webpackChunkName: "delivery" */ "./extras/inquiry/delivery.js");
    const queue = extra("queue");
    afterLoad(queue.guard(async () => (await loadScript(queue, load)).keepTrying(0)));
  }
}
