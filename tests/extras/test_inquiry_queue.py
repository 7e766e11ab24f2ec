"""No inquiry is lost, even if pages and service workers are killed at any time.

The real queue runs in Node with a fake store, network and server. Each operation of a fake pauses before and after its
effect. Hypothesis chooses which operation continues, which process is killed, and how a request ends.
"""

from collections.abc import Callable, Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.inquiries.form import body_timeout
from app.inquiries.limits import MAX_FILE_BYTES, MAX_FILES, MAX_QUEUE_DAYS
from tests.support.javascript import Browser

WORLD = """
const { poster } = await import("$/app/extras/inquiry/post.js");
const { MAX_AGE_DAYS, queue } = await import("$/app/extras/inquiry/queue.js");

const DAY = 24 * 60 * 60 * 1000;
const clone = (value) => structuredClone(value);
const html = (status) => new Response("<p>Sign in</p>", { status, headers: { "content-type": "text/html" } });
const json = (status, body, headers = {}) => Response.json(body, { status, headers });

class World {
  entries = new Map();
  contents = new Map();
  added = new Map(); // stored contents
  server = new Map(); // received contents
  refusals = new Set(); 
  names = new Map(); // first ids, by renamed id
  shown = new Map(); // states
  removed = new Set();
  faults = [];
  answers = []; // of the network
  locks = new Map(); // process by id
  gates = []; // [process, open]
  renamed = 0;
  clock = Date.UTC(2027, 0, 1);

  constructor(hasLocks) {
    this.hasLocks = hasLocks;
  }

  /** Starts a page or service worker. */
  start(name) {
    const process = { name, isDead: false };
    const gate = () => new Promise((open) => { if (!process.isDead) this.gates.push([process, open]); });
    const step = (effect) => async (...given) => {
      await gate();
      const result = clone(await effect(...given));
      await gate();
      return result;
    };
    const store = {
      list: step(() => [...this.entries.values()]),
      add: step((entry, contents) => {
        this.entries.set(entry.id, clone(entry));
        this.contents.set(entry.id, clone(contents));
        this.added.set(entry.id, clone(contents));
      }),
      replace: step((id, entry, contents) => {
        this.entries.delete(id);
        this.contents.delete(id);
        this.entries.set(entry.id, clone(entry));
        this.contents.set(entry.id, clone(contents));
        this.added.set(entry.id, clone(contents));
        this.added.delete(id);
        this.names.set(entry.id, this.nameOf(id));
      }),
      contents: step((id) => this.contents.get(id) || null),
      change: (id, next) => step(() => {
        if (!this.entries.has(id)) return null;
        const entry = next(clone(this.entries.get(id)));
        if (entry) this.entries.set(id, entry);
        else this.remove(id);
        return entry;
      })(),
    };
    process.queue = queue({
      store, post: poster((request) => ({ request, gate })), now: () => this.clock, lock: this.lock(process, gate),
      newId: () => `renamed-${++this.renamed}`,
    });
    process.store = store;
    return process;
  }

  nameOf(id) {
    return this.names.get(id) || id;
  }

  remove(id) {
    const isOld = this.clock - this.entries.get(id).answered > 30 * DAY;
    if (isOld) this.shown.set(id, "old");
    if (!this.shown.has(id)) this.faults.push(`${id} is removed before its outcome was shown`);
    this.entries.delete(id);
    this.contents.delete(id);
    this.removed.add(id);
  }

  show(id, { state }, isOwn = false) {
    if (this.removed.has(id) && !isOwn) this.faults.push(`${id} is shown again`);
    if (state === "sent" && !this.server.has(this.nameOf(id))) this.faults.push(`${id} is wrongly sent`);
    if (state === "refused" && !this.refusals.has(this.nameOf(id))) this.faults.push(`${id} is wrongly refused`);
    this.shown.set(id, state);
  }

  lock(process, gate) {
    if (!this.hasLocks) return (id, task) => task();
    return async (id, task, wait) => {
      while (this.locks.has(id) && !this.locks.get(id).isDead) {
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

  kill(process) {
    process.isDead = true;
    this.gates = this.gates.filter(([owner]) => owner !== process);
  }

  /** Refuses inquiries whose first id ends with 0. */
  async receive(id, fields) {
    const name = this.nameOf(id);
    if (name.endsWith("0")) {
      this.refusals.add(name);
      return json(422, { id, state: "refused", reason: "No.", problems: { files: "No." } });
    }
    this.server.set(name, fields);
    return json(201, { id, state: "sent", reference: id.toUpperCase() });
  }

  async fetch({ request, gate }) {
    const data = await request.formData();
    const id = data.get("id");
    const fields = [];
    for (const [name, value] of data) fields.push([name, typeof value === "string" ? value : await value.text()]);
    await gate();
    const kind = this.answers.shift() || "ours";
    const lost = new TypeError("Failed to fetch");
    if (kind === "cut") throw lost;
    if (kind === "portal") return html(200);
    if (kind === "proxy") return html(403);
    if (kind === "portal's JSON") return json(200, { state: "sent", reference: "1" });
    if (kind === "gateway") return html(502);
    if (kind === "busy") return json(503, { id, state: "refused", reason: "Later." });
    if (kind === "too many") return json(429, { id, state: "refused", reason: "Later." }, { "retry-after": "600" });
    const answer = await this.receive(id, fields);
    await gate();
    if (kind === "lost") throw lost;
    if (kind === "conflict") return json(409, { id, state: "conflict", reason: "Used." });
    if (kind === "another's") return json(201, { id: "x", state: "sent", reference: "X" });
    return answer;
  }

  async submit(process, id) {
    const bytes = new TextEncoder().encode(`file of ${id}`).buffer;
    const contents = [["id", id], ["what", "other"], ["files", { name: "a.pdf", type: "", modified: 1, bytes }]];
    await process.queue.add({ id, url: "https://otisk.test/inquiries", what: "other" }, contents);
    const answer = await process.queue.send(id);
    if (answer?.state !== "sent" && answer?.state !== "refused") return;
    this.show(id, answer, true); // even if another page has shown it
    await process.queue.confirm(id);
  }

  async visit(process) {
    for (const { id, outcome } of await process.store.list()) {
      if (!outcome || this.removed.has(id)) continue;
      this.show(id, outcome);
      await process.queue.confirm(id);
    }
  }

  async settle() {
    await new Promise(setImmediate);
  }

  async open(index) {
    const [[, open]] = this.gates.splice(index % this.gates.length, 1);
    open();
    await this.settle();
  }

  /** Runs a task to its end. */
  async finish(task) {
    let isDone = false;
    task.then(() => { isDone = true; });
    while (!isDone) {
      await this.settle();
      if (this.gates.length) await this.open(0);
    }
  }
}

async function run({ locks, answers, acts }) {
  const world = new World(locks);
  globalThis.fetch = (asked) => world.fetch(asked);
  world.answers = answers;
  let processes = [];
  let count = 0;
  for (const [act, number] of acts) {
    const process = processes[number % (processes.length || 1)] || world.start("first");
    if (!processes.includes(process)) processes.push(process);
    if (act === "start") processes.push(world.start(`other ${number}`));
    if (act === "submit") world.submit(process, `inquiry-${count++}`);
    if (act === "drain") process.queue.drain(number % 2 === 0);
    if (act === "visit") world.visit(process);
    if (act === "empty battery") world.clock = Date.UTC(2020, 0, 1);
    if (act === "right clock") world.clock = Date.UTC(2027, 0, 1);
    if (act === "days") world.clock += (number % (MAX_AGE_DAYS + 2)) * DAY;
    if (act === "kill") {
      world.kill(process);
      processes = processes.filter((each) => each !== process);
    }
    await world.settle();
    for (let steps = act === "steps" ? number : 0; steps && world.gates.length; steps--) await world.open(steps * 7);
  }
  for (const process of processes) world.kill(process);
  world.answers = [];
  world.clock += 2 * 60 * 60 * 1000;
  const last = world.start("last");
  await world.finish(last.queue.drain());
  await world.finish(world.visit(last));
  for (const id of world.added.keys()) {
    if (world.entries.has(id)) world.faults.push(`${id} is not removed`);
    if (!world.shown.has(id)) world.faults.push(`the outcome of ${id} was not shown`);
  }
  for (const [id, fields] of world.server) {
    const [, , [, text]] = fields;
    if (text !== `file of ${id}` || fields.length !== 3) world.faults.push(`${id} has arrived changed`);
  }
  return { faults: world.faults, outcomes: [...world.shown.values()] };
}

process.on("unhandledRejection", (error) => { console.error(error); process.exit(1); });
return run;
"""

