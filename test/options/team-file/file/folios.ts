/** Prices, folios and events of generated bookings. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { BOOKING_EVENT_TYPES } from '../../../../src/domain/vocabulary.ts';

/** Draws a value of an arbitrary made by a function, like the result of `fc.gen()`. */
export type Draw = <T, Args extends readonly unknown[]>(
  arbitrary: (...args: Args) => fc.Arbitrary<T>,
  ...args: Args
) => T;

const cents = (draw: Draw) => draw(fc.nat, 90_000);

/** Totals that add up, alone or with lines that add up to them. */
export function bookingPrice(draw: Draw) {
  const [nights, discount, fee, tax] = [cents(draw) + 1_000, draw(fc.nat, 1_000), cents(draw), cents(draw)];
  const totals = {
    accommodation_total: nights,
    discount_total: discount,
    fees_total: fee,
    taxes_total: tax,
    grand_total: nights - discount + fee + tax,
  };
  if (draw(fc.boolean)) return { totals };
  const line = (type: string, amount: number, more = {}) => ({
    type,
    code: `${type} Ö`,
    name: 'Line',
    basis: 'stay',
    amount,
    ...more,
  });
  const lines = [
    line('accommodation', nights, { basis: 'night', quantity: 3 }),
    line('discount', -discount, { basis: 'percent', percent: 12.3456, base_amount: nights }),
    line('fee', fee - Math.floor(fee / 3), { quantity: 2, unit_amount: 7 }),
    line('fee', Math.floor(fee / 3), { included: false }),
    line('tax', tax),
    line('tax', 77, { included: true }),
  ];
  return { totals, lines };
}

/**
 * Payments, invoices and a deposit, in any status that the booking's own status allows. What is scheduled and open fits
 * the grand total. Without a known one, nothing is.
 */
export function bookingFolio(draw: Draw, status: string, grandTotal: number | null) {
  const folio = anyFolio(draw, status);
  const fitting = <Part extends { amount: number; status: string }>(
    parts: readonly Part[],
    { open, instead, settled }: { open: string; instead: string; settled: number },
  ): Part[] => {
    let left = Math.max(0, (grandTotal ?? 0) - settled);
    const isOpen = (part: Part) => part.status === open;
    const last = parts.findLastIndex(isOpen);
    return parts.map((part, index) => {
      if (!isOpen(part)) return part;
      if (grandTotal === null) return { ...part, status: instead };
      const amount = index === last ? left : Math.min(left, part.amount);
      left -= amount;
      return { ...part, amount };
    });
  };
  const paid = folio.payments
    .filter((payment) => payment.status === 'paid')
    .reduce((sum, { amount, refunded_amount = 0 }) => sum + amount - refunded_amount, 0);
  const invoiced = folio.invoices
    .filter((invoice) => invoice.status === 'paid')
    .reduce((sum, { amount }) => sum + amount, 0);
  return {
    ...folio,
    payments: fitting(folio.payments, { open: 'scheduled', instead: 'failed', settled: paid }),
    invoices: fitting(folio.invoices, { open: 'open', instead: 'void', settled: invoiced }),
  };
}

function anyFolio(draw: Draw, status: string) {
  const of = (...states: string[]) => draw(() => fc.constantFrom(...states));
  const isOver = status === 'cancelled';
  const paymentStates = ['paid', 'refunded', 'cancelled', ...(isOver ? [] : ['scheduled', 'failed'])];
  const depositStates = ['returned', 'kept', 'cancelled', ...(isOver ? [] : ['pending', 'held'])];
  const count = draw(fc.nat, 3);
  return {
    payments: Array.from({ length: count }, () => ({
      ...(draw(fc.boolean) ? { id: randomUUID() } : {}),
      ...refundablePayment(draw, of(...paymentStates)),
      reference: draw(() => fc.constantFrom(null, 'pi_3Q', 'å "\\1"')),
      due_on: draw(() => fc.constantFrom(null, '2027-01-30', '2026-12-01')),
      paid_at: draw(() => fc.constantFrom(null, '2026-11-01T10:00:05+02:00')),
    })),
    invoices: Array.from({ length: count }, (_, index) => ({
      number: `${draw(() => fc.constantFrom('ä', 'Z', 'a'))}-${index}`,
      amount: cents(draw),
      status: of('paid', 'void', ...(isOver ? [] : ['open'])),
      ...(draw(fc.boolean) ? { issued_at: '2026-10-01T10:00:05Z' } : {}),
    })),
    security_deposit: draw(fc.boolean) ? { amount: cents(draw), status: of(...depositStates) } : null,
  };
}

/** A paid payment may be refunded in part. A refunded one is refunded completely, also if the file does not say so. */
function refundablePayment(
  draw: Draw,
  status: string,
): { amount: number; status: string; refunded_amount?: number } {
  const amount = cents(draw);
  const partly = { refunded_amount: draw(fc.nat, Math.max(0, amount - 1)) };
  const fully = draw(fc.boolean) ? { refunded_amount: amount } : {};
  return { amount, status, ...(status === 'paid' ? partly : {}), ...(status === 'refunded' ? fully : {}) };
}

export const eventsOf = (draw: Draw) =>
  Array.from({ length: draw(fc.nat, 3) }, () => ({
    ...(draw(fc.boolean) ? { id: randomUUID() } : {}),
    type: draw(() => fc.constantFrom(...BOOKING_EVENT_TYPES)),
    actor: draw(() => fc.constantFrom({ type: 'system' }, { type: 'token', name: 'Till' })),
    data: draw(() =>
      fc.constantFrom({}, { zebra: [1, null], aa: { b: 'Å"\\' }, check_in: ['2027-01-01', '2027-01-02'] }),
    ),
    created_at: '2026-11-01T10:00:00+00:00',
  }));
