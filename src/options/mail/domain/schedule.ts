/** When a scheduled message is written, and how long it makes sense (docs/rules.md, 25.8). */
import { addDays, dateInZone, type StayDate, toInstant } from '../../../domain/dates/dates.ts';

const DAY_MS = 86_400_000;

type Scheduled = {
  kind: 'before_arrival' | 'after_departure';
  /** The day of arrival or of departure. */
  onDate: StayDate;
  days: number;
  hour: number;
  checkIn: StayDate;
  checkInTime: string;
  timezone: string;
};

/** How long after its day a payment is asked for that was planned late. */
export const LATE_PAYMENT_DAYS = 14;

const toTime = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** `until` is how long the message makes sense. */
export function findMailWindow({ kind, onDate, days, hour, checkIn, checkInTime, timezone }: Scheduled): {
  from: Date;
  until: Date;
} {
  const date = addDays(onDate, kind === 'after_departure' ? days : -days);
  const from = toInstant(date, toTime(hour), timezone);
  switch (kind) {
    case 'before_arrival':
      return { from, until: toInstant(checkIn, checkInTime, timezone) };
    case 'after_departure':
      return { from, until: new Date(from.getTime() + DAY_MS) };
  }
}

type PlannedPayment = {
  dueOn: StayDate;
  days: number;
  hour: number;
  timezone: string;
  /** Null if only `plannedBefore` is known. */
  plannedAt: Date | null;
  /** The earliest moment at which the payment can have been planned. */
  plannedBefore: Date;
};

/**
 * Some days before the payment is due, or at the next such hour if it was planned later. Null for a late
 * payment if nobody knows when it was planned.
 */
export function findPaymentWindow({
  dueOn,
  days,
  hour,
  timezone,
  plannedAt,
  plannedBefore,
}: PlannedPayment): { from: Date; until: Date } | null {
  const from = toInstant(addDays(dueOn, -days), toTime(hour), timezone);
  if ((plannedAt ?? plannedBefore) < from)
    return { from, until: toInstant(addDays(dueOn, 1), '00:00', timezone) };
  if (plannedAt === null) return null;
  const day = dateInZone(timezone, plannedAt);
  const [next = from] = [day, addDays(day, 1), addDays(day, 2)]
    .map((date) => toInstant(date, toTime(hour), timezone))
    .filter((instant) => instant > plannedAt);
  return { from: next, until: toInstant(addDays(dueOn, LATE_PAYMENT_DAYS + 1), '00:00', timezone) };
}

/** Null unless the id is a UUIDv7, which contains its time. */
export function readIdMoment(id: string): Date | null {
  const digits = id.replaceAll('-', '');
  return digits[12] === '7' ? new Date(Number.parseInt(digits.slice(0, 12), 16)) : null;
}
