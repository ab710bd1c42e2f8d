/** How moments and percentages are written in answers and team files. */

/** A percentage has at most four decimals, so in parts per million it is an integer: 8.875 is 88750. */
const PPM_PER_PERCENT = 10_000;

/** RFC 3339 in UTC, to the second: `2027-01-05T14:03:22+00:00`. */
export const toInstantText = (instant: Date): string => `${instant.toISOString().slice(0, 19)}+00:00`;
export const toInstantTextOrNull = (instant: Date | null): string | null => instant && toInstantText(instant);

export const ppmToPercent = (ppm: number): number => ppm / PPM_PER_PERCENT;
export const ppmToPercentOrNull = (ppm: number | null): number | null =>
  ppm === null ? null : ppmToPercent(ppm);

/** Parts per million of a percentage with at most four decimals. */
export const percentToPpm = (percent: number): number => Math.round(percent * PPM_PER_PERCENT);
