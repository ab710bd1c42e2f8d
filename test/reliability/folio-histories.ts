/** Random histories of one booking's folio, each step of which is compared with the model. */

import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { findTeamRecord } from '../../src/db/queries/teams/teams.ts';
import { invoices } from '../../src/db/schema/folio.ts';
import { exportTeamFile } from '../../src/options/team-file/file/export/export.ts';
import { importTeamFile } from '../../src/options/team-file/file/import.ts';
import { FULL_ACCESS } from '../../src/services/access/access.ts';
import { refundAndLowerPrice } from '../../src/services/bookings/folio/refund.ts';
import { createTeamScope } from '../../src/services/team-scope.ts';
import { TEST_NOW, type TestApp } from '../helpers/app.ts';
import { type Answer, type Inn, type Json, openInn, tally } from '../helpers/bookings.ts';
import { buildFee, buildTax, day } from '../helpers/factories.ts';
import type { Random } from '../helpers/random.ts';
import { FolioModel, type Terms, taxesOf } from './folio-model.ts';

const HOUR_MS = 3_600_000;
const METHODS = [null, 'cash', 'card', 'bank_transfer', 'voucher'];

type Folio = { payments: Json[]; invoices: Json[] } & Record<string, Json>;
type History = {
  world: TestApp;
  inn: Inn;
  random: Random;
  id: string;
  model: FolioModel;
  folio: Folio;
  now: () => Date;
};

const isOk = ({ status }: Answer): boolean => status < 300;
const sumOf = (parts: readonly Json[]): number => parts.reduce((sum: number, { amount }) => sum + amount, 0);
const withStatus = (parts: readonly Json[], ...statuses: string[]) =>
  parts.filter(({ status }) => statuses.includes(status));
const pathOf = ({ id }: History) => `/bookings/${id}`;
const paymentPath = (history: History, { id }: Json) => `${pathOf(history)}/payments/${id}`;
const readBooking = (history: History): Promise<Json> => history.inn.read(pathOf(history));

/** A moment of the last two months, or up to a day ahead. */
const anyMoment = ({ random, now }: History): string =>
  new Date(now().getTime() + random.between(-1_440, 23) * HOUR_MS).toISOString();

/** One thing that a team does. It tells the model what was answered. */
type Step = (history: History) => Promise<void>;

const pickPayment = ({ folio, random }: History, ...statuses: string[]): Json | null => {
  const found = withStatus(folio.payments, ...statuses);
  return found.length === 0 ? null : random.pick(found);
};

async function payPlanned(history: History): Promise<void> {
  const { inn, model, random } = history;
  const payment = pickPayment(history, 'scheduled', 'failed');
  if (!payment) return;
  const paid_at = anyMoment(history);
  const body = { status: 'paid', paid_at, method: random.pick(METHODS), allow_overpayment: true };
  if (isOk(await inn.send('PUT', paymentPath(history, payment), body)))
    model.receive(payment.amount, paid_at);
}

async function fail(history: History): Promise<void> {
  const payment = pickPayment(history, 'scheduled');
  if (payment) await history.inn.send('PUT', paymentPath(history, payment), { status: 'failed' });
}

async function receive(history: History): Promise<void> {
  const { inn, model, random } = history;
  const amount = random.between(1, Math.max(1, model.owedCents + random.pick([0, 0, 5_000])));
  const paid_at = anyMoment(history);
  const allow_overpayment = random.pick([true, false]);
  const answer = await inn.send('POST', `${pathOf(history)}/payments`, {
    amount,
    paid_at,
    allow_overpayment,
  });
  const { status } = await readBooking(history);
  const isTooMuch = amount > Math.max(0, model.owedCents);
  expect([answer.status, answer.body.errors]).toEqual(
    isTooMuch && (!allow_overpayment || status === 'cancelled')
      ? [422, { amount: [expect.any(String)] }]
      : [201, undefined],
  );
  if (isOk(answer)) model.receive(amount, paid_at);
}

/** Two people record the same money, of which only one payment is owed. */
async function receiveTwice(history: History): Promise<void> {
  const { inn, model, now } = history;
  const amount = model.owedCents;
  if (amount <= 0) return;
  const send = () => inn.send('POST', `${pathOf(history)}/payments`, { amount });
  expect(tally(await Promise.all([send(), send()]))).toEqual({ 201: 1, 422: 1 });
  model.receive(amount, now().toISOString());
}

