/** What clocks in Lisbon show, found without the code that the demo is made with. */

const lisbonClock = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Europe/Lisbon',
  dateStyle: 'short',
  timeStyle: 'short',
  hourCycle: 'h23',
});

/** The same moments stand in many places, and formatting is what a walk over two years spends its time with. */
const shown = new Map<string, string>();

/** What a clock and calendar in Lisbon show at a moment: `2027-03-01 11:00`. */
export function inLisbon(moment: string): string {
  const known = shown.get(moment);
  if (known !== undefined) return known;
  const text = lisbonClock.format(new Date(moment)).replace(', ', ' ');
  shown.set(moment, text);
  return text;
}
