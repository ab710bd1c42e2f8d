/** The file for a guest's calendar that the booking site makes in the browser (RFC 5545). */
import ICAL from 'ical.js';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { toInstant } from '../../../../src/domain/dates/dates.ts';
import { TEST_NOW } from '../../../helpers/app.ts';

type Download = (booking: object, title: string) => void;
const files: Blob[] = [];
vi.stubGlobal('document', { createElement: () => ({ click: () => {} }) });
vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
  files.push(file as Blob);
  return 'blob:stay';
});
vi.useFakeTimers();
const { downloadStay } = (await import(
  new URL('../../../../examples/booking-site/stay-calendar.js', import.meta.url).href
)) as { downloadStay: Download };
beforeEach(() => vi.setSystemTime(TEST_NOW));
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function fileOf(stay: object, title = 'Sea Loft') {
  const booking = {
    ...{ confirmation_code: 'HB7K2M9Q', status: 'confirmed', created_at: '2031-05-01T10:00:00+00:00' },
    ...{ check_in: '2031-06-02', check_in_time: '15:00', check_out: '2031-06-06', check_out_time: '11:00' },
    calendar: { uid: '0197@innkeep', sequence: 2 },
    ...{ timezone: 'Europe/Lisbon', address: { street: 'Rua 1; left', postcode: '1100', city: 'Lisboa' } },
    ...stay,
  };
  downloadStay(booking, title);
  const text = (await files.at(-1)?.text()) ?? '';
  const event = new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent');
  return { text, read: (name: string) => event?.getFirstPropertyValue(name) };
}

const ZONES =
  'Europe/Lisbon America/New_York America/St_Johns Australia/Lord_Howe Pacific/Apia Asia/Kathmandu';
const DAYS = '2031-03-09 2031-03-30 2031-04-06 2031-10-05 2031-10-26 2031-11-02 2032-02-29';
const TIMES = '00:00 01:00 01:30 02:00 02:15 02:30 03:00 15:00 23:59';

it.each(ZONES.split(' '))(
  'a stay’s file has the instants that messages have, also when clocks change: %s',
  async (timezone) => {
    for (const date of DAYS.split(' '))
      for (const time of TIMES.split(' ')) {
        const { read } = await fileOf({ timezone, check_in: date, check_in_time: time });
        const at = (read('dtstart') as ICAL.Time).toJSDate();
        expect([date, time, at]).toEqual([date, time, toInstant(date, time, timezone)]);
      }
  },
);

it('a stay’s file has the whole address, with the name of the country', async () => {
  const address = { street: 'Rua 1', postcode: '1100', city: 'Lisboa', state: null, country: 'PT' };
  expect((await fileOf({ address })).read('location')).toBe('Rua 1, 1100 Lisboa, Portugal');
});

it('a stay’s file has the UID and the SEQUENCE of the booking, takes no time of the guest, and names no method', async () => {
  const { text, read } = await fileOf({});
  expect([read('uid'), read('sequence'), read('transp')]).toEqual(['0197@innkeep', 2, 'TRANSPARENT']);
  expect(text).not.toContain('METHOD');
});

it('a stay’s file has lines of at most 75 bytes that end between characters, and texts as they are', async () => {
  const title = 'Straße 🙂👩‍👩‍👧 '.repeat(12).trim();
  const { text, read } = await fileOf({}, title);
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect([read('summary'), read('location')]).toEqual([title, 'Rua 1; left, 1100 Lisboa']);
});
