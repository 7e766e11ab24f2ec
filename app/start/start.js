// The start script, the last element of each page: runs tasks that cannot wait for the application, and fetches it.
import { startApplication } from "./application.js";
import { watchBuilds } from "./builds.js";
import { moveSections } from "./first_moves.js";
import { deferOffer } from "./install.js";
import { watchSwitch } from "./language.js";
import { watchWorker } from "./worker.js";

deferOffer();
moveSections();
watchSwitch();
const fetchApplication = startApplication(/** @type {HTMLScriptElement} */ (document.currentScript));
watchWorker();
watchBuilds(fetchApplication);
