// Simulates pages and service workers that send inquiries, and can be killed at any time. The queue is real; its store,
// locks, network and server are fakes. Each operation of a fake waits at a gate before and after its effect. The test
// chooses the order in which gates open.
import { poster } from "$/app/extras/inquiry/post.js";
import { MAX_AGE_DAYS, queue } from "$/app/extras/inquiry/queue.js";

/**
 * @typedef {import("$/app/extras/inquiry/queue.js").Contents} Contents
 * @typedef {import("$/app/extras/inquiry/queue.js").Entry} Entry
 * @typedef {import("$/app/extras/inquiry/queue.js").Store} Store
 *
 * @typedef {object} Process a page or service worker
 * @property {boolean} isDead
 * @property {Store} store
 * @property {ReturnType<typeof queue>} queue
 *
 * @typedef {() => Promise<void>} Gate resolves when the test opens the gate
 */

const DAY = 24 * 60 * 60 * 1000;
const HOUR = 60 * 60 * 1000;
const MAX_UNREAD = 30 * DAY;

const settle = () => new Promise(setImmediate);
/** @param {string} id */
const fileOf = (id) => `file of ${id}`;
/** @param {number} status */
const html = (status) => new Response("<p>Sign in</p>", { status, headers: { "content-type": "text/html" } });
/** @type {(status: number, body: object, headers?: Record<string, string>) => Response} */
const json = (status, body, headers = {}) => Response.json(body, { status, headers });
const lose = () => {
  throw new TypeError("Failed to fetch");
};

/** @type {Record<string, (id: string) => Response>} answers that the network or a busy server gives */
const WITHOUT_RECEIPT = {
  "cut": lose,
  "portal": () => html(200),
  "portal's JSON": () => json(200, { state: "sent", reference: "1" }),
  "proxy": () => html(403),
  "gateway": () => html(502),
  "busy": (id) => json(503, { id, state: "refused", reason: "Later." }),
  "too many": (id) => json(429, { id, state: "refused", reason: "Later." }, { "retry-after": "600" }),
};

/** @type {Record<string, (id: string) => Response>} answers after the server has received an inquiry */
const AFTER_RECEIPT = {
  "lost": lose,
  "conflict": (id) => json(409, { id, state: "conflict", reason: "Used." }),
  "another's": () => json(201, { id: "x", state: "sent", reference: "X" }),
};

class Gates {
  /** @type {{ process: Process, open: () => void }[]} */
  closed = [];

  /** @type {(process: Process) => Promise<void>} */
  wait(process) {
    return new Promise((open) => {
      if (!process.isDead) this.closed.push({ process, open });
    });
  }

  /** @param {Process} process */
  remove(process) {
    this.closed = this.closed.filter((gate) => gate.process !== process);
  }

  /** @param {number} index */
  async open(index) {
    const [gate] = this.closed.splice(index % this.closed.length, 1);
    gate.open();
    await settle();
  }

  /** @param {number} count */
  async openSome(count) {
    for (let left = count; left && this.closed.length; left--) await this.open(left * 7);
  }

  /** @param {Promise<unknown>} task */
  async openAllUntil(task) {
    let isDone = false;
    task.then(() => {
      isDone = true;
    });
    while (!isDone) {
      await settle();
      if (this.closed.length) await this.open(0);
    }
  }
}

class World {
  gates = new Gates();
  /** @type {Process[]} */
  processes = [];
  clock = Date.UTC(2027, 0, 1);
  submitted = 0;
  renamed = 0;
  /** @type {Map<string, string>} the first IDs of renamed inquiries */
  firstIds = new Map();

  /** @type {Map<string, Entry>} stored entries */
  entries = new Map();
  /** @type {Map<string, Contents>} stored contents */
  contents = new Map();
  /** @type {Map<string, Process>} holders of locks, keyed by ID of the inquiry */
  locks = new Map();

  /** @type {Map<string, [name: string, text: string][]>} received fields, keyed by first ID */
  received = new Map();
  /** @type {Set<string>} first IDs of refused inquiries */
  refused = new Set();

