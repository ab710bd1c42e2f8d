/** Settings of a team file that contradict each other (docs/rules.md, 16.12). */
import { expect, test } from 'vitest';
import { openSharedTeamFiles } from '../../../helpers/team-file.ts';

const files = await openSharedTeamFiles();

test('bounds that contradict each other are taken, and what does nothing in a tax is left out, both with a note', async () => {
  const team = { slug: 'crossed', name: 'Crossed', currency: 'EUR', timezone: 'UTC' };
  const season = { name: 'Summer', start_date: '2031-06-01', end_date: '2031-06-30' };
  const listing = {
    slug: 'loft',
    kind: 'standalone',
    public_title: 'Loft',
    max_guests: 2,
    rates: { nightly: 100 },
    rules: { min_stay: 5, max_stay: 3, advance_notice_days: 9, booking_window_days: 2 },
    seasons: [{ ...season, min_stay: 4, max_stay: 2 }],
    days: [
      { date: '2031-07-01', min_stay: 4, max_stay: 2 },
      { date: '2031-07-02', min_stay: 4, max_stay: 2 },
      { date: '2031-07-03', min_stay: 2, max_stay: 2 },
    ],
  };
  const taxes = [
    { code: 'city', name: 'City', basis: 'guest', amount: 200, max_nights: 7, applies_to: ['fees'] },
    { code: 'vat', name: 'VAT', basis: 'percent', percent: 6, applies_to: ['fees'], exempt_from_nights: 28 },
  ];
  const { notices } = await files.importSound({ team, listings: [listing], taxes });
  expect(notices).toEqual([
    'listings[0] (loft): rules.min_stay, 5, is more than max_stay, 3, so nothing can be booked',
    'listings[0] (loft): rules.advance_notice_days, 9, is more than booking_window_days, 2, so nothing can be booked',
    'listings[0] (loft): in 1 of its seasons, min_stay is more than max_stay, so no stay can begin, first from 2031-06-01',
    'listings[0] (loft): in 2 of its days, min_stay is more than max_stay, so no stay can begin, first on 2031-07-01',
    'taxes[0] (city): max_nights must not be given with basis "guest", so it was left out',
    'taxes[0] (city): applies_to must not be given with basis "guest", unless it names both, so it was left out',
  ]);
  const exported = await files.exportFile('crossed');
  expect(exported.listings[0].rules).toMatchObject(listing.rules);
  expect(exported.listings[0].days[0]).toMatchObject(listing.days[0] ?? {});
  expect(exported.taxes).toMatchObject([
    { code: 'city', max_nights: null, applies_to: ['accommodation', 'fees'] },
    { code: 'vat', applies_to: ['fees'], exempt_from_nights: 28 },
  ]);
  const again = await files.importSound(exported);
  expect(again.notices).toHaveLength(4);
});
