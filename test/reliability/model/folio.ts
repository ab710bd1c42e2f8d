/** A booking's payments, invoices and security deposit (contract, section 8). */
import { type Day, later, plus } from './dates.ts';
import { percentOf } from './price.ts';
import type { Team } from './team.ts';

/** The id is null until the service has answered with it. */
export type Payment = {
  id: string | null;
  amount: number;
  status: 'scheduled' | 'paid' | 'failed' | 'cancelled' | 'refunded';
  due_on: Day;
  paid_at: string | null;
  refunded_amount: number;
  reference: string | null;
  /** Its place in the plan, which answers do not show. */
  position: number;
};
export const shownPayment = ({ position, ...shown }: Payment) => shown;
export type Invoice = {
  id: string | null;
  number: string;
  amount: number;
  status: 'open' | 'paid' | 'void';
  issued_at: string;
  voided_at: string | null;
};
export type Deposit = {
  id: string | null;
  amount: number;
  status: 'pending' | 'held' | 'returned' | 'kept' | 'cancelled';
  held_at: string | null;
  returned_at: string | null;
};
export type Folio = { payments: Payment[]; invoices: Invoice[]; deposit: Deposit | null };

export type Owed = { grandTotal: number; bookedOn: Day; checkIn: Day };

const sum = (parts: readonly { amount: number }[]) => parts.reduce((total, { amount }) => total + amount, 0);
const having = <T extends { status: string }>(parts: readonly T[], status: string) =>
  parts.filter((part) => part.status === status);

/** What was paid and not given back. */
export const paidOf = ({ payments }: Folio): number =>
  [...having(payments, 'paid'), ...having(payments, 'refunded')].reduce(
    (total, { amount, refunded_amount }) => total + amount - refunded_amount,
    0,
  );

/** The plan by the team's terms, with nothing paid yet. */
function planOf({ team }: Team, { grandTotal, bookedOn, checkIn }: Owed) {
  const deposit = percentOf(team.deposit_percent, grandTotal);
  return [
    { amount: deposit, due_on: bookedOn, position: 0 },
    {
      amount: grandTotal - deposit,
      due_on: later(bookedOn, plus(checkIn, -team.balance_due_days)),
      position: 1,
    },
  ].filter(({ amount }) => amount > 0);
}

const scheduled = (due: Pick<Payment, 'amount' | 'due_on' | 'position'>): Payment => ({
  id: null,
  ...due,
  status: 'scheduled',
  paid_at: null,
  refunded_amount: 0,
  reference: null,
});

const opened = (folio: Folio, code: string, amount: number, now: string): Invoice => ({
  id: null,
  number: `${code}-${folio.invoices.length + 1}`,
  amount,
  status: 'open',
  issued_at: now,
  voided_at: null,
});

export function newFolio(team: Team, owed: Owed, code: string, deposit: number | null, now: string): Folio {
  const folio: Folio = { payments: planOf(team, owed).map(scheduled), invoices: [], deposit: null };
  folio.invoices.push(opened(folio, code, owed.grandTotal, now));
  if (deposit)
    folio.deposit = { id: null, amount: deposit, status: 'pending', held_at: null, returned_at: null };
  return folio;
}

/** The new plan after a change of the price or the arrival. */
export function planAnew(folio: Folio, team: Team, owed: Owed, code: string, now: string): void {
  if (folio.payments.length === 0 && folio.invoices.length === 0) return;
  for (const payment of having(folio.payments, 'failed')) payment.status = 'cancelled';
  let paid = paidOf(folio);
  const remaining = planOf(team, owed).flatMap((due) => {
    const covered = Math.min(paid, due.amount);
    paid -= covered;
    return due.amount > covered ? [{ ...due, amount: due.amount - covered }] : [];
  });
  const present = inOrder(having(folio.payments, 'scheduled'));
  for (const [index, payment] of present.entries()) {
    const due = remaining[index];
    if (due) Object.assign(payment, due);
    else payment.status = 'cancelled';
  }
  folio.payments.push(...remaining.slice(present.length).map(scheduled));

  for (const invoice of having(folio.invoices, 'open'))
    Object.assign(invoice, { status: 'void', voided_at: now });
  const open = owed.grandTotal - sum(having(folio.invoices, 'paid'));
  if (open > 0) folio.invoices.push(opened(folio, code, open, now));
}

/** Adds a paid payment after those of its day, and takes its amount off the scheduled and failed ones, the first due first. */
export function receivePayment(
  folio: Folio,
  received: Pick<Payment, 'amount' | 'due_on' | 'paid_at' | 'reference'>,
): Payment {
  let left = received.amount;
  for (const payment of inOrder([
    ...having(folio.payments, 'scheduled'),
    ...having(folio.payments, 'failed'),
  ])) {
    const covered = Math.min(left, payment.amount);
    left -= covered;
    if (covered === payment.amount) payment.status = 'cancelled';
    else payment.amount -= covered;
    if (left === 0) break;
  }
  const position = 1 + Math.max(-1, ...folio.payments.map((payment) => payment.position));
  const payment: Payment = { ...received, id: null, status: 'paid', refunded_amount: 0, position };
  folio.payments.push(payment);
  return payment;
}

export function settle(folio: Folio, now: string): void {
  for (const payment of folio.payments)
    if (payment.status === 'scheduled' || payment.status === 'failed') payment.status = 'cancelled';
  for (const invoice of having(folio.invoices, 'open'))
    Object.assign(invoice, { status: 'void', voided_at: now });
  if (folio.deposit?.status === 'held')
    Object.assign(folio.deposit, { status: 'returned', returned_at: now });
  else if (folio.deposit?.status === 'pending') folio.deposit.status = 'cancelled';
}

/** By due date, then in the order of the plan, then by id. */
const inOrder = (payments: readonly Payment[]): Payment[] => {
  const key = ({ due_on, position, id }: Payment) => `${due_on} ${position} ${id}`;
  return payments.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
};

type Priced = { grand_total: number; status: string; cancellation_fee: number | null };

export function shownFolio(
  folio: Folio,
  currency: string,
  { grand_total, status, cancellation_fee }: Priced,
) {
  const paid_total = paidOf(folio);
  return {
    currency,
    grand_total,
    paid_total,
    balance_due: status === 'cancelled' ? 0 : grand_total - paid_total,
    cancellation_fee,
    refund_due: cancellation_fee === null ? 0 : Math.max(0, paid_total - cancellation_fee),
    payments: inOrder(folio.payments).map(shownPayment),
    invoices: folio.invoices.toSorted((a, b) =>
      `${a.issued_at} ${a.number}` < `${b.issued_at} ${b.number}` ? -1 : 1,
    ),
    security_deposit: folio.deposit,
  };
}

/** The allowed steps of payments, invoices and the deposit. On a cancelled booking only a refund. */
export const STEPS = {
  payments: { paid: ['scheduled', 'failed'], failed: ['scheduled', 'failed'], refunded: ['paid'] },
  invoices: { paid: ['open'], void: ['open'] },
  'security-deposit': { held: ['pending'], returned: ['held'], kept: ['held'] },
} as const;
export type Part = keyof typeof STEPS;

export const mayStep = (part: Part, from: string, to: string, isCancelled: boolean): boolean => {
  const steps: Record<string, readonly string[]> = STEPS[part];
  return (steps[to]?.includes(from) ?? false) && (!isCancelled || to === 'refunded');
};

/** The fields with the time of each step. */
export const TIMES: Record<Part, Record<string, string>> = {
  payments: { paid: 'paid_at' },
  invoices: { void: 'voided_at' },
  'security-deposit': { held: 'held_at', returned: 'returned_at' },
};
