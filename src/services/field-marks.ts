import type { ListingRecord } from '../db/queries/listings/listings.ts';

/**
 * What fields say of themselves that services must know. It stands in the tables of fields (`schemas`), which services do
 * not import, so it is given to them where they are made.
 */
export type FieldMarks = {
  /** The columns of a listing whose change alone does not move its `updated_at`. */
  untouchedBy: { listings: ReadonlySet<keyof ListingRecord> };
};