  /** @type {Set<string>} IDs of all stored inquiries */
  added = new Set();
  /** @type {Map<string, string>} outcomes that the visitor has seen */
  shown = new Map();
  /** @type {Set<string>} */
  removed = new Set();
  /** @type {string[]} */
  faults = [];

  /**
   * @param {boolean} hasLocks
   * @param {string[]} answers how the network and the server answer the next requests
   */
  constructor(hasLocks, answers) {
    this.hasLocks = hasLocks;
    this.answers = answers;
  }

  start() {
    const process = /** @type {Process} */ ({ isDead: false });
    const gate = () => this.gates.wait(process);
    process.store = this.createStore(gate);
    process.queue = queue({
      store: process.store,
      post: poster((request) => /** @type {any} */ ({ request, gate })),
      lock: this.hasLocks ? this.createLock(process, gate) : (_id, task) => task(),
      now: () => this.clock,
      newId: () => `renamed-${++this.renamed}`,
    });
    this.processes.push(process);
    return process;
  }

  /** @param {Process} process */
  kill(process) {
    process.isDead = true;
    this.gates.remove(process);
    this.processes = this.processes.filter((each) => each !== process);
  }

  /** @param {string} id */
  firstIdOf(id) {
    return this.firstIds.get(id) || id;
  }

  /** @type {(gate: Gate) => Store} */
  createStore(gate) {
    /** @type {<Given extends any[], R>(effect: (...given: Given) => R) => (...given: Given) => Promise<R>} */
    const gated =
      (effect) =>
      async (...given) => {
        await gate();
        const result = structuredClone(effect(...given));
        await gate();
        return result;
      };
    /** @type {(entry: Entry, contents: Contents) => void} */
    const add = (entry, contents) => {
      this.entries.set(entry.id, structuredClone(entry));
      this.contents.set(entry.id, structuredClone(contents));
      this.added.add(entry.id);
    };
    return {
      list: gated(() => [...this.entries.values()]),
      add: gated(add),
      contents: gated((id) => this.contents.get(id) || null),
      replace: gated((id, entry, contents) => {
        this.entries.delete(id);
        this.contents.delete(id);
        this.added.delete(id);
        add(entry, contents);
        this.firstIds.set(entry.id, this.firstIdOf(id));
      }),
      change: gated((id, next) => {
        const found = this.entries.get(id);
        if (!found) return null;
        const entry = next(structuredClone(found));
        if (entry) this.entries.set(id, entry);
        else this.remove(found);
        return entry;
      }),
    };
  }

  /** @type {(process: Process, gate: Gate) => import("$/app/extras/inquiry/queue.js").Lock} */
  createLock(process, gate) {
    return async (id, task, wait) => {
      for (let holder = this.locks.get(id); holder && !holder.isDead; holder = this.locks.get(id)) {
        if (!wait) return undefined;
        await gate();
      }
      this.locks.set(id, process);
      try {
        return await task();
      } finally {
        this.locks.delete(id);
      }
    };
  }

  /** @param {Entry} entry */
  remove({ id, answered = 0 }) {
    if (this.clock - answered > MAX_UNREAD) this.shown.set(id, "old");
    if (!this.shown.has(id)) this.faults.push(`${id} is removed before its outcome was shown`);
    this.entries.delete(id);
    this.contents.delete(id);
    this.removed.add(id);
  }

  /**
   * Answers a request to the site.
   *
   * @param {{ request: Request, gate: Gate }} sent
   */
  async fetch({ request, gate }) {
    const data = await request.formData();
    const id = String(data.get("id"));
    /** @type {[name: string, text: string][]} */
    const fields = [];
    for (const [name, value] of data) fields.push([name, typeof value === "string" ? value : await value.text()]);
    await gate();
    const kind = this.answers.shift() || "ours";
    if (WITHOUT_RECEIPT[kind]) return WITHOUT_RECEIPT[kind](id);
    const answer = this.receive(id, fields);
    await gate();
    return AFTER_RECEIPT[kind]?.(id) || answer;
  }