async function refund(history: History): Promise<void> {
  const { inn, model, random, now } = history;
  const payment = pickPayment(history, 'paid');
  if (!payment) return;
  const path = paymentPath(history, payment);
  const amount = random.between(1, payment.amount - payment.refunded_amount);
  if (random.pick([true, false])) {
    const refunded_at = anyMoment(history);
    await inn.data(inn.send('POST', `${path}/refunds`, { amount, refunded_at }), 201);
    model.refund(amount, refunded_at);
  } else {
    await inn.data(inn.send('PUT', path, { status: 'refunded', refunded_amount: amount }));
    model.refund(amount, now().toISOString());
  }
}

async function refundAndLower(history: History): Promise<void> {
  const { world, inn, model, random, id, now } = history;
  const payment = pickPayment(history, 'paid');
  if (!payment) return;
  const refundedCents = random.between(1, payment.amount - payment.refunded_amount);
  const team = await findTeamRecord(world.db, inn.teamId);
  if (!team) throw new Error('The team of a history does not exist.');
  const scope = createTeamScope(world.services, {
    team,
    actor: { type: 'system', name: null },
    access: FULL_ACCESS,
  });
  const before = await readBooking(history);
  const lowering = { refundedCents, name: 'Goodwill' };
  const isDone = await refundAndLowerPrice(scope, { booking: id, payment: payment.id }, lowering).then(
    () => true,
    () => false,
  );
  if (!isDone) return;
  const after = await readBooking(history);
  expect(after.grand_total).toBe(before.grand_total - refundedCents);
  model.refund(refundedCents, now().toISOString());
  model.change(after);
}

async function takeBack(history: History): Promise<void> {
  const payment = pickPayment(history, 'paid');
  if (!payment) return;
  const answer = await history.inn.send('PUT', paymentPath(history, payment), { status: 'scheduled' });
  if (isOk(answer)) history.model.takeBack(payment.amount, payment.paid_at);
}

async function plan(history: History): Promise<void> {
  const { inn, model, random, now } = history;
  const today = now().toISOString().slice(0, 10);
  const first = random.between(0, Math.max(0, model.owedCents));
  const payments = [first, model.owedCents - first]
    .filter((amount) => amount > 0)
    .map((amount) => ({ amount, due_on: today }));
  const body = { payments: random.pick([payments, payments, null]) };
  if (isOk(await inn.send('PUT', `${pathOf(history)}/payment-plan`, body))) model.isPlanned = true;
}

const anyLines = (random: Random) =>
  Array.from({ length: random.between(0, 3) }, (_, index) => ({
    name: `Line ${index}`,
    amount: random.between(-9_000, 9_000) || 1,
    taxable: random.pick([true, false]),
  }));

async function change(history: History): Promise<void> {
  const { inn, model, random } = history;
  const from = random.between(0, 3);
  const body = random.pick([
    { check_out: day(random.between(4, 9)) },
    { check_in: day(from), check_out: day(from + random.between(1, 6)) },
    { adjustments: anyLines(random) },
    { number_of_guests: random.between(1, 4) },
    { totals: { grand_total: random.between(0, 90_000) } },
    { totals: null },
  ]);
  if (isOk(await inn.change(history.id, body))) model.change(await readBooking(history));
}

async function amend(history: History): Promise<void> {
  const { inn, model, random } = history;
  const { status, cancellation_fee, grand_total } = await readBooking(history);
  const fee = random.between(0, cancellation_fee ?? grand_total);
  const body = status === 'cancelled' ? { cancellation_fee: fee } : { adjustments: anyLines(random) };
  const answer = await inn.send('POST', `${pathOf(history)}/amend`, body);
  if (!isOk(answer)) return;
  if (status !== 'cancelled') model.change(await readBooking(history));
  else if (fee !== cancellation_fee) model.setFee(fee);
}

async function confirm(history: History): Promise<void> {
  if (isOk(await history.inn.confirm(history.id))) history.model.confirm(await readBooking(history));
}

async function cancel(history: History): Promise<void> {
  const { inn, model, random, now, folio } = history;
  const before = await readBooking(history);
  const body = random.pick([{}, {}, { fee: random.between(0, before.grand_total) }]);
  const today = Temporal.Instant.from(now().toISOString()).toZonedDateTimeISO('Europe/Lisbon').toPlainDate();
  const byTerms = before.cancellation === null ? null : model.feeNow(today.toString());
  const expected = 'fee' in body ? (body.fee ?? null) : byTerms;
  if (!isOk(await inn.cancel(history.id, body))) return;
  const after = await readBooking(history);
  expect(after.cancellation_fee).toBe(expected);
  model.cancel(after, expected, now().toISOString(), sumOf(withStatus(folio.invoices, 'issued', 'paid')));
}

