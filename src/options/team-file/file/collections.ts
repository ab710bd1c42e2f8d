/** The lists of a team file: JSON with everything that a team has stored. */

import type { z } from 'zod';
import {
  MAX_LIVE_TOKENS,
  MAX_MAIL_SUPPRESSIONS_OF_TEAM,
  MAX_MEMBERS_OF_TEAM,
} from '../../../domain/limits.ts';
import { foldCase } from '../../../domain/text/text.ts';
import { blockEntry } from '../../../schemas/block.ts';
import { couponEntry, discountEntry, feeEntry, taxEntry } from '../../../schemas/charges/entries.ts';
import { guestEntry } from '../../../schemas/guest.ts';
import { listingEntry } from '../../../schemas/listings/listing.ts';
import { GUEST_MAIL_KINDS } from '../../mail/domain/kinds.ts';
import { mailRuleEntry } from '../../mail/schemas/rule.ts';
import { mailSuppressionEntry } from '../../mail/schemas/suppression.ts';
import { mailTextEntry } from '../../mail/schemas/text.ts';
import { bookingEntry } from '../schemas/booking.ts';
import { memberEntry } from '../schemas/member.ts';
import { tokenEntry } from '../schemas/token.ts';

const exactly = (key: string) => key;

/**
 * `key` identifies an entry, and `same` gives the form in which keys are compared. `inner` names the lists
 * inside an entry, such as photos, whose items may have ids.
 */
export const COLLECTIONS = {
  members: { schema: memberEntry, key: 'email', same: foldCase, inner: [], max: MAX_MEMBERS_OF_TEAM },
  tokens: { schema: tokenEntry, key: 'name', same: exactly, inner: [], max: MAX_LIVE_TOKENS },
  fees: { schema: feeEntry, key: 'code', same: exactly, inner: [], max: 200 },
  taxes: { schema: taxEntry, key: 'code', same: exactly, inner: [], max: 200 },
  discounts: { schema: discountEntry, key: 'code', same: exactly, inner: [], max: 200 },
  coupons: { schema: couponEntry, key: 'code', same: foldCase, inner: [], max: 100_000 },
  mail_rules: { schema: mailRuleEntry, key: 'kind', same: exactly, inner: [], max: GUEST_MAIL_KINDS.length },
  mail_texts: { schema: mailTextEntry, key: 'kind', same: exactly, inner: [], max: GUEST_MAIL_KINDS.length },
  mail_suppressions: {
    schema: mailSuppressionEntry,
    key: 'email',
    same: foldCase,
    inner: [],
    max: MAX_MAIL_SUPPRESSIONS_OF_TEAM,
  },
  listings: {
    schema: listingEntry,
    key: 'slug',
    same: exactly,
    inner: ['units', 'photos'],
    max: 100_000,
  },
  guests: { schema: guestEntry, key: 'email', same: foldCase, inner: [], max: 10_000_000 },
  blocks: { schema: blockEntry, key: null, same: exactly, inner: [], max: 10_000_000 },
  bookings: {
    schema: bookingEntry,
    key: 'confirmation_code',
    same: exactly,
    inner: ['payments', 'invoices', 'events'],
    max: 10_000_000,
  },
} as const satisfies Record<string, Collection>;

type Collection = {
  schema: z.ZodObject;
  key: string | null;
  same: (key: string) => string;
  inner: readonly string[];
  max: number;
};

export type CollectionName = keyof typeof COLLECTIONS;
export const COLLECTION_NAMES = Object.keys(COLLECTIONS) as CollectionName[];

export type ValueIn<Name extends CollectionName> = z.output<(typeof COLLECTIONS)[Name]['schema']>;
