/** Credit notes, and what invoices say, in team files. */
import { describe, expect, it } from 'vitest';
import { importTeamFile } from '../../../../../src/options/team-file/file/import.ts';
import { openSharedApp } from '../../../../helpers/app.ts';
import type { Inn, Json } from '../../../../helpers/bookings.ts';
import { day } from '../../../../helpers/factories.ts';
import {
  issue,
  openTaxedInn,
  payInvoice,
  setStatus,
  summarizeInvoices,
} from '../../../../routes/folio/taxed-inn.ts';
import { exportOf as exportTeam } from './export-of.ts';

const world = await openSharedApp();
const exportOf = async ({ read }: Inn): Promise<Json> => exportTeam(world, (await read('/team')).slug, false);

it('an invoice of another system keeps what it has shown when its booking changes', async () => {
  const inn = await openTaxedInn(world);
  const booking = await inn.book();
  await payInvoice(inn, booking.id);
  await world.db.execute(`update invoices set document = null where booking_id = '${booking.id}'`);
  await inn.change(booking.id, { notes: 'Late.' });
  const read = async () => (await exportOf(inn)).bookings[0].invoices;
  expect((await read())[0]).toMatchObject({ document: null });
  await inn.change(booking.id, { check_out: day(6) });
  const [first, second] = await read();
  expect(first.document).toMatchObject({
    check_out: day(4),
    lines: [{ amount: 40_000 }, { amount: 4_000 }],
  });
  expect(second.document.taxes).toEqual([
    { code: 'vat', name: 'VAT', percent: 10, included: false, base_amount: 20_000, amount: 2_000 },
  ]);
});

it('an invoice is issued by hand where one was voided, with the addresses of today, and only then', async () => {
  const inn = await openTaxedInn(world);
  const booking = await inn.book();
  const complete = { status: ['The invoices of the booking add up to its total already.'] };
  const refused = await issue(inn, booking.id);
  expect([refused.status, refused.body.errors]).toEqual([422, complete]);
  const [first] = (await inn.folio(booking.id)).invoices;
  await inn.data(setStatus(inn, booking.id, first.id, 'void'));
  await inn.change(booking.id, { billing_name: 'Lind AB' });
  const answer = await issue(inn, booking.id);
  expect([answer.status, answer.headers.location]).toEqual([201, `/v1/bookings/${booking.id}/folio`]);
  expect(await summarizeInvoices(inn, booking)).toEqual(['invoice -1 44000 void', 'invoice -2 44000 open']);
  const [{ invoices }] = (await exportOf(inn)).bookings;
  expect(invoices[1].document).toMatchObject({ billing_name: 'Lind AB', taxes: [{ amount: 4_000 }] });
  const [last] = (await inn.events(booking.id)).toReversed();
  expect(last).toMatchObject({ type: 'booking.folio_changed', data: { status: [null, 'open'] } });
  expect((await issue(inn, booking.id)).body.errors).toEqual(complete);
});

describe('credit notes in a team file', () => {
  it('an export with credit notes and their taxes, imported again, is the same', async () => {
    const inn = await openTaxedInn(world);
    const booking = await inn.book();
    await payInvoice(inn, booking.id);
    await inn.change(booking.id, { check_out: day(3) });
    const file = await exportOf(inn);
    expect(await importTeamFile(world.services, file)).toMatchObject({ ok: true });
    expect((await exportOf(inn)).bookings).toEqual(file.bookings);
  });

  it.each([
    [{ kind: 'credit_note', amount: 1 }, 'amount must not be above 0 with kind "credit_note"'],
    [{ amount: -1 }, 'amount must not be below 0'],
    [{ amount: 1, corrects: ['0197a8a0-0000-7000-8000-000000000000'] }, 'corrects must only be given'],
    [
      { kind: 'credit_note', amount: -1, corrects: ['0197a8a0-0000-7000-8000-000000000000'] },
      'corrects must be ids of invoices of the booking',
    ],
  ])('an invoice that contradicts itself is a problem: %j', async (entry, problem) => {
    const inn = await openTaxedInn(world);
    await inn.book();
    const file = await exportOf(inn);
    file.bookings[0].invoices = [{ number: 'X-1', status: 'paid', ...entry }];
    const result = await importTeamFile(world.services, file);
    expect(result).toMatchObject({ ok: false, problems: [expect.stringContaining(problem)] });
  });
});
