/** Invoices with consecutive numbers in team files. */
import { describe, expect, it } from 'vitest';
import { importTeamFile } from '../../../../../src/options/team-file/file/import.ts';
import { openSharedApp, openTestApp } from '../../../../helpers/app.ts';
import { expectSound } from '../../../../helpers/bookings.ts';
import {
  credit,
  invoicesOf,
  issueFirst,
  openNumberingInn,
  setStatus,
  setTeam,
} from '../../../../routes/folio/numbering.ts';
import { exportOf } from './export-of.ts';

const world = await openSharedApp();

it('a draft says when it is issued what the booking and the team say on that day', async () => {
  const inn = await openNumberingInn(world);
  const { id } = await inn.book();
  await inn.data(inn.change(id, { billing_name: 'Lind AB' }));
  await setTeam(inn, { invoice_details: { name: 'Harbour Ltd', title: 'Tax invoice' } });
  const [draft] = await invoicesOf(inn, id);
  await inn.data(setStatus(inn, id, draft.id, 'issued'));
  await inn.data(inn.change(id, { billing_name: 'Other AB' }));
  const file = await exportOf(world, (await inn.read('/team')).slug, false);
  expect(file.bookings[0].invoices[0].document).toMatchObject({
    billing_name: 'Lind AB',
    seller: { name: 'Harbour Ltd', title: 'Tax invoice' },
    taxes: [{ code: 'vat', amount: 4_000 }],
  });
});

describe('a team file', () => {
  it('brings drafts, numbers and both counters to another database', async () => {
    const inn = await openNumberingInn(world, { credit_note_prefix: 'C-', invoice_next_number: 5 });
    const { id, invoice } = await issueFirst(inn);
    await inn.data(credit(inn, id, invoice.id), 201);
    await inn.book();
    const { slug } = await inn.read('/team');
    const file = await exportOf(world, slug, false);
    expect(file.team).toMatchObject({
      invoice_numbering: 'consecutive',
      invoice_next_number: 6,
      credit_note_prefix: 'C-',
      credit_note_next_number: 2,
    });
    const other = await openTestApp();
    expect(await importTeamFile(other.services, file)).toMatchObject({ ok: true });
    expect(await exportOf(other, slug, false)).toMatchObject({ team: file.team, bookings: file.bookings });
    expect(await importTeamFile(other.services, file)).toMatchObject({ ok: true });
    expect(await exportOf(other, slug, false)).toMatchObject({ team: file.team, bookings: file.bookings });
    await expectSound(other);
  });

  it('leaves a lower next number, says so, and goes on above the numbers that it brings', async () => {
    const inn = await openNumberingInn(world, { invoice_next_number: 30 });
    await issueFirst(inn);
    const { slug } = await inn.read('/team');
    const file = await exportOf(world, slug, false);
    file.team.invoice_next_number = 12;
    const result = await importTeamFile(world.services, file);
    expect(result).toMatchObject({
      ok: true,
      notices: [`team (${slug}): invoice_next_number was left at 31, because no number is used twice`],
    });
    delete file.team.invoice_next_number;
    const other = await openTestApp();
    expect(await importTeamFile(other.services, file)).toMatchObject({ ok: true, notices: [] });
    expect((await exportOf(other, slug, false)).team.invoice_next_number).toBe(31);
  });

  it.each([
    [{ number: null, status: 'issued' }, 'invoices[0].number is required.'],
    [{ kind: 'credit_note', amount: -1, number: null }, 'invoices[0].number is required.'],
    [{ number: null, issued_at: '2027-01-05T10:00:00Z' }, 'issued_at must not be given without a number'],
    [{ number: 'A', serial_number: 4 }, 'serial_number must be given together with series and number'],
    [
      { number: null, series: 'invoices', serial_number: 4 },
      'serial_number must be given together with series and number',
    ],
  ])('with an invoice that contradicts itself is refused: %j', async (entry, problem) => {
    const inn = await openNumberingInn(world);
    await inn.book();
    const file = await exportOf(world, (await inn.read('/team')).slug, false);
    file.bookings[0].invoices = [{ amount: 44_000, status: 'open', ...entry }];
    const result = await importTeamFile(world.services, file);
    expect(result).toMatchObject({ ok: false, problems: [expect.stringContaining(problem)] });
  });

  it('knows a draft by its id, else by its position', async () => {
    const inn = await openNumberingInn(world);
    const { id } = await inn.book();
    const [draft] = await invoicesOf(inn, id);
    const file = await exportOf(world, (await inn.read('/team')).slug, false);
    file.bookings[0].invoices = [{ amount: 44_000, status: 'open' }];
    expect(await importTeamFile(world.services, file)).toMatchObject({ ok: true });
    expect(await invoicesOf(inn, id)).toEqual([draft]);
  });
});
