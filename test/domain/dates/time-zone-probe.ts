// Child processes in different time zones print this, and must all print the same (time-zones.test.ts).

import { decideAvailability } from '../../../src/domain/availability/availability.ts';
import { buildListingCalendar } from '../../../src/domain/calendar.ts';
import { addDays, isoWeekdayOfDate, todayInZone, toInstant } from '../../../src/domain/dates/dates.ts';
import { buildPartyOfAdults } from '../../../src/domain/party.ts';
import { computeStayPrice } from '../../../src/domain/pricing/price-stay.ts';
import { buildInventory, seaLoft, spring15, stayOf, taken } from '../builders.ts';

const offer = {
  ...seaLoft,
  bookable: true,
  inventory: buildInventory({
    occupancies: [taken('A', '2027-03-27', '2027-03-29'), taken('A', '2027-10-30', '2027-11-01')],
  }),
};
// Across both clock changes of Europe and America, 29 February and year ends.
const stays = [
  stayOf('2027-03-12', '2027-03-16'),
  stayOf('2027-03-26', '2027-03-30'),
  stayOf('2027-10-29', '2027-11-08'),
  stayOf('2027-12-30', '2028-01-02'),
  stayOf('2028-02-27', '2028-03-02'),
];
const midnights = ['2026-12-31T23:30:00Z', '2027-03-28T01:00:00Z', '2027-11-07T05:59:59Z'].map(
  (text) => new Date(text),
);
const zones = ['UTC', 'Europe/Lisbon', 'America/New_York', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'];

const printed = {
  calendar: buildListingCalendar(offer, { startDate: '2027-01-01', endDate: '2028-12-31' }, '2027-01-01'),
  prices: stays.map((stay) =>
    computeStayPrice(offer, {
      stay,
      party: buildPartyOfAdults(3),
      coupon: spring15,
      extras: [],
      bookedOn: '2027-01-01',
    }),
  ),
  availability: stays.map((stay) =>
    decideAvailability(offer, { stay, party: buildPartyOfAdults(3) }, '2027-01-01'),
  ),
  todays: zones.flatMap((zone) => midnights.map((now) => todayInZone(zone, now))),
  instants: zones.flatMap((zone) =>
    stays.map(({ checkOut }) => toInstant(checkOut, '02:30', zone).toISOString()),
  ),
  weekdays: stays.map(({ checkIn }) => isoWeekdayOfDate(addDays(checkIn, 400))),
};
process.stdout.write(JSON.stringify(printed));
