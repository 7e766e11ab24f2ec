// The start script at the end of each page. Does everything that cannot wait for the application, and then loads the
// application.
import { startApplication } from "./application.js";
import { watchBuilds } from "./builds.js";
import { moveSections } from "./first_moves.js";
import { watchForm } from "./form.js";
import { watchHistory } from "./history.js";
import { deferOffer, storeInstalledLanguage } from "./install.js";
import { watchSwitch } from "./language.js";
import { watchStyles } from "./styles.js";
import { watchWorker } from "./worker.js";

watchHistory();
deferOffer();
storeInstalledLanguage();
moveSections();
watchSwitch();
watchForm();
watchStyles();
const fetchApplication = startApplication(/** @type {HTMLScriptElement} */ (document.currentScript));
watchWorker();
watchBuilds(fetchApplication);