  /**
   * Receives an inquiry as the site's server. Refuses inquiries whose first ID ends with 0.
   *
   * @param {string} id
   * @param {[name: string, text: string][]} fields
   */
  receive(id, fields) {
    const firstId = this.firstIdOf(id);
    if (firstId.endsWith("0")) {
      this.refused.add(firstId);
      return json(422, { id, state: "refused", reason: "No.", problems: { files: "No." } });
    }
    this.received.set(firstId, fields);
    return json(201, { id, state: "sent", reference: id.toUpperCase() });
  }

  /**
   * The visitor sends the form on a page.
   *
   * @param {Process} page
   */
  async submit({ queue }) {
    const id = `inquiry-${this.submitted++}`;
    const { buffer: bytes } = new TextEncoder().encode(fileOf(id));
    await queue.add({ id, url: "https://otisk.test/inquiries", what: "other" }, [
      ["id", id],
      ["what", "other"],
      ["files", { name: "a.pdf", type: "", modified: 1, bytes }],
    ]);
    const answer = await queue.send(id);
    if (answer?.state !== "sent" && answer?.state !== "refused") return;
    this.show(id, answer.state); // also if another page has already shown this outcome
    await queue.confirm(id);
  }

  /**
   * A page shows the outcomes of all inquiries.
   *
   * @param {Process} page
   */
  async showOutcomes({ queue, store }) {
    for (const { id, outcome } of await store.list()) {
      if (!outcome || this.removed.has(id)) continue;
      this.show(id, outcome.state);
      await queue.confirm(id);
    }
  }

  /** @type {(id: string, state: string) => void} */
  show(id, state) {
    const firstId = this.firstIdOf(id);
    if (state === "sent" && !this.received.has(firstId)) this.faults.push(`${id} is wrongly sent`);
    if (state === "refused" && !this.refused.has(firstId)) this.faults.push(`${id} is wrongly refused`);
    this.shown.set(id, state);
  }

  /** Kills all processes. After two hours, a new page sends all pending inquiries and shows all outcomes. */
  async end() {
    for (const process of this.processes) this.kill(process);
    this.answers = [];
    this.clock += 2 * HOUR;
    const page = this.start();
    await this.gates.openAllUntil(page.queue.drain());
    await this.gates.openAllUntil(this.showOutcomes(page));
  }

  checkThatNothingIsLost() {
    for (const id of this.added) {
      if (this.entries.has(id)) this.faults.push(`${id} is not removed`);
      if (!this.shown.has(id)) this.faults.push(`the outcome of ${id} was not shown`);
    }
    for (const [id, fields] of this.received) {
      const [, , [, text]] = fields;
      if (text !== fileOf(id) || fields.length !== 3) this.faults.push(`${id} has arrived changed`);
    }
  }
}

/**
 * What can happen besides steps. `number` is a parameter of some acts.
 *
 * @type {Record<string, (world: World, process: Process, number: number) => void>}
 */
const ACTS = {
  "start": (world) => world.start(),
  "submit": (world, process) => world.submit(process),
  "drain": (_world, { queue }, number) => queue.drain(number % 2 === 0),
  "visit": (world, process) => world.showOutcomes(process),
  "kill": (world, process) => world.kill(process),
  "empty battery": (world) => {
    world.clock = Date.UTC(2020, 0, 1);
  },
  "right clock": (world) => {
    world.clock = Date.UTC(2027, 0, 1);
  },
  "days": (world, _process, number) => {
    world.clock += (number % (MAX_AGE_DAYS + 2)) * DAY;
  },
};

/** @param {{ locks: boolean, answers: string[], acts: [act: string, number: number][] }} scenario */
export default async function run({ locks, answers, acts }) {
  const world = new World(locks, answers);
  globalThis.fetch = (sent) => world.fetch(/** @type {any} */ (sent));
  for (const [act, number] of acts) {
    const process = world.processes[number % world.processes.length] || world.start();
    ACTS[act]?.(world, process, number);
    await settle();
    if (act === "steps") await world.gates.openSome(number);
  }
  await world.end();
  world.checkThatNothingIsLost();
  return { faults: world.faults, outcomes: [...world.shown.values()] };
}

process.on("unhandledRejection", (error) => {
  console.error(error);
  process.exit(1);
});
