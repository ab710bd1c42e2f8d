/** How answers and team files write ids, moments and percentages. */

/** A percentage has at most four decimals: 8.875 % is 88,750. */
const PPM_PER_PERCENT = 10_000;

/** RFC 3339 in UTC, to the second, such as `2027-01-05T14:03:22+00:00`. */
export const toInstantText = (instant: Date): string => `${instant.toISOString().slice(0, 19)}+00:00`;
export const toInstantTextOrNull = (instant: Date | null): string | null => instant && toInstantText(instant);

export const ppmToPercent = (ppm: number): number => ppm / PPM_PER_PERCENT;
export const ppmToPercentOrNull = (ppm: number | null): number | null =>
  ppm === null ? null : ppmToPercent(ppm);

/** The percentage has at most four decimals. */
export const percentToPpm = (percent: number): number => Math.round(percent * PPM_PER_PERCENT);

/** In lower case, as it is stored. Null if the text is not a UUID (any UUID, in either case). */
export function parseUuid(text: string): string | null {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text.toLowerCase() : null;
}

/** When a UUIDv7 was made. The earliest possible moment for any other id, which contains no time. */
export const readTimeOfUuid = (id: string): Date =>
  new Date(id.charAt(14) === '7' ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : 0);
