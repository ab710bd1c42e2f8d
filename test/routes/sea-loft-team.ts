import type { TestApp } from '../helpers/app.ts';
import { clientOf } from '../helpers/bookings.ts';
import { buildTeam, buildToken } from '../helpers/factories.ts';
import { sayThroughApi } from './team-through-api.ts';

/** The team of the worked price (docs/rules.md, 6): Sea Loft with its team's charges and coupons, as a team file. */
export const SEA_LOFT_TEAM = {
  team: {
    slug: 'harbour',
    name: 'Harbour Stays',
    currency: 'EUR',
    timezone: 'Europe/Lisbon',
    enforce_token_scope: false,
    deposit_percent: 30,
    balance_due_days: 30,
  },
  fees: [
    { code: 'cleaning', name: 'Cleaning fee', basis: 'stay', amount: 5000, taxable: true, listings: null },
    { code: 'service', name: 'Service fee', basis: 'percent', percent: 3.5 },
  ],
  taxes: [
    { code: 'vat', name: 'VAT', basis: 'percent', percent: 6, applies_to: ['accommodation', 'fees'] },
    { code: 'city', name: 'City tax', basis: 'guest_night', amount: 200, max_nights: 7 },
  ],
  discounts: [
    { code: 'weekly', name: 'Weekly discount', kind: 'length_of_stay', min_nights: 7, percent: 10 },
    { code: 'early', name: 'Early bird', kind: 'early_bird', days_before: 90, percent: 5 },
  ],
  coupons: [
    { code: 'SPRING15', percent: 15, min_nights: 2, max_redemptions: 100, listings: ['sea-loft'] },
    { code: 'TAKE20', amount: 2000 },
  ],
  listings: [
    {
      slug: 'sea-loft',
      kind: 'standalone',
      public_title: 'Sea Loft',
      max_guests: 4,
      rates: {
        nightly: 12000,
        weekend_nightly: 15000,
        weekend_days: [5, 6],
        included_guests: 2,
        extra_guest_nightly: 1500,
      },
      rules: { min_stay: 2, max_stay: 28, advance_notice_days: 1, booking_window_days: 540 },
      seasons: [
        {
          name: 'Summer',
          start_date: '2027-06-15',
          end_date: '2027-09-15',
          nightly: 18000,
          weekend_nightly: 21000,
          min_stay: 4,
        },
      ],
      days: [{ date: '2027-12-31', nightly: 40000, min_stay: 3, closed_for_departure: true }],
      units: [{ name: 'Loft A' }, { name: 'Loft B' }],
    },
  ],
};

/** Makes this team through the API, and answers its token and its listing. */
export async function openSeaLoft(world: TestApp) {
  const { slug, currency, timezone } = SEA_LOFT_TEAM.team;
  const { id: teamId } = await buildTeam(world, { slug, currency, timezone });
  const token = await buildToken(world, { teamId, name: 'Test' });
  const client = clientOf(world, token);
  const listings = SEA_LOFT_TEAM.listings.map((listing) => ({ ...listing, photos: [] }));
  await sayThroughApi(client, { ...SEA_LOFT_TEAM, listings, guests: [], blocks: [] });
  const [listing] = await client.read('/listings');
  return { token, client, loftId: listing.id as string };
}
