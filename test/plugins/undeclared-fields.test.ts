import { expect, test } from 'vitest';
import { openSharedApp } from '../helpers/app.ts';
import { openInn } from '../helpers/bookings.ts';
import { day } from '../helpers/factories.ts';

const world = await openSharedApp();

const NOBODY = '0197f000-0000-7000-8000-000000000000';
const LONG_AGO = '2000-01-01T00:00:00+00:00';
/** Fields that an attacker might hope to set. */
const HOPED_FOR = {
  id: NOBODY,
  team_id: 1,
  confirmation_code: 'MINEMINE',
  grand_total: 0,
  accommodation_total: 0,
  price_breakdown: [],
  currency: 'JPY',
  unit: { id: NOBODY, name: 'The best' },
  preparation_days: 0,
  created_at: LONG_AGO,
  updated_at: LONG_AGO,
  cancelled_at: LONG_AGO,
  paid_total: 1_000_000,
  guest_notes: 'x',
};

test('a body sets only the fields that its endpoint declares', async () => {
  const inn = await openInn(world, { role: 'owner' });
  const plain = await inn.book({ check_in: day(10), check_out: day(12), guest: { name: 'Bea' } });
  const guest = { name: 'Bea', id: NOBODY, notes: 'x' };
  const greedy = await inn.book({ ...HOPED_FOR, check_in: day(20), check_out: day(22), guest });
  for (const [field, hoped] of Object.entries(HOPED_FOR)) {
    if (['id', 'confirmation_code'].includes(field)) expect(greedy[field]).not.toEqual(hoped);
    else expect([field, greedy[field]]).toEqual([field, plain[field]]);
  }
  expect({ ...greedy.guest, id: '' }).toEqual({ ...plain.guest, id: '' });
  const fixed = { status: 'cancelled', source: 'airbnb', guest_id: NOBODY, nights: 99 };
  expect(await inn.data(inn.change(plain.id, { ...HOPED_FOR, ...fixed, notes: plain.notes }))).toEqual(plain);
  const ofGuest = { name: 'Bea', id: NOBODY, team_id: 1, created_at: LONG_AGO, search_text: 'x' };
  expect(await inn.data(inn.send('PUT', `/guests/${plain.guest.id}`, ofGuest))).toEqual(plain.guest);
  const { payments } = await inn.folio(plain.id);
  const step = { status: 'paid', amount: 1, refunded_at: LONG_AGO };
  const folio = await inn.data(inn.send('PUT', `/bookings/${plain.id}/payments/${payments[0].id}`, step));
  const paid_at = expect.stringMatching(/^2031-/);
  expect(folio.payments).toEqual([{ ...payments[0], status: 'paid', paid_at }]);
});