NETWORK_ANSWERS = ("lost", "cut", "portal", "portal's JSON", "proxy", "gateway")
ANSWERS = ("ours", "busy", "too many", "another's", "conflict", *NETWORK_ANSWERS)
ACTS = ("start", "submit", "drain", "visit", "days", "kill", "steps", "steps", "steps")


Play = Callable[..., dict[str, list[str]]]


@pytest.fixture(scope="module")
def play(javascript: Browser) -> Iterator[Play]:
    with javascript.answering(WORLD) as ask:
        yield lambda **scenario: ask(scenario)


@settings(max_examples=300)
@given(
    locks=st.booleans(),
    answers=st.lists(st.sampled_from(ANSWERS), max_size=8),
    acts=st.lists(st.tuples(st.sampled_from(ACTS), st.integers(0, 30)), min_size=4, max_size=25),
)
def test_no_inquiry_is_lost_or_unreported(
    play: Play, locks: bool, answers: list[str], acts: list[tuple[str, int]]
) -> None:
    """Each stored inquiry is accepted, is refused, or expires. The inquiry is deleted once the visitor has seen the
    result.
    """
    assert play(locks=locks, answers=answers, acts=acts)["faults"] == []


@pytest.mark.parametrize("answer", ANSWERS)
def test_a_kill_at_any_step_loses_nothing(play: Play, answer: str) -> None:
    for steps in range(13):
        acts = [("submit", 0), *[("steps", 1)] * steps, ("kill", 0)]
        played = play(locks=True, answers=[answer], acts=acts)
        assert played == {"faults": [], "outcomes": ["refused"] if steps else []}, steps
        acts = [("submit", 0), ("steps", 30), *acts]
        assert play(locks=False, answers=["ours", answer], acts=acts)["faults"] == [], steps


