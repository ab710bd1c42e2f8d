import { addDays, type StayDate } from '../src/domain/dates.ts';
import type { CouponEntry, DiscountEntry, FeeEntry, TaxEntry } from './entries.ts';

/** The listings with Lisbon's city tax, and those with the tax of the towns on the coast. */
const IN_LISBON = ['sea-loft', 'tile-house', 'tide-boat', 'bica-studio', 'belem-room'];
const ON_THE_COAST = [
  'pier-house',
  'pier-double',
  'pier-family',
  'pier-attic',
  'lighthouse-villa',
  'surf-cabins',
  'fishermans-cottage',
];
/** The boat's prices include VAT. Everywhere else it is added. */
const VAT_ADDED = [
  'sea-loft',
  'tile-house',
  'bica-studio',
  'belem-room',
  ...ON_THE_COAST,
  'blackberry-farm',
  'dune-tents',
  'ginjal-rooms',
];

export const FEES: readonly FeeEntry[] = [
  { code: 'cleaning', name: 'Cleaning fee', basis: 'stay', amount: 5000, taxable: true },
  { code: 'service', name: 'Service fee', basis: 'percent', percent: 3.5, taxable: false },
  {
    code: 'breakfast',
    name: 'Breakfast on the pier',
    basis: 'guest_night',
    amount: 900,
    taxable: true,
    listings: ['pier-double', 'pier-attic'],
  },
  {
    code: 'linen',
    name: 'Linen and towels',
    basis: 'guest',
    amount: 1200,
    taxable: false,
    listings: ['surf-cabins', 'blackberry-farm', 'fishermans-cottage'],
  },
  {
    code: 'pool-heating',
    name: 'Pool heating',
    basis: 'night',
    amount: 2500,
    taxable: true,
    listings: ['lighthouse-villa'],
  },
];

export const TAXES: readonly TaxEntry[] = [
  {
    code: 'vat',
    name: 'VAT',
    basis: 'percent',
    percent: 6,
    applies_to: ['accommodation', 'fees'],
    listings: VAT_ADDED,
  },
  {
    code: 'vat-boat',
    name: 'VAT (in the price)',
    basis: 'percent',
    percent: 6,
    applies_to: ['accommodation'],
    included: true,
    listings: ['tide-boat'],
  },
  {
    code: 'vat-services',
    name: 'VAT on services',
    basis: 'percent',
    percent: 23,
    applies_to: ['fees'],
    listings: ['tide-boat'],
  },
  { code: 'city', name: 'City tax', basis: 'guest_night', amount: 200, max_nights: 7, listings: IN_LISBON },
  {
    code: 'coast',
    name: 'Tourist tax',
    basis: 'guest_night',
    amount: 150,
    max_nights: 5,
    listings: ON_THE_COAST,
  },
];

export const DISCOUNTS: readonly DiscountEntry[] = [
  { code: 'weekly', name: 'Weekly discount', kind: 'length_of_stay', min_nights: 7, percent: 10 },
  { code: 'monthly', name: 'Monthly discount', kind: 'length_of_stay', min_nights: 28, percent: 22.5 },
  { code: 'early', name: 'Early bird', kind: 'early_bird', days_before: 90, percent: 5 },
  {
    code: 'last-minute',
    name: 'Last minute',
    kind: 'last_minute',
    days_before: 5,
    percent: 12,
    listings: ['tide-boat', 'pier-attic', 'surf-cabins', 'dune-tents'],
  },
];

/** The coupons, with their windows around today. */
export function couponsOn(today: StayDate): CouponEntry[] {
  return [
    { code: 'SPRING15', percent: 15, min_nights: 2, max_redemptions: 100, listings: ['sea-loft'] },
    { code: 'TAKE20', amount: 2000 },
    {
      code: 'HELLO10',
      percent: 10,
      valid_from: addDays(today, -60),
      valid_until: addDays(today, 60),
      stay_from: addDays(today, -30),
      stay_until: addDays(today, 270),
    },
    {
      code: 'PIER50',
      amount: 5000,
      min_nights: 3,
      max_redemptions: 3,
      listings: ['pier-house', 'pier-double', 'pier-family', 'pier-attic'],
    },
    // Used up: a booking below has its one redemption.
    { code: 'THANKYOU25', percent: 25, max_redemptions: 1 },
    // Ended yesterday.
    { code: 'AUTUMNSEA', percent: 12.5, valid_from: addDays(today, -90), valid_until: addDays(today, -1) },
    { code: 'OLDFRIENDS', percent: 20, active: false },
  ];
}