async function setInvoice(history: History): Promise<void> {
  const { inn, model, random, folio } = history;
  if (folio.invoices.length === 0) return;
  const invoice = random.pick(folio.invoices);
  const status = random.pick(['issued', 'paid', 'paid', 'void']);
  const answer = await inn.send('PUT', `${pathOf(history)}/invoices/${invoice.id}`, { status });
  if (isOk(answer) && status === 'void') model.takeDocumentBack(invoice.amount);
}

async function credit(history: History): Promise<void> {
  const { inn, model, random, folio } = history;
  const staying = withStatus(folio.invoices, 'issued', 'paid').filter(({ kind }) => kind === 'invoice');
  if (staying.length === 0) return;
  const invoice = random.pick(staying);
  const path = `${pathOf(history)}/invoices/${invoice.id}/credit`;
  const answer = await inn.send('POST', path, {});
  if (!isOk(answer)) return;
  const known = new Set(folio.invoices.map(({ id }) => id));
  const [note, ...others] = answer.body.data.invoices.filter(({ id }: Json) => !known.has(id));
  expect(others).toEqual([]);
  expect(note).toMatchObject({ kind: 'credit_note', corrects: [invoice.id] });
  const isFirst = folio.invoices.every(
    ({ corrects, status }) => status === 'void' || !corrects.includes(invoice.id),
  );
  if (isFirst) expect(note.amount).toBe(-invoice.amount);
  model.takeDocumentBack(-note.amount);
  expect((await inn.send('POST', path, {})).status).toBe(422);
}

async function issueMissing(history: History): Promise<void> {
  const { inn, model } = history;
  const answer = await inn.send('POST', `${pathOf(history)}/invoices`, {});
  expect(answer.status).toBe(model.isDocumentMissing ? 201 : 422);
  if (isOk(answer)) model.issueMissing();
}

async function wait({ world, random, now }: History): Promise<void> {
  world.clock.set(new Date(now().getTime() + random.between(1, 100) * HOUR_MS).toISOString());
}

async function exportOf({ world, inn }: History): Promise<Json> {
  let text = '';
  const write = async (piece: string) => {
    text += piece;
  };
  const { slug } = await inn.read('/team');
  await exportTeamFile(world.services, slug, { secrets: false, write });
  return JSON.parse(text);
}

/** A file that is read back changes nothing. */
async function readBack(history: History): Promise<void> {
  const file = await exportOf(history);
  expect(await importTeamFile(history.world.services, file)).toMatchObject({ ok: true });
}

const STEPS: readonly Step[] = [
  ...[payPlanned, payPlanned, fail, receive, receive, receiveTwice, refund, refund, refundAndLower, takeBack],
  ...[
    plan,
    change,
    change,
    change,
    change,
    amend,
    amend,
    confirm,
    cancel,
    setInvoice,
    setInvoice,
    setInvoice,
  ],
  ...[credit, issueMissing, issueMissing, wait, wait, readBack],
];

/** The taxes that the documents of a booking that are not void tell together, by code. */
async function readToldTaxes({ world, id }: History) {
  const rows = await world.db.select().from(invoices).where(eq(invoices.bookingId, id));
  const told = rows
    .filter(({ status }) => status !== 'void')
    .flatMap(({ document }) => document?.taxes ?? [])
    .map(({ code, amountCents }) => ({ type: 'tax', code, amount: amountCents }));
  return taxesOf(told);
}

/** Compares the folio with the model, and returns it. */
async function compare(history: History, what: string): Promise<Folio> {
  const { inn, model, id } = history;
  const folio: Folio = await inn.folio(id);
  const failed = sumOf(withStatus(folio.payments, 'failed'));
  const scheduled = sumOf(withStatus(folio.payments, 'scheduled'));
  const { cents, taxes } = model.documents;
  const said = sumOf(folio.invoices.filter(({ status }) => status !== 'void'));
  expect({ what, ...folio, documents: said }).toMatchObject({ what, ...model.folio, documents: cents });
  const owed = Math.max(0, model.owedCents);
  if (failed === 0 && model.isPlanned) expect({ what, scheduled }).toEqual({ what, scheduled: owed });
  else expect(scheduled).toBeLessThanOrEqual(owed);
  if (taxes) expect({ what, taxes: await readToldTaxes(history) }).toEqual({ what, taxes });
  return folio;
}

