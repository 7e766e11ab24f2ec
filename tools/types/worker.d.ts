// Globals of the service worker, because TypeScript's library covers all kinds of workers.

interface WorkerGlobalScope {
  clients: Clients;
  registration: ServiceWorkerRegistration;
  skipWaiting(): Promise<void>;
  /** The build's id, and hashes of files by path; null if the name has a hash (`builder/precache.py`). */
  __SITE: { build: string; files: Record<string, string | null> };
  /** The files of webpack (`pwa/worker/manifest.js`). */
  __WB_MANIFEST: { url: string; revision: string | null }[];
}

interface WorkerGlobalScopeEventMap {
  activate: ExtendableEvent;
  fetch: FetchEvent;
  install: ExtendableEvent;
  message: ExtendableMessageEvent;
  /** Background Sync, in Chromium. */
  sync: ExtendableEvent & { tag: string };
}

interface WorkerNavigator {
  connection?: { saveData: boolean };
}
