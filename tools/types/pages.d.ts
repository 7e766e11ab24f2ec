// Globals of pages that TypeScript does not know: Next's, ours, and what only some browsers have.

interface Window {
  /** Next's list of the files of each page; missing under `next dev`. */
  __BUILD_MANIFEST?: Record<string, string[]>;
  /** The queue of Google's tag, which is turned off by `ga-disable-<id>`. */
  dataLayer?: IArguments[];
  [disabled: `ga-disable-${string}`]: boolean;
  /** What `tests/support/layout.js` offers the tests. */
  layout: object;
  /** What `tools/bench/recorder.js` offers the bench. */
  visit: object;
}

/** What the start script leaves to the application (`app/start/handover.js`). */
declare var __START: import("$/app/start/handover.js").Handover | undefined;

interface WindowEventMap {
  "build:latest": Event;
  "appinstalled": Event;
  "application:out": Event;
  "app:recovered": CustomEvent<{ error: unknown; isThrown: boolean }>;
  "beforeinstallprompt": BeforeInstallPromptEvent;
  "worker:installed": CustomEvent;
  "worker:activated": CustomEvent;
  "worker:waiting": CustomEvent<{ build: string }>;
  "worker:offline-ready": CustomEvent<{ build: string }>;
}

/** Chromium's own offer to install the site. */
interface BeforeInstallPromptEvent extends Event {
  prompt(): Promise<unknown>;
  userChoice: Promise<unknown>;
}

/** Events that extras listen to, by type. */
interface PageEvents extends WindowEventMap, Pick<DocumentEventMap, "visibilitychange"> {
  controllerchange: Event;
  submit: SubmitEvent;
  statechange: Event;
  updatefound: Event;
  /** Code that could not be fetched ahead: the path of its page, and the server's status, if it answered. */
  "chunk:error": CustomEvent<{ path: string; status?: number }>;
}

interface Navigator {
  connection?: NetworkInformation;
  doNotTrack?: string | null;
  globalPrivacyControl?: boolean;
  /** Safari on iOS: whether the page is an installed app. */
  standalone?: boolean;
}

interface ServiceWorkerRegistration {
  /** Background Sync, in Chromium. */
  sync?: { register(tag: string): Promise<void> };
}

interface NetworkInformation extends Partial<EventTarget> {
  saveData: boolean;
  effectiveType: string;
}

interface RequestInit {
  priority?: "high" | "low" | "auto";
}

/** Made anew at each call by `pwa/seam/fullpage-loader.js`. */
declare module "fullpage.js/dist/fullpage.js" {
  interface Api {
    moveTo(section: number, slide?: number): void;
    destroy(type: "all"): void;
  }
  export default function create(): new (root: Element, options: object) => Api;
}

/** `bundled.js` or `dynamic.js`, which have the same exports. */
declare module "$/app/i18n/client.js" {
  export * from "$/app/i18n/dynamic.js";
}

/** Made by Reflex. */
declare module "$/utils/context" {
  import type { Context } from "react";

  /** What merges a delta into a state, by the state's name. */
  export const DispatchContext: Context<Record<string, (delta: object) => void>>;
  /** What adds events, and the errors of the connection. */
  export const EventLoopContext: Context<[addEvents: (events: object[]) => void, connectErrors: unknown[]]>;
}
