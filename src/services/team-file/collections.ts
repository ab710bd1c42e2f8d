/** The lists of a team file (contract, section 11): their entries, the keys of entries, and their maximum lengths. */

import type { z } from 'zod';
import { MAX_LIVE_TOKENS, MAX_MEMBERS } from '../../domain/limits.ts';
import { foldCase } from '../../domain/text.ts';
import { couponEntry, discountEntry, feeEntry, taxEntry } from '../../schemas/charge.ts';
import { listingEntry } from '../../schemas/listing.ts';
import { BLOCK } from '../team-data/block.ts';
import { BOOKING } from '../team-data/booking.ts';
import { GUEST } from '../team-data/guest.ts';
import type { Kind } from '../team-data/kind.ts';
import { MEMBER } from '../team-data/member.ts';
import { TOKEN } from '../team-data/token.ts';

const exactly = (key: string) => key;

/**
 * `key` is the field that identifies an entry, and `same` the form in which two keys are compared. `inner` names lists
 * inside an entry whose own entries may have ids.
 */
export const COLLECTIONS = {
  members: { kind: MEMBER, key: 'email', same: foldCase, inner: [], max: MAX_MEMBERS },
  tokens: { kind: TOKEN, key: 'name', same: exactly, inner: [], max: MAX_LIVE_TOKENS },
  fees: { kind: { schema: feeEntry }, key: 'code', same: exactly, inner: [], max: 200 },
  taxes: { kind: { schema: taxEntry }, key: 'code', same: exactly, inner: [], max: 200 },
  discounts: { kind: { schema: discountEntry }, key: 'code', same: exactly, inner: [], max: 200 },
  coupons: { kind: { schema: couponEntry }, key: 'code', same: foldCase, inner: [], max: 100_000 },
  listings: {
    kind: { schema: listingEntry },
    key: 'slug',
    same: exactly,
    inner: ['units', 'photos'],
    max: 100_000,
  },
  guests: { kind: GUEST, key: 'email', same: foldCase, inner: [], max: 10_000_000 },
  blocks: { kind: BLOCK, key: null, same: exactly, inner: [], max: 10_000_000 },
  bookings: {
    kind: BOOKING,
    key: 'confirmation_code',
    same: exactly,
    inner: ['payments', 'invoices', 'events'],
    max: 10_000_000,
  },
} as const satisfies Record<string, Collection>;

type Collection = {
  kind: Pick<Kind<never, never>, 'schema'>;
  key: string | null;
  same: (key: string) => string;
  inner: readonly string[];
  max: number;
};

export type CollectionName = keyof typeof COLLECTIONS;
export const COLLECTION_NAMES = Object.keys(COLLECTIONS) as CollectionName[];

/** The value of an entry in a collection. */
export type ValueIn<Name extends CollectionName> =
  (typeof COLLECTIONS)[Name]['kind'] extends Kind<infer Value, infer _Required>
    ? Value
    : z.output<(typeof COLLECTIONS)[Name]['kind']['schema']>;
