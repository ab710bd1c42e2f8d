import { TZDate } from '@date-fns/tz';
import type { StayDate } from '../../../../src/domain/dates/dates.ts';
import type { NightSpan } from '../../../../src/domain/inventory/inventory.ts';

/** The zones of listings: with clock changes in either half of the year, with odd minutes, and furthest from UTC. */
export const LISTING_ZONES = [
  'Europe/Lisbon',
  'America/St_Johns',
  'America/Los_Angeles',
  'Asia/Kathmandu',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
] as const;

const compact = (text: string) => text.replaceAll(/[-:]/g, '');
/** `YYYYMMDDTHHMMSS` by the clock of a zone. */
const clockText = (moment: TZDate) => compact(moment.toISOString().slice(0, 19));

/** A time of day of the listing, as an instant that is shown in another zone. */
const shownIn = (zone: string, date: StayDate, time: string, listingZone: string): TZDate => {
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0] = `${date}-${time}`.split(/[-:]/).map(Number);
  return new TZDate(year, month - 1, day, hour, minute, listingZone).withTimeZone(zone);
};

/** What a listing's date and time become in a property of a calendar. */
type Write = (name: 'DTSTART' | 'DTEND', date: StayDate, time: string) => string;

/** All the forms in which channels write one and the same stay: as dates, and as times of the listing's clock. */
export function writtenForms(listingZone: string): Record<string, (stay: NightSpan) => string[]> {
  const inZone =
    (zone: string): Write =>
    (name, date, time) =>
      `${name};TZID=${zone}:${clockText(shownIn(zone, date, time, listingZone))}`;
  const utc: Write = (name, date, time) => `${name}:${clockText(shownIn('UTC', date, time, listingZone))}Z`;
  const floating: Write = (name, date, time) => `${name}:${compact(date)}T${compact(time)}00`;
  const timed =
    (write: Write, [from, to]: readonly [string, string]) =>
    ({ startDate, endDate }: NightSpan) => [write('DTSTART', startDate, from), write('DTEND', endDate, to)];
  const hours = {
    midnight: ['00:00', '00:00'],
    hours: ['15:00', '11:00'],
    edges: ['23:59', '00:01'],
  } as const;
  return {
    dates: ({ startDate, endDate }) => [
      `DTSTART;VALUE=DATE:${compact(startDate)}`,
      `DTEND;VALUE=DATE:${compact(endDate)}`,
    ],
    ...Object.fromEntries(
      Object.entries(hours).flatMap(([called, times]) => [
        [`${called} without a zone`, timed(floating, times)],
        [`${called} in UTC`, timed(utc, times)],
        ...LISTING_ZONES.map((zone) => [`${called} in ${zone}`, timed(inZone(zone), times)]),
      ]),
    ),
  };
}
