// Global names in the service worker. TypeScript's library contains only those that all kinds of workers have.

interface WorkerGlobalScope {
  clients: Clients;
  registration: ServiceWorkerRegistration;
  skipWaiting(): Promise<void>;
  /** The build ID, and hashes keyed by path. A hash is null if the path contains it (`builder/precache.py`). */
  __SITE: { build: string; files: Record<string, string | null> };
  /** The files that webpack has listed (`pwa/worker/manifest.js`). */
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
