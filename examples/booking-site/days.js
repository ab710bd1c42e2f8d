import { addDays, addMonths, lastDayOf } from './format.js';

/** More months than are shown, to know whether a stay that begins in them fits. */
const MONTHS_LOADED = 4;
const LAST_DATE = '2199-12-31';

/**
 * A calendar's days, loaded as months come into view.
 *
 * @param {{ api: import('./api.js').Api, slug: string, onChange: () => void }} options
 */
export function createDays({ api, slug, onChange }) {
  /** @type {Map<string, import('./api.js').Day>} */
  const known = new Map();
  /** @type {Set<string>} */
  const loaded = new Set();
  /** @type {string | null} */
  let problem = null;
  let asked = 0;

  /** @param {string} month */
  async function load(month) {
    asked += 1;
    const number = asked;
    if (loaded.has(month)) return;
    // The day before decides whether a stay can end on the first.
    const from = addDays(`${month}-01`, -1);
    const to = lastDayOf(addMonths(month, MONTHS_LOADED - 1));
    try {
      const days = await api.calendar(slug, from, to > LAST_DATE ? LAST_DATE : to);
      for (const day of days) known.set(day.date, day);
      loaded.add(month);
      problem = null;
    } catch (error) {
      // The failure of an older request does not matter to a visitor who looks at other months now.
      if (number !== asked) return;
      problem = error instanceof Error ? error.message : String(error);
    }
    onChange();
  }

  return {
    known: () => known,
    problem: () => problem,
    load,
    /** Loads days again that may have changed. @param {string} month */
    reload(month) {
      loaded.clear();
      return load(month);
    },
  };
}
