/** How moments and percentages are written in answers and team files. */

/** A percentage has at most four decimals, so in parts per million it is an integer: 8.875 is 88750. */
const ppmPerPercent = 10_000;

/** RFC 3339 in UTC, to the second: `2027-01-05T14:03:22+00:00`. */
export const instantText = (instant: Date): string => `${instant.toISOString().slice(0, 19)}+00:00`;
export const instantOrNull = (instant: Date | null): string | null => instant && instantText(instant);

export const percentOf = (ppm: number): number => ppm / ppmPerPercent;
export const percentOrNull = (ppm: number | null): number | null => (ppm === null ? null : percentOf(ppm));

/** Parts per million of a percentage with at most four decimals. */
export const ppmOf = (percent: number): number => Math.round(percent * ppmPerPercent);
