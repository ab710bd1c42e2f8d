/** What a charge does to a stay, shown by an example that is priced like a quote (docs/rules.md, 16.9). */

import { type Stay, todayInZone } from '../../../domain/dates/dates.ts';
import type { PartyRequest } from '../../../domain/party.ts';
import {
  type ChargeConditions,
  chooseExampleParty,
  chooseExampleStay,
} from '../../../domain/pricing/example-stay.ts';
import type { PriceLine } from '../../../domain/pricing/lines.ts';
import { type QuoteScope, type QuoteWithExtras, quoteListing } from '../../../services/availability/quote.ts';
import {
  type ChargeChange,
  type ChargeKind,
  previewCharge,
  type ShownCharge,
} from '../../../services/catalogue/charges.ts';
import { Invalid } from '../../../services/errors.ts';
import type { TeamScope } from '../../../services/team-scope.ts';
import { findExamplePlace } from '../db/queries/places.ts';

type ExamplePlace = NonNullable<Awaited<ReturnType<typeof findExamplePlace>>>;

/** `own` is the charge's price line, or null if the charge does not change the price of this stay. */
export type ChargeExample = {
  place: ExamplePlace;
  stay: Stay;
  quote: QuoteWithExtras;
  own: PriceLine | null;
};
/** The coupon cannot be used, or the price would be too large. */
export type NoExample = { why: string };

/** Null if the team has no place that can be booked. Charges with the same example stay share one quote. */
export function createExampleReader(scope: QuoteScope) {
  const places = new Map<string, Promise<ExamplePlace | null>>();
  const quotes = new Map<string, Promise<QuoteWithExtras | NoExample | null>>();

  return async ({ kind, row }: ShownCharge): Promise<ChargeExample | NoExample | null> => {
    const ids = row.listingIds;
    const place = await places.getOrInsertComputed(ids === null ? '*' : ids.join(), () =>
      findExamplePlace(scope.db, scope.teamId, ids),
    );
    if (!place) return null;
    const conditions: ChargeConditions = row;
    const stay = chooseExampleStay(conditions, todayInZone(place.timezone, scope.clock()));
    const request = {
      stay,
      party: chooseExampleParty(conditions, place.maxGuests),
      couponCode: kind === 'coupon' ? row.code : null,
      extras: 'optional' in row && row.optional ? [{ code: row.code, quantity: 1 }] : [],
    };
    const quote = await quotes.getOrInsertComputed(JSON.stringify([place.id, request]), () =>
      quoteExample(scope, place, request),
    );
    if (!quote || 'why' in quote) return quote;
    return {
      place,
      stay,
      quote,
      own: quote.price.lines.find((line) => isLineOf(line, kind, row.code)) ?? null,
    };
  };
}

/**
 * Of a charge that is not stored. One that could not be stored is refused with the errors that storing it
 * would give.
 */
export const previewChargeExample = (
  scope: TeamScope,
  path: { isNew: boolean; code: string },
  change: ChargeChange,
): Promise<ChargeExample | NoExample | null> =>
  previewCharge(scope, path, change, ({ tx }, charge) => createExampleReader({ ...scope, db: tx })(charge));

type ExampleRequest = {
  stay: Stay;
  party: PartyRequest;
  couponCode: string | null;
  extras: { code: string; quantity: number }[];
};

async function quoteExample(scope: QuoteScope, { id }: ExamplePlace, request: ExampleRequest) {
  try {
    return await quoteListing(scope, { id }, { ...request, alternatives: 0 });
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    return { why: error.message };
  }
}

const isLineOf = (line: PriceLine, kind: ChargeKind, code: string): boolean =>
  kind === 'coupon'
    ? line.type === 'discount' && line.code === `coupon:${code}`
    : line.type === kind && line.code === code;