def test_old_entries_expire_in_the_simulation(play: Play) -> None:
    acts = [("submit", 0), ("submit", 0), ("steps", 30), ("days", MAX_QUEUE_DAYS + 1)]
    played = play(locks=True, answers=["cut", "cut"], acts=acts)
    assert played == {"faults": [], "outcomes": ["expired", "expired"]}


def test_an_inquiry_of_a_wrong_clock_does_not_expire(play: Play) -> None:
    acts = [("empty battery", 0), ("submit", 0), ("submit", 0), ("steps", 30), ("right clock", 0)]
    played = play(locks=True, answers=["cut", "cut"], acts=acts)
    assert played == {"faults": [], "outcomes": ["refused", "sent"]}


def test_outcomes_that_nobody_reads_are_deleted_after_30_days(play: Play) -> None:
    """Without a time limit, personal data could stay on a shared device forever."""
    unread = [("submit", 0), ("steps", 30), ("days", MAX_QUEUE_DAYS + 1), ("drain", 0), ("steps", 30)]
    for days, outcome in ((31, "old"), (29, "expired")):
        acts = [*unread, *[("days", 1)] * days]
        assert play(locks=True, answers=["cut"], acts=acts) == {"faults": [], "outcomes": [outcome]}


def test_an_upload_that_always_breaks_off_does_not_stop_others(javascript: Browser) -> None:
    offline, online = javascript.run("""
        const { queue } = await import("$/app/extras/inquiry/queue.js");
        const entries = new Map();
        const posted = [];
        let clock = Date.UTC(2027, 0, 1);
        let isDown = true;
        const made = queue({
          store: {
            list: async () => [...entries.values()],
            add: async (entry) => entries.set(entry.id, entry),
            contents: async () => [],
            change: async (id, next) => { entries.set(id, next(entries.get(id))); return entries.get(id); },
          },
          post: async ({ id }) => {
            posted.push(id);
            return { state: isDown || id === "heavy" ? "cut" : "sent" };
          },
          lock: (id, task) => task(),
          now: () => ++clock,
        });
        for (const id of ["heavy", "second", "third"]) await made.add({ id, url: "", what: "other" }, []);
        const drain = async () => { posted.length = 0; await made.drain(); return [...posted]; };
        const offline = [await drain(), await drain(), await drain(), await drain()];
        isDown = false;
        return [offline, [await drain(), await drain(), await drain()]];
    """)
    assert offline == [["heavy"], ["second"], ["third"], ["heavy"]]
    assert online == [["second", "third", "heavy"], ["heavy"], ["heavy"]]


def test_on_a_full_disk_only_entries_whose_state_is_stored_are_posted(javascript: Browser) -> None:
    """If the script could not store an entry's outcome, it would post the entry again and again."""
    assert javascript.run("""
        const { queue } = await import("$/app/extras/inquiry/queue.js");
        const full = new DOMException("The disk is full", "QuotaExceededError");
        const entries = new Map();
        const posted = [];
        const made = queue({
          store: {
            list: async () => [...entries.values()],
            add: async (entry) => entries.set(entry.id, entry),
            contents: async (id) => { if (id === "unreadable") throw full; return []; },
            change: async (id, next) => {
              const entry = next(entries.get(id));
              if (id === "unchanged") throw full;
              entries.set(id, entry);
              return entry;
            },
          },
          post: async ({ id, state }) => { posted.push([id, state]); return { state: "sent", reference: id }; },
          lock: async (id, task) => task(),
        });
        for (const id of ["unreadable", "unchanged", "third"]) await made.add({ id, url: "", what: "other" }, []);
        const error = await made.drain().then(() => null, ({ name }) => name);
        return [posted, error, entries.get("unchanged").state];
    """) == [[["third", "sending"]], "QuotaExceededError", "waiting"]


def test_the_server_waits_as_long_for_a_body_as_the_browser_sends(javascript: Browser) -> None:
    """With a shorter timeout, large files would never arrive over a slow connection."""
    sizes = [0, 5_000, MAX_FILE_BYTES, MAX_FILES * MAX_FILE_BYTES]
    browser = javascript.run(f"""
        const {{ timeoutOf }} = await import("$/app/extras/inquiry/post.js");
        return {sizes}.map((byteLength) => timeoutOf([["files", {{ bytes: {{ byteLength }} }}]]) / 1000);
    """)
    assert browser == pytest.approx([body_timeout(size) for size in sizes], abs=0.001)
    assert browser[-1] > 30 * 60
