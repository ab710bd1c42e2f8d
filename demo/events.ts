import type { BookingSource } from '../src/domain/vocabulary.ts';
import type { EventEntry } from './entries.ts';
import { CHARGED_AT, type Folio, type FolioFacts, INSPECTED_AT } from './folio.ts';
import { momentOf } from './moments.ts';

const ANA: EventEntry['actor'] = { type: 'member', name: 'Ana Reis' };
const SYSTEM: EventEntry['actor'] = { type: 'system' };
const PAYMENTS: EventEntry['actor'] = { type: 'token', name: 'Payments' };
const CHANNELS: EventEntry['actor'] = { type: 'token', name: 'Channel manager' };
const BOOKED_BY: Partial<Record<BookingSource, EventEntry['actor']>> = {
  manual: ANA,
  import: { type: 'import' },
  api: { type: 'token', name: 'Partner agency' },
  booking_site: { type: 'token', name: 'Booking site' },
};

type Happened = EventEntry & { created_at: string };

/** The history of a booking, oldest first, all of it before today. */
export function eventsOf(facts: FolioFacts, folio: Folio, completedAt: string | null): Happened[] {
  const { stay, moments } = facts;
  const { created, confirmed, cancelled } = moments;
  const booker = BOOKED_BY[stay.source] ?? CHANNELS;
  const events: (Happened | null)[] = [
    happened('booking.created', booker, created),
    typeof stay.pending === 'number' && confirmed ? happened('booking.confirmed', ANA, confirmed) : null,
    changeOf(facts, booker),
    ...moneyMoved(folio, cancelled),
    cancelled ? happened('booking.cancelled', ANA, cancelled) : null,
    ...moneyReturned(folio, cancelled),
    keptOf(facts, folio),
    completedAt === null ? null : happened('booking.completed', SYSTEM, completedAt),
  ];
  // Sorting is stable: events of one moment keep the order above.
  return events.filter((event) => event !== null).sort((a, b) => compareTexts(a.created_at, b.created_at));
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const happened = (
  type: EventEntry['type'],
  actor: EventEntry['actor'],
  created_at: string,
  data: EventEntry['data'] = {},
): Happened => ({ type, actor, data, created_at });

/** A change of guests: each changed field, before and after. */
function changeOf(
  { stay, moments, totals, formerTotals }: FolioFacts,
  actor: EventEntry['actor'],
): Happened | null {
  if (!stay.changed || !moments.changed || !formerTotals) return null;
  const names = Object.keys(totals) as (keyof typeof totals)[];
  const moved = names.filter((name) => totals[name] !== formerTotals[name]);
  return happened('booking.changed', actor, moments.changed, {
    number_of_guests: [stay.changed.guestsBefore, stay.guests],
    ...Object.fromEntries(moved.map((name) => [name, [formerTotals[name], totals[name]]])),
  });
}

const step = (part: Record<string, string>, status: readonly [string, string], at: string): Happened =>
  happened('booking.folio_changed', PAYMENTS, at, { ...part, status });

/** A payment that succeeded or failed, an invoice that it settled, a deposit that was received or returned. */
function moneyMoved(
  { payments, invoices, security_deposit: deposit }: Folio,
  cancelled: string | null,
): Happened[] {
  const charges = payments.flatMap(({ id, status, due_on, paid_at }) => {
    if (status === 'failed' && due_on)
      return [step({ payment: id }, ['scheduled', 'failed'], momentOf(due_on, CHARGED_AT))];
    return paid_at ? [step({ payment: id }, ['scheduled', 'paid'], paid_at)] : [];
  });
  const settled = charges.at(-1)?.created_at;
  const paidInvoices = invoices.flatMap(({ id, status }) =>
    status === 'paid' && settled ? [step({ invoice: id }, ['open', 'paid'], settled)] : [],
  );
  if (!deposit || cancelled) return [...charges, ...paidInvoices];
  const { id, held_at, returned_at } = deposit;
  return [
    ...charges,
    ...paidInvoices,
    ...(held_at ? [step({ security_deposit: id }, ['pending', 'held'], held_at)] : []),
    ...(returned_at ? [step({ security_deposit: id }, ['held', 'returned'], returned_at)] : []),
  ];
}

/** The payments that a cancellation gave back, completely or in part. */
const moneyReturned = ({ payments }: Folio, cancelled: string | null): Happened[] =>
  payments.flatMap(({ id, status, refunded_amount: back }) => {
    if (!back || !cancelled) return [];
    if (status === 'refunded') return [step({ payment: id }, ['paid', 'refunded'], cancelled)];
    const data = { payment: id, refunded_amount: [0, back] };
    return [happened('booking.folio_changed', PAYMENTS, cancelled, data)];
  });

/** A deposit that was kept, after somebody had inspected the place. */
const keptOf = ({ dates }: FolioFacts, { security_deposit: deposit }: Folio): Happened | null =>
  deposit?.status === 'kept'
    ? step({ security_deposit: deposit.id }, ['held', 'kept'], momentOf(dates.checkOut, INSPECTED_AT))
    : null;
