import type { StayDate } from './dates.ts';

/** `to` is not included, and null for all days from `from` on. */
export type DaySpan = { readonly from: StayDate; readonly to: StayDate | null };