/** The months of the team's report, each with what the model counts in it. */
async function compareMonths({ inn, model }: History): Promise<void> {
  const sumIn = (moved: readonly { month: string; cents: number }[], month: string) =>
    moved.filter((one) => one.month === month).reduce((sum, { cents }) => sum + cents, 0);
  const fees = model.feeOfMonth ? [model.feeOfMonth] : [];
  for (const { month, paid_total, refunded_total, cancellation_fees_total } of await inn.read(
    '/reports/months?from=2031-01&to=2032-06',
  ))
    expect({ month, paid_total, refunded_total, cancellation_fees_total }).toEqual({
      month,
      paid_total: sumIn(model.paid, month),
      refunded_total: sumIn(model.refunded, month),
      cancellation_fees_total: sumIn(fees, month),
    });
}

/** Consecutive numbers begin with 1 and leave none out. */
function expectNoGap(folio: Folio): void {
  const numbers = folio.invoices.flatMap(({ number }) => (number === null ? [] : [Number(number)]));
  expect(numbers.toSorted((a, b) => a - b)).toEqual(numbers.map((_, index) => index + 1));
}

async function openHistory(world: TestApp, random: Random): Promise<History & { isConsecutive: boolean }> {
  world.clock.set(TEST_NOW);
  const hasTerms = random.between(1, 4) > 1;
  const vatPercent = random.pick([6, 19]);
  // The added tax is none that a fee contains.
  const named = random.pick([null, 'vat', 'vat', 'city']);
  const terms: Terms = {
    refundPercent: random.pick([0, 12.34, 50, 100]),
    feeOf: random.pick(['total', 'nights']),
    feeTax: hasTerms && named === 'vat' ? { code: 'vat', percent: vatPercent } : null,
  };
  const policy = {
    name: 'Terms',
    graceHours: 0,
    graceDaysBefore: 0,
    tiers: [{ daysBefore: 0, refundPpm: terms.refundPercent * 10_000 }],
    feeOf: terms.feeOf,
    feeTax: named,
  };
  const team = {
    depositPpm: random.pick([0, 300_000, 1_000_000]),
    balanceDueDays: random.pick([0, 14]),
    cancellationPolicy: hasTerms ? policy : null,
  };
  const inn = await openInn(world, {
    team,
    listing: { nightlyCents: random.between(5_000, 20_000), maxGuests: 4 },
  });
  const isConsecutive = random.pick([true, false]);
  if (isConsecutive) await inn.data(inn.send('PUT', '/team', { invoice_numbering: 'consecutive' }));
  const { teamId } = inn;
  await buildFee(world, {
    teamId,
    code: 'cleaning',
    amountCents: random.between(1, 9_000),
    taxable: random.pick([true, false]),
  });
  const percent = { teamId, basis: 'percent' as const };
  await buildTax(world, {
    ...percent,
    code: 'vat',
    percentPpm: vatPercent * 10_000,
    included: true,
  });
  if (random.pick([true, false]))
    await buildTax(world, {
      ...percent,
      code: 'city',
      percentPpm: random.pick([35_000, 100_000]),
      included: false,
    });
  const booking = await inn.book({ status: random.pick(['confirmed', 'confirmed', 'pending']) });
  const model = new FolioModel(booking, terms);
  const folio: Folio = await inn.folio(booking.id);
  return { world, inn, random, id: booking.id, model, folio, now: () => world.clock.now(), isConsecutive };
}

/** Runs one history, and returns how many of its steps were of which kind. */
export async function runHistory(
  world: TestApp,
  random: Random,
  steps: number,
): Promise<Record<string, number>> {
  const history = await openHistory(world, random);
  const counts: Record<string, number> = {};
  const taken = ['made'];
  await compare(history, 'made');
  for (let nth = 0; nth < steps; nth += 1) {
    const step = random.pick(STEPS);
    taken.push(step.name);
    counts[step.name] = (counts[step.name] ?? 0) + 1;
    await step(history);
    history.model.become(await readBooking(history));
    history.folio = await compare(history, taken.join(' '));
  }
  await compareMonths(history);
  if (history.isConsecutive) expectNoGap(history.folio);
  return counts;
}
