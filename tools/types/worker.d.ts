// Globals of the service worker: TypeScript's library knows workers of every kind, and not which one this is.

interface WorkerGlobalScope extends Pick<ServiceWorkerGlobalScope, "clients" | "skipWaiting"> {
  /** The build's id, and the hashes of files by path, null where the name has it (`pwa/build/precache.py`). */
  __SITE: { build: string; files: Record<string, string | null> };
  /** What webpack has made (`pwa/worker/manifest.js`). */
  __WB_MANIFEST: { url: string; revision: string | null }[];
}

interface WorkerGlobalScopeEventMap extends ServiceWorkerGlobalScopeEventMap {}

interface WorkerNavigator {
  connection?: { saveData: boolean };
}
