import { describe, expect, it } from 'vitest';
import { drawInvoiceNumbers, lockInvoiceCounters } from '../../../src/db/queries/teams/invoice-counters.ts';
import { openSharedApp, openTestApp, type TestApp } from '../../helpers/app.ts';
import { clientOf, expectSound, type Json, openInn, times } from '../../helpers/bookings.ts';
import { day } from '../../helpers/factories.ts';
import { verifyAll } from '../../helpers/verify.ts';
import { untilSomebodyWaits } from '../../helpers/waiting.ts';
import { credit, invoicesOf, issueFirst, openNumberingInn, setStatus, setTeam } from './numbering.ts';

const world = await openSharedApp();

const summarize = (invoices: readonly Json[]) =>
  invoices.map(({ kind, number, amount, status }) => `${kind} ${number} ${amount} ${status}`);

const violations = async () =>
  (await verifyAll(world)).filter((check) => check.violations > 0).map((check) => check.invariant);

describe('a draft', () => {
  it('is the invoice of a confirmed booking until it is issued, and then has the next number', async () => {
    const inn = await openNumberingInn(world);
    const { id } = await inn.book({ status: 'pending' });
    expect(await invoicesOf(inn, id)).toEqual([]);
    await inn.data(inn.confirm(id));
    const [draft] = await invoicesOf(inn, id);
    expect(draft).toMatchObject({
      kind: 'invoice',
      status: 'open',
      number: null,
      issued_at: null,
      amount: 44_000,
    });
    await inn.data(setStatus(inn, id, draft.id, 'issued'));
    const [issued] = await invoicesOf(inn, id);
    expect(issued).toMatchObject({ id: draft.id, status: 'issued', number: '1', amount: 44_000 });
    expect(issued.issued_at).not.toBeNull();
    const refused = await setStatus(inn, id, draft.id, 'void');
    expect(refused.body.errors).toEqual({ status: ['An invoice that is issued cannot become void.'] });
    await inn.data(setStatus(inn, id, draft.id, 'paid'));
    expect(summarize(await invoicesOf(inn, id))).toEqual(['invoice 1 44000 paid']);
    await expectSound(world);
  });

  it('that is paid is issued with it', async () => {
    const inn = await openNumberingInn(world, { invoice_next_number: 17 });
    const { id } = await inn.book();
    const [draft] = await invoicesOf(inn, id);
    await inn.data(setStatus(inn, id, draft.id, 'paid'));
    expect(summarize(await invoicesOf(inn, id))).toEqual(['invoice 17 44000 paid']);
    expect(await inn.read('/team')).toMatchObject({ invoice_next_number: 18, credit_note_next_number: 1 });
  });

  it('is replaced without a trace by a change, voided without a trace by hand, and made anew', async () => {
    const inn = await openNumberingInn(world);
    const { id } = await inn.book();
    await inn.data(inn.change(id, { check_out: day(5) }));
    const [draft, ...others] = await invoicesOf(inn, id);
    expect(others).toEqual([]);
    expect(draft).toMatchObject({ status: 'open', number: null, amount: 55_000 });
    expect((await inn.data(setStatus(inn, id, draft.id, 'void'))).invoices).toEqual([]);
    expect((await setStatus(inn, id, draft.id, 'issued')).status).toBe(404);
    await inn.data(inn.send('POST', `/bookings/${id}/invoices`), 201);
    expect(summarize(await invoicesOf(inn, id))).toEqual(['invoice null 55000 open']);
    await inn.data(inn.cancel(id));
    expect((await invoicesOf(inn, id)).filter(({ number }) => number === null)).toEqual([]);
    await expectSound(world);
  });

  it('comes last in lists, and in no range of days of issue', async () => {
    const inn = await openNumberingInn(world);
    const { id: first } = await inn.book();
    await issueFirst(inn);
    const read = async (query: string) =>
      (await inn.send('GET', `/invoices?${query}`)).body.data.map(({ number }: Json) => number);
    expect(await read('')).toEqual(['1', null]);
    expect(await read('issued_from=2000-01-01')).toEqual(['1']);
    expect(await read('status=open')).toEqual([null]);
    expect(await invoicesOf(inn, first)).toHaveLength(1);
  });
});

