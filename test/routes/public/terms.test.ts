import { expect, it } from 'vitest';
import { openSharedApp } from '../../helpers/app.ts';
import { buildListing, buildTeam } from '../../helpers/factories.ts';

const world = await openSharedApp();

const policy = (name: string) => ({
  name,
  graceHours: 24,
  graceDaysBefore: 0,
  tiers: [{ daysBefore: 7, refundPpm: 500_000 }],
});
const shown = (name: string) => ({
  name,
  grace_hours: 24,
  grace_days_before: 0,
  tiers: [{ days_before: 7, refund_percent: 50 }],
  fee_of: 'total',
  fee_tax: null,
});

it('a booking site’s terms show the payment terms and the cancellation policy that applies to each place', async () => {
  const terms = { depositPpm: 300_000, balanceDueDays: 30, siteBookings: 'request' as const };
  const { id: teamId, slug: site } = await buildTeam(world, { ...terms, cancellationPolicy: policy('Team') });
  const building = { teamId, kind: 'building' as const, slug: 'pier' };
  const { id: buildingId } = await buildListing(world, { ...building, cancellationPolicy: policy('Pier') });
  const own = {
    securityDepositCents: 20_000,
    registrationNumber: '1/AL',
    cancellationPolicy: policy('Loft'),
  };
  await buildListing(world, { teamId, slug: 'loft', ...own });
  await buildListing(world, { teamId, slug: 'hut' });
  await buildListing(world, { teamId, slug: 'room', kind: 'unit_type', buildingId });
  await buildListing(world, { teamId, slug: 'hidden', listedOnSite: false });
  const read = (slug: string) => world.get(`/v1/public/${site}/listings/${slug}/terms`);
  expect((await read('loft')).json()).toEqual({
    data: {
      site_bookings: 'request',
      cancellation_policy: shown('Loft'),
      deposit_percent: 30,
      balance_due_days: 30,
      security_deposit: 20_000,
      currency: 'EUR',
      check_in_time: '15:00',
      check_out_time: '11:00',
      registration_number: '1/AL',
      site_cancellation: 'off',
    },
  });
  const bare = { security_deposit: null, registration_number: null };
  expect((await read('hut')).json().data).toMatchObject({ ...bare, cancellation_policy: shown('Team') });
  expect((await read('room')).json().data).toMatchObject({ ...bare, cancellation_policy: shown('Pier') });
  for (const slug of ['hidden', 'nothing', 'No']) expect((await read(slug)).statusCode).toBe(404);
});
