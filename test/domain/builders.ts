import type { ListingOffer } from '../../src/domain/availability/offer.ts';
import type { Coupon } from '../../src/domain/coupon.ts';
import type { Stay } from '../../src/domain/dates/dates.ts';
import type { Inventory, InventoryUnit, Occupancy } from '../../src/domain/inventory/inventory.ts';
import type { Fee, Tax } from '../../src/domain/pricing/charges.ts';
import type { Discount } from '../../src/domain/pricing/discounts.ts';
import type { DayOverride, RatesAndStayRules, Season } from '../../src/domain/pricing/nightly-rates.ts';
import type { Tariff } from '../../src/domain/pricing/price-stay.ts';

// Simple inputs without any rule. A test names only the values that matter to it.

export function buildTerms(overrides: Partial<RatesAndStayRules> = {}): RatesAndStayRules {
  return {
    nightlyCents: 10_000,
    weekendNightlyCents: null,
    weekendDays: [5, 6],
    includedGuests: null,
    extraGuestNightlyCents: 0,
    extraChildNightlyCents: null,
    maxGuests: 4,
    maxChildren: null,
    maxInfants: null,
    maxPets: 0,
    minStay: null,
    maxStay: null,
    advanceNoticeDays: null,
    bookingWindowDays: null,
    preparationDays: 0,
    ...overrides,
  };
}

export function buildSeason(startDate: string, endDate: string, overrides: Partial<Season> = {}): Season {
  return {
    startDate,
    endDate,
    nightlyCents: null,
    weekendNightlyCents: null,
    minStay: null,
    maxStay: null,
    ...overrides,
  };
}

export function buildDay(date: string, overrides: Partial<DayOverride> = {}): DayOverride {
  return {
    date,
    nightlyCents: null,
    minStay: null,
    maxStay: null,
    closedForArrival: false,
    closedForDeparture: false,
    closed: false,
    ...overrides,
  };
}

/** The guests of any age, on any day. */
export const forEverybody = { agesFrom: null, agesTo: null, validFrom: null, validUntil: null };

export function buildFee(overrides: Partial<Fee> = {}): Fee {
  return {
    code: 'fee',
    name: 'Fee',
    basis: 'stay',
    amountCents: null,
    percentPpm: null,
    taxable: false,
    optional: false,
    maxQuantity: null,
    ...forEverybody,
    ...overrides,
  };
}

export function buildTax(overrides: Partial<Tax> = {}): Tax {
  return {
    code: 'tax',
    name: 'Tax',
    basis: 'percent',
    amountCents: null,
    percentPpm: null,
    appliesTo: ['accommodation', 'fees'],
    maxNights: null,
    exemptFromNights: null,
    included: false,
    maxAmountCents: null,
    ...forEverybody,
    ...overrides,
  };
}

export function buildDiscount(overrides: Partial<Discount> = {}): Discount {
  return {
    code: 'discount',
    name: 'Discount',
    kind: 'length_of_stay',
    percentPpm: 100_000,
    minNights: 1,
    daysBefore: null,
    ...overrides,
  };
}

export function buildCoupon(overrides: Partial<Coupon> = {}): Coupon {
  return {
    code: 'COUPON',
    percentPpm: null,
    amountCents: null,
    active: true,
    validFrom: null,
    validUntil: null,
    stayFrom: null,
    stayUntil: null,
    minNights: null,
    maxRedemptions: null,
    redemptions: 0,
    appliesToListing: true,
    ...overrides,
  };
}

export function buildTariff(overrides: Partial<Tariff> = {}): Tariff {
  return { terms: buildTerms(), seasons: [], days: [], fees: [], taxes: [], discounts: [], ...overrides };
}

export function buildUnits(...names: string[]): InventoryUnit[] {
  return names.map((name) => ({ id: `id-${name}`, name }));
}

export function taken(unitName: string, startDate: string, endDate: string): Occupancy {
  return { unitId: `id-${unitName}`, startDate, endDate };
}

export function buildInventory(overrides: Partial<Inventory> = {}): Inventory {
  return { units: buildUnits('A'), wholeBuilding: false, occupancies: [], ...overrides };
}

export function buildOffer(overrides: Partial<ListingOffer> = {}): ListingOffer {
  return {
    bookable: true,
    terms: buildTerms(),
    seasons: [],
    days: [],
    inventory: buildInventory(),
    ...overrides,
  };
}

export function stayOf(checkIn: string, checkOut: string): Stay {
  return { checkIn, checkOut };
}

/** Sea Loft with its team's charges: the listing of the worked price (docs/rules.md, 6). */
export const seaLoft: Tariff = {
  terms: buildTerms({
    nightlyCents: 12_000,
    weekendNightlyCents: 15_000,
    includedGuests: 2,
    extraGuestNightlyCents: 1_500,
    minStay: 2,
    maxStay: 28,
    advanceNoticeDays: 1,
    bookingWindowDays: 540,
  }),
  seasons: [
    buildSeason('2027-06-15', '2027-09-15', {
      nightlyCents: 18_000,
      weekendNightlyCents: 21_000,
      minStay: 4,
    }),
  ],
  days: [buildDay('2027-12-31', { nightlyCents: 40_000, minStay: 3, closedForDeparture: true })],
  fees: [
    buildFee({ code: 'cleaning', name: 'Cleaning fee', amountCents: 5_000, taxable: true }),
    buildFee({ code: 'service', name: 'Service fee', basis: 'percent', percentPpm: 35_000 }),
  ],
  taxes: [
    buildTax({ code: 'vat', name: 'VAT', percentPpm: 60_000 }),
    buildTax({ code: 'city', name: 'City tax', basis: 'guest_night', amountCents: 200, maxNights: 7 }),
  ],
  discounts: [
    buildDiscount({ code: 'weekly', name: 'Weekly discount', minNights: 7, percentPpm: 100_000 }),
    buildDiscount({
      code: 'early',
      name: 'Early bird',
      kind: 'early_bird',
      minNights: null,
      daysBefore: 90,
      percentPpm: 50_000,
    }),
  ],
};

export const spring15: Coupon = buildCoupon({
  code: 'SPRING15',
  percentPpm: 150_000,
  minNights: 2,
  maxRedemptions: 100,
});

export const take20: Coupon = buildCoupon({ code: 'TAKE20', amountCents: 2_000 });
