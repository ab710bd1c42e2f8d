/** When a scheduled message is written, and how long it makes sense (docs/rules.md, 25.8). */
import { addDays, type StayDate, toInstant } from '../dates/dates.ts';

const DAY_MS = 86_400_000;

type Scheduled = {
  kind: 'before_arrival' | 'payment_due' | 'after_departure';
  /** The date that a scheduled message is about: of arrival, of departure, or on which a payment is due. */
  onDate: StayDate;
  days: number;
  hour: number;
  checkIn: StayDate;
  checkInTime: string;
  timezone: string;
};

const toTime = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** When a scheduled message is to be sent, and until when it still makes sense to send it. */
export function findMailWindow({ kind, onDate, days, hour, checkIn, checkInTime, timezone }: Scheduled): {
  from: Date;
  until: Date;
} {
  const date = addDays(onDate, kind === 'after_departure' ? days : -days);
  const from = toInstant(date, toTime(hour), timezone);
  switch (kind) {
    case 'before_arrival':
      return { from, until: toInstant(checkIn, checkInTime, timezone) };
    case 'payment_due':
      return { from, until: toInstant(addDays(onDate, 1), '00:00', timezone) };
    case 'after_departure':
      return { from, until: new Date(from.getTime() + DAY_MS) };
  }
}

/** The moment at which a UUIDv7 was made, or null for any other kind of id, which contains no time. */
export function readIdMoment(id: string): Date | null {
  const digits = id.replaceAll('-', '');
  return digits[12] === '7' ? new Date(Number.parseInt(digits.slice(0, 12), 16)) : null;
}