describe('consecutive numbers', () => {
  it('stand behind the prefix with the year of issue in the team’s zone, and do not restart', async () => {
    const inn = await openNumberingInn(world, { invoice_prefix: 'R{year}/', timezone: 'Pacific/Kiritimati' });
    const before = world.clock.now();
    const year = before.getUTCFullYear();
    const numbers = [];
    for (const moment of [`${year}-12-31T09:59:59Z`, `${year}-12-31T10:00:00Z`]) {
      world.clock.set(moment);
      const stay = { check_in: `${year + 1}-02-01`, check_out: `${year + 1}-02-03` };
      numbers.push((await issueFirst(inn, stay)).invoice.number);
    }
    world.clock.set(before.toISOString());
    expect(numbers).toEqual([`R${year}/1`, `R${year + 1}/2`]);
    await setTeam(inn, { invoice_prefix: null });
    expect((await issueFirst(inn)).invoice.number).toBe('3');
  });

  it('can be raised, never lowered', async () => {
    const inn = await openNumberingInn(world, { invoice_next_number: 100 });
    expect((await issueFirst(inn)).invoice.number).toBe('100');
    const lowered = await inn.send('PUT', '/team', { invoice_next_number: 100 });
    expect(lowered.status).toBe(422);
    expect(lowered.body.errors).toEqual({
      invoice_next_number: ['The invoice next number field must be at least 101.'],
    });
    expect(await setTeam(inn, { invoice_next_number: 101 })).toMatchObject({ invoice_next_number: 101 });
    await setTeam(inn, { invoice_next_number: 200, credit_note_next_number: 7 });
    expect((await issueFirst(inn)).invoice.number).toBe('200');
    expect(await inn.read('/team')).toMatchObject({ invoice_next_number: 201, credit_note_next_number: 7 });
    for (const number of [0, -1, 1.5, '9', null, 1_000_000_000])
      expect((await inn.send('PUT', '/team', { invoice_next_number: number })).status).toBe(422);
    await expectSound(world);
  });

  it('of credit notes are those of the invoices, or a series of their own', async () => {
    const inn = await openNumberingInn(world);
    const first = await issueFirst(inn);
    await inn.data(credit(inn, first.id, first.invoice.id), 201);
    expect(summarize(await invoicesOf(inn, first.id))).toEqual([
      'invoice 1 44000 issued',
      'credit_note 2 -44000 issued',
    ]);
    await setTeam(inn, { credit_note_prefix: 'C-' });
    const second = await issueFirst(inn);
    await inn.data(inn.change(second.id, { check_out: day(3) }));
    expect(summarize(await invoicesOf(inn, second.id))).toEqual([
      'invoice 3 44000 issued',
      'credit_note C-1 -11000 issued',
    ]);
    await inn.data(inn.change(second.id, { check_out: day(4) }));
    expect(summarize(await invoicesOf(inn, second.id))).toEqual([
      'invoice 3 44000 issued',
      'credit_note C-1 -11000 issued',
      'invoice null 11000 open',
    ]);
    await expectSound(world);
  });

  it.each([
    [{ invoice_prefix: 'A', credit_note_prefix: 'A' }, 'credit_note_prefix'],
    [{ invoice_prefix: 'A', credit_note_prefix: 'A1' }, 'credit_note_prefix'],
    [{ credit_note_prefix: '2' }, 'credit_note_prefix'],
    [{ invoice_prefix: 'A{year}', credit_note_prefix: 'A' }, 'credit_note_prefix'],
    [{ invoice_prefix: 'A{year}-', credit_note_prefix: 'A1999-' }, 'credit_note_prefix'],
    [{ invoice_prefix: 'A2032-', credit_note_prefix: 'A{year}-' }, 'credit_note_prefix'],
  ])('cannot be the same for an invoice and a credit note: %j', async (settings, field) => {
    const inn = await openInn(world);
    const answer = await inn.send('PUT', '/team', settings);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors)).toEqual([field]);
  });

  it('are not given again by a prefix that documents have, of the other series or of an earlier year', async () => {
    const inn = await openNumberingInn(world, { invoice_prefix: 'A-' });
    const issued = await issueFirst(inn);
    const refused = async (settings: object, field: string) => {
      const { status, body } = await inn.send('PUT', '/team', settings);
      expect([status, body.codes]).toEqual([422, { [field]: ['contradicts'] }]);
    };
    await refused({ invoice_prefix: 'B-', credit_note_prefix: 'A-' }, 'credit_note_prefix');
    await setTeam(inn, { invoice_prefix: 'B{year}-' });
    await issueFirst(inn);
    await refused({ invoice_prefix: 'C-', credit_note_prefix: 'B2031-' }, 'credit_note_prefix');
    await refused({ invoice_prefix: 'C-', credit_note_prefix: 'B{year}-' }, 'credit_note_prefix');
    // Its next number is above those of the other series.
    await setTeam(inn, { invoice_prefix: 'C-', credit_note_prefix: 'A-', credit_note_next_number: 2 });
    await inn.data(credit(inn, issued.id, issued.invoice.id), 201);
    expect(summarize(await invoicesOf(inn, issued.id))).toEqual([
      'invoice A-1 44000 issued',
      'credit_note A-2 -44000 issued',
    ]);
    await expectSound(world);
  });

  it('are of the prefix that the team has when they are drawn, also if it changes while a write waits for them', async () => {
    const inn = await openNumberingInn(world, { invoice_prefix: 'A-' });
    await issueFirst(inn);
    const { id } = await inn.book();
    const [draft] = await invoicesOf(inn, id);
    const changing = Promise.withResolvers<void>();
    const isLocked = Promise.withResolvers<void>();
    const holding = world.db.transaction(async (tx) => {
      await lockInvoiceCounters(tx, inn.teamId);
      isLocked.resolve();
      await changing.promise;
      await tx.execute(
        `update teams set invoice_prefix = 'B-', credit_note_prefix = 'A-' where id = ${inn.teamId}`,
      );
    });
    await isLocked.promise;
    const issuing = inn.data(setStatus(inn, id, draft.id, 'issued'));
    await untilSomebodyWaits(world);
    changing.resolve();
    await Promise.all([holding, issuing]);
    expect(summarize(await invoicesOf(inn, id))).toEqual(['invoice B-2 44000 issued']);
    await expectSound(world);
  });

  it('have no gap after twenty invoices issued at once, beside transactions that draw and roll back', async () => {
    const inn = await openNumberingInn(world, {}, 20);
    const drafts = [];
    for (const _ of times(20, (index) => index)) {
      const { id } = await inn.book();
      drafts.push({ id, invoice: (await invoicesOf(inn, id))[0].id });
    }
    const failing = async ({ db }: TestApp) =>
      db
        .transaction(async (tx) => {
          await drawInvoiceNumbers(tx, inn.teamId, 'invoices', 2);
          throw new Error('rolled back');
        })
        .catch(() => null);
    const server = await openTestApp({ url: world.url, poolMax: 16 });
    const client = clientOf(server, inn.token);
    const answers = await Promise.all(
      drafts.flatMap(({ id, invoice }, index) => [
        client.send('PUT', `/bookings/${id}/invoices/${invoice}`, {
          status: index % 2 === 0 ? 'issued' : 'paid',
        }),
        failing(server),
      ]),
    );
    await server.close();
    expect(answers.filter((answer) => answer?.status === 200)).toHaveLength(20);
    const { data } = (await inn.send('GET', '/invoices?per_page=100')).body;
    const numbers = data.map(({ number }: Json) => Number(number)).toSorted((a: number, b: number) => a - b);
    expect(numbers).toEqual(times(20, (index) => index + 1));
  });

  it('that are missing or used twice are found by verify', async () => {
    const inn = await openNumberingInn(world);
    for (const _ of times(3, (index) => index)) await issueFirst(inn);
    expect(await violations()).toEqual([]);
    const run = (statement: string) => world.db.execute(`${statement} and team_id = ${inn.teamId}`);
    await run(`update invoices set serial_number = 4 where serial_number = 3`);
    expect(await violations()).toEqual([
      'consecutive numbers of invoices have no gap since their counter was last raised',
      'no consecutive number of an invoice is beyond its counter',
    ]);
    await run(`update invoices set serial_number = 3, number = '2' where serial_number = 4`);
    expect(await violations()).toEqual(['no consecutive number of an invoice is used twice']);
    await run(`update invoices set number = '3' where serial_number = 3`);
    expect(await violations()).toEqual([]);
  });
});

