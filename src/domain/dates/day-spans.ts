import type { StayDate } from './dates.ts';

/** Days from one on until another, which is not among them, or all days from one on if `to` is null. */
export type DaySpan = { readonly from: StayDate; readonly to: StayDate | null };
