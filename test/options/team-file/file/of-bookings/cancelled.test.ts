/** Cancelled bookings with a fee in team files (docs/rules.md, 20.5). */
import { expect, it } from 'vitest';
import { exportTeamFile } from '../../../../../src/options/team-file/file/export/export.ts';
import { importTeamFile } from '../../../../../src/options/team-file/file/import.ts';
import { openSharedApp } from '../../../../helpers/app.ts';
import { expectSound, type Inn, type Json, openInn } from '../../../../helpers/bookings.ts';

const world = await openSharedApp();

async function exportOf(inn: Inn): Promise<Json> {
  let text = '';
  const write = async (piece: string) => {
    text += piece;
  };
  await exportTeamFile(world.services, (await inn.read('/team')).slug, { secrets: false, write });
  return JSON.parse(text);
}

/** A booking of 400.00 that was cancelled with a fee of 250.00, and whose invoice was paid. */
async function openCancelled() {
  const inn = await openInn(world);
  const { id } = await inn.book();
  const [invoice] = (await inn.folio(id)).invoices;
  await inn.data(inn.send('PUT', `/bookings/${id}/invoices/${invoice.id}`, { status: 'paid' }));
  await inn.data(inn.send('POST', `/bookings/${id}/payments`, { amount: 10_000 }), 201);
  await inn.data(inn.cancel(id, { fee: 25_000 }));
  return { inn, id };
}

it('a file of a cancelled booking that owes a fee, with a voided credit note, is imported as it was exported', async () => {
  const { inn, id } = await openCancelled();
  const credit = (await inn.folio(id)).invoices.find(({ kind }: Json) => kind === 'credit_note');
  await inn.data(inn.send('PUT', `/bookings/${id}/invoices/${credit.id}`, { status: 'void' }));
  const file = await exportOf(inn);
  const before = await inn.folio(id);
  // A payment and the documents are changed and changed back.
  const other = structuredClone(file);
  other.bookings[0].payments = [];
  other.bookings[0].invoices = [];
  await importTeamFile(world.services, other);
  expect(await inn.folio(id)).toMatchObject({ balance_due: 0, invoices: [] });
  await importTeamFile(world.services, file);
  expect(await inn.folio(id)).toEqual(before);
  await expectSound(world);
});

it('a credit note of a booking that was cancelled without a decided fee is imported as it was exported', async () => {
  const inn = await openInn(world);
  const { id } = await inn.book();
  const [invoice] = (await inn.folio(id)).invoices;
  const path = `/bookings/${id}/invoices/${invoice.id}`;
  await inn.data(inn.send('PUT', path, { status: 'paid' }));
  await inn.data(inn.cancel(id));
  await inn.data(inn.send('POST', `${path}/credit`, {}), 201);
  const before = await inn.folio(id);
  expect(before.invoices).toMatchObject([{ status: 'paid' }, { kind: 'credit_note', status: 'open' }]);
  expect(await importTeamFile(world.services, await exportOf(inn))).toMatchObject({ ok: true });
  expect(await inn.folio(id)).toEqual(before);
  await expectSound(world);
});

it('what is scheduled and invoiced of a cancelled booking is at most what its fee leaves', async () => {
  const { inn } = await openCancelled();
  const file = await exportOf(inn);
  const [booking] = file.bookings;
  const scheduled = booking.payments.find(({ status }: Json) => status === 'scheduled');
  const invoice = booking.invoices.find(({ amount }: Json) => amount === 25_000);
  scheduled.amount = 15_001;
  invoice.amount = 425_001;
  expect(await importTeamFile(world.services, file)).toMatchObject({
    ok: false,
    problems: [
      expect.stringContaining(
        'payments that are scheduled must add up to at most what the fee leaves owed, 15000, not 15001',
      ),
      expect.stringContaining(
        'invoices that are open must add up to at most 0, the rest of the fee, not 385001',
      ),
    ],
  });
});
