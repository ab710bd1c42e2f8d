/** The sentences of refusals. The rules are elsewhere. */
import type { Day } from './dates.ts';

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;

export const SAYS = {
  listing_not_bookable: 'This place cannot be booked at present.',
  past_date: 'The day of arrival has already passed.',
  advance_notice: (days: number) =>
    `This place must be booked at least ${count(days, 'day')} before arrival.`,
  booking_window: (days: number) => `This place can only be booked up to ${count(days, 'day')} ahead.`,
  guests_exceeded: (guests: number) => `This place has room for at most ${count(guests, 'guest')}.`,
  min_stay: (length: number) =>
    `This place needs a stay of at least ${count(length, 'night')} in this period.`,
  max_stay: (length: number) =>
    `This place allows a stay of at most ${count(length, 'night')} in this period.`,
  closed_for_arrival: (day: Day) => `Guests cannot arrive on ${day}.`,
  closed_for_departure: (day: Day) => `Guests cannot depart on ${day}.`,
  nights_unavailable: 'This place is not available for the whole stay.',
  no_nights_to_prepare: (days: number) =>
    `This place needs ${count(days, 'free night')} after your stay to be made ready.`,
  no_single_unit: 'No single unit of this place is free for the whole stay.',
  coupon: {
    unknown: 'The coupon code is not valid.',
    valid_from: (day: Day) => `The coupon code can be used from ${day} on.`,
    valid_until: (day: Day) => `The coupon code could be used until ${day}.`,
    stay_from: (day: Day) => `The coupon code is for stays from ${day} on.`,
    stay_until: (day: Day) => `The coupon code is for stays that end by ${day}.`,
    min_nights: (length: number) => `The coupon code needs a stay of at least ${count(length, 'night')}.`,
    listings: 'The coupon code is not for this place.',
    max_redemptions: 'The coupon code has been used up.',
  },
} as const;
