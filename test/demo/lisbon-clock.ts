/** The time in Lisbon, computed without the demo's own code. */

const lisbonClock = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Europe/Lisbon',
  dateStyle: 'short',
  timeStyle: 'short',
  hourCycle: 'h23',
});

/** The same moments repeat, and formatting takes most of the time of a walk over two years. */
const shown = new Map<string, string>();

/** Date and time in Lisbon at a moment: `2027-03-01 11:00`. */
export function inLisbon(moment: string): string {
  const known = shown.get(moment);
  if (known !== undefined) return known;
  const text = lisbonClock.format(new Date(moment)).replace(', ', ' ');
  shown.set(moment, text);
  return text;
}
