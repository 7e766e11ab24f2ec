// Globals of the service worker: TypeScript's library does not know which kind of worker it is.

interface WorkerGlobalScope {
  clients: Clients;
  registration: ServiceWorkerRegistration;
  skipWaiting(): Promise<void>;
  /** The build's id, and the hashes of files by path, null where the name has one (`builder/precache.py`). */
  __SITE: { build: string; files: Record<string, string | null> };
  /** What webpack has made (`pwa/worker/manifest.js`). */
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