describe('the numbering', () => {
  it('touches no invoice that exists when it changes', async () => {
    const inn = await openNumberingInn(world);
    await setTeam(inn, { invoice_numbering: 'booking' });
    const { id, confirmation_code: code } = await inn.book();
    const before = await invoicesOf(inn, id);
    expect(summarize(before)).toEqual([`invoice ${code}-1 44000 open`]);
    await setTeam(inn, { invoice_numbering: 'consecutive' });
    expect(await invoicesOf(inn, id)).toEqual(before);
    await inn.data(setStatus(inn, id, before[0].id, 'issued'));
    expect(summarize(await invoicesOf(inn, id))).toEqual([`invoice ${code}-1 44000 issued`]);
    await inn.data(inn.change(id, { check_out: day(5) }));
    const [, draft] = await invoicesOf(inn, id);
    await setTeam(inn, { invoice_numbering: 'booking' });
    expect(await invoicesOf(inn, id)).toHaveLength(2);
    await inn.data(setStatus(inn, id, draft.id, 'issued'));
    expect(summarize(await invoicesOf(inn, id))).toEqual([
      `invoice ${code}-1 44000 issued`,
      `invoice ${code}-2 11000 issued`,
    ]);
  });

  it.each(['booking', 'consecutive'])(
    'is not seen in a preview, with %s numbers',
    async (invoice_numbering) => {
      const inn = await openNumberingInn(world);
      await setTeam(inn, { invoice_numbering });
      const first = await issueFirst(inn);
      const next = (await inn.read('/team')).invoice_next_number;
      const preview = await inn.data(
        inn.send('POST', `/bookings/${first.id}/preview`, { check_out: day(3) }),
      );
      const numbers = preview.folio.invoices.map(({ number }: Json) => number);
      expect(numbers).toEqual([first.invoice.number, null]);
      const made = await inn.data(inn.send('POST', '/bookings/preview', inn.newBooking()));
      expect(made.folio.invoices).toMatchObject([{ number: null }]);
      expect((await inn.read('/team')).invoice_next_number).toBe(next);
    },
  );
});
