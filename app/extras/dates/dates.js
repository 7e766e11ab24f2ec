// Removes past dates, replaces expired booking links, and shows the number of free seats for each date.
import { Children, createContext, useContext, useState } from "react";
import { isRecent } from "$/app/browser/clock.js";
import { fetchJson } from "$/app/browser/json.js";
import { isOnline } from "$/app/browser/network.js";
import { useExtra, withBoundary } from "$/app/guard/react.js";
import { handover } from "$/app/start/handover.js";

const MINUTE = 60_000;

/**
 * @typedef {Record<string, number> & { held?: Record<string, { places: number }> }} Seats the numbers of free seats,
 *   keyed by date. `held` contains reserved seats.
 */

/** @typedef {{ at: number, seats: Seats }} Answer `at`: Unix time in ms, 0 before the first answer */
const NONE = /** @type {Answer} */ ({ at: 0, seats: {} });

const Left = createContext(NONE);

/** The current Unix time in ms, or 0 until the first update. */
const Now = createContext(0);

/**
 * @typedef {object} Props
 * @property {number[]} begin the start of each child's date (Unix time in ms)
 * @property {string[]} [ids] the ID of each child's date
 * @property {Record<string, string>} looks
 * @property {string} otherwise the text when no date is left
 * @property {string} [seats] the URL that returns the free seats for each date
 * @property {import("react").ReactNode} children
 */

export const Dates = withBoundary("dates", Upcoming, (props) => <List {...props} />);

/** @param {Props} props */
function Upcoming(props) {
  const [now, setNow] = useState(0); // 0 until the first update, so that all dates are shown
  const [left, setLeft] = useState(NONE);
  useExtra("dates", ({ every, guard, listen }) => {
    const update = () => setNow(Date.now());
    update();
    every(MINUTE, update);
    const { seats } = props;
    if (!seats) return;
    let fetched = 0;
    const refresh = guard(async () => {
      if (document.visibilityState !== "visible" || !isOnline() || isRecent(fetched, MINUTE)) return;
      fetched = Date.now();
      const found = await fetchJson(seats, { cache: "no-store" }).catch(() => {});
      if (found) {
        setLeft({ at: Date.now(), seats: found });
        handover.bookable = { at: Date.now(), dates: Object.keys(found) };
      } else fetched = 0;
    });
    refresh();
    // Refreshes the numbers of free seats, because an installed app can stay open for days.
    listen(window, "online", refresh);
    listen(window, "pageshow", refresh);
    listen(document, "visibilitychange", refresh);
  });
  return (
    <Now.Provider value={now}>
      <Left.Provider value={left}>
        <List {...props} />
      </Left.Provider>
    </Now.Provider>
  );
}

/**
 * @typedef {object} SeatsProps
 * @property {string} date
 * @property {string[]} free the text for each number of free seats
 * @property {string[]} reserved the text for each number of reserved seats
 * @property {string} otherwise the text until the numbers are loaded
 */

export const SeatsLeft = withBoundary("dates", Said, ({ otherwise }) => otherwise);

/** @param {SeatsProps} props */
function Said({ date, free, reserved, otherwise }) {
  const { seats } = useContext(Left);
  const waiting = reserved[seats.held?.[date]?.places ?? 0];
  return [free[seats[date]] ?? otherwise, waiting].filter(Boolean).join(", ");
}

export const Before = withBoundary("dates", Replaced, ({ children }) => children);

/**
 * @typedef {object} BeforeProps
 * @property {number} end the Unix time in ms when `otherwise` replaces the children
 * @property {string} otherwise
 * @property {string} date
 * @property {boolean} [needsSeats]
 * @property {import("react").ReactNode} children
 */

/** @param {BeforeProps} props */
function Replaced({ end, otherwise, date, needsSeats, children }) {
  const left = useContext(Left);
  const isOver = isPast(end, date, useContext(Now), left) || (left.at > 0 && !(date in left.seats));
  const isFull = needsSeats && left.seats[date] === 0;
  return isOver || isFull ? otherwise : children;
}

/**
 * Whether a moment has passed. Returns false if the device's clock must be fast: by this clock, the server still
 * offered the date after the moment.
 *
 * @param {number} moment
 * @param {string} date
 * @param {number} now
 * @param {Answer} left
 */
const isPast = (moment, date, now, { at, seats }) => moment <= now && !(date in seats && moment <= at);

/** @param {Props} props */
function List({ begin, ids = [], looks, otherwise, children }) {
  const now = useContext(Now);
  const answer = useContext(Left);
  const left = Children.toArray(children).filter((_, index) => !isPast(begin[index], ids[index], now, answer));
  return (
    <div data-dates="">
      {left.length ? (
        // biome-ignore lint/a11y/noRedundantRoles: see html.py
        <ul role="list" className={looks.list}>
          {left}
        </ul>
      ) : (
        <p className={looks.otherwise}>{otherwise}</p>
      )}
    </div>
  );
}
