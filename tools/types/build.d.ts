// Modules that the build makes (`pwa/seam`), so that the check needs no build before it.

/** `app/site.json`, made by `pwa/seam/plugin.py`: what JavaScript has to know of the Python side. */
declare module "*/app/site.json" {
  const site: {
    /** Language codes, the one without a prefix in the path first. */
    languages: [string, ...string[]];
    /** A regular expression of the paths of members' pages. */
    stateful: string;
    /** Paths that the Python process answers. */
    serverPaths: string[];
    /** Paths that it answers if the query has one of these keys. */
    serverQueries: Record<string, string[]>;
    /** The origin of the Python process under `make dev`. */
    backend: string;
    /** Fonts that every page preloads. */
    fonts: string[];
  };
  export = site;
}

/** Made from `pwa/worker/cache_rules.py`. */
declare module "*/cache_rules.json" {
  const rules: {
    code: { include: string[]; exclude: string[]; excludeChunks: string[] };
    seenPictures: { maxEntries: number; maxAgeDays: number };
    /** The path of the first language's home page as a file. */
    home: string;
    /** The path of the offline page, without a language's prefix. */
    offline: string;
  };
  export = rules;
}

/** Made from `app/monitoring/scrub.py`. */
declare module "*/scrub.json" {
  const rules: { keys: string; texts: [pattern: string, replacement: string][] };
  export = rules;
}

/** What a component draws: texts and class names by name. */
declare module "*/view.json" {
  const view: {
    /** Of the error page. */
    site: string;
    words: Record<
      string,
      { titles: Record<string, string>; otherwise: string; sorry: string; home: string; back: string }
    >;
    /** Of the question for consent, by language. */
    labels: Record<string, Record<string, string>>;
    looks: Record<string, string>;
  };
  export = view;
}

/** `app/extras/inquiry/words.json`, made by `module` of its `__init__.py`. */
declare module "*/words.json" {
  const words: import("$/app/extras/inquiry/estimate.js").Form;
  export = words;
}

/** `app/extras/inquiry/outcome_words.json`, made by `module` of `outcomes.py`. */
declare module "*/outcome_words.json" {
  namespace words {
    /** What is said in one language; `tag` is that of its conventions for dates. */
    interface Words {
      tag: string;
      labels: Record<string, string>;
      days: Record<string, string>;
      subjects: Record<string, string>;
    }
  }
  const words: Record<string, words.Words>;
  export = words;
}

/** `app/extras/gallery/looks.json`, made by `module` of its `__init__.py`: class names. */
declare module "*/looks.json" {
  const looks: Record<string, string>;
  export default looks;
}

/** Where each language's messages are (`app/i18n/client.py`). */
declare module "*/addresses.json" {
  const addresses: Record<string, { url: string; cacheable: boolean }>;
  export = addresses;
}

/** Made by Reflex: where its backend is. */
declare module "*/env.json" {
  const env: Record<string, string | boolean>;
  export = env;
}
