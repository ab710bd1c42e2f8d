/** Bounds the memory of photos, because a team can store far more of them than fits into memory. */
import type { Database } from '../db/client.ts';
import { BYTES_BESIDE_ADDRESSES, type PhotoRow } from '../db/queries/listings/listings.ts';
import type { RequestCost } from './cost.ts';
import { Invalid } from './errors.ts';

/** So much is always read. Almost all answers have less. */
const SMALL_BYTES = 1_048_576;
/** The most in one answer: more than 100 bookings with 50 photos each, whose three addresses have 2,000 letters. */
const MAX_BYTES = 41_943_040;

/** What a service needs to read something of a team for a request. */
export type ReadContext = { db: Database; teamId: number; cost: RequestCost };

const TOO_LARGE = 'The photos are too large for one answer. Ask for fewer listings at a time.';

/** Takes room for the photos, and other texts, that an answer contains. */
export function holdAnswer(cost: RequestCost, bytes: number): void {
  if (bytes > MAX_BYTES) throw new Invalid({ photos: [TOO_LARGE] });
  if (bytes > SMALL_BYTES) cost.holdText(bytes);
}

/**
 * Reads rows with their photos. `read` leaves out the photos of all rows if these have more than `most` bytes. They are
 * then read once there is room for them.
 */
export async function readWithPhotos<Row extends { photoBytes: number }>(
  cost: RequestCost,
  read: (most: number) => Promise<Row[]>,
): Promise<Row[]> {
  const rows = await read(SMALL_BYTES);
  if (readSize(rows) <= SMALL_BYTES) return rows;
  holdAnswer(cost, readSize(rows));
  const rowsWithPhotos = await read(MAX_BYTES);
  // There may be more of them by now.
  holdAnswer(cost, readSize(rowsWithPhotos));
  return rowsWithPhotos;
}

/** Every row has the size of the photos of all rows. */
const readSize = ([first]: { photoBytes: number }[]): number => first?.photoBytes ?? 0;

/** The same size of photos that have been read. */
export const measurePhotos = (photos: readonly PhotoRow[]): number =>
  photos.reduce((bytes, { thumbnailUrl, mediumUrl, originalUrl }) => {
    const addresses = [thumbnailUrl, mediumUrl, originalUrl];
    return addresses.reduce(
      (sum, address) => sum + Buffer.byteLength(address ?? ''),
      bytes + BYTES_BESIDE_ADDRESSES,
    );
  }, 0);
