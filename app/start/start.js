// The start script: what must not wait for the application, and the application when somebody needs it.
import { startApplication } from "./application.js";
import { watchBuilds } from "./builds.js";
import { holdOffer } from "./install.js";
import { watchSwitch } from "./language.js";
import { watchWorker } from "./worker.js";

holdOffer();
watchSwitch();
const begin = startApplication(/** @type {HTMLScriptElement} */ (document.currentScript));
watchWorker();
watchBuilds(begin);
