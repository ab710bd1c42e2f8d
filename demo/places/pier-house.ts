import { FLEXIBLE } from '../terms.ts';
import type { Place } from './place.ts';

const ADDRESS = {
  street: 'Rua Frederico Arouca 88',
  city: 'Cascais',
  state: 'Lisboa',
  postcode: '2750-353',
  country: 'PT',
  latitude: '38.698800',
  longitude: '-9.417300',
};

/** The guest house on the bay of Cascais: three kinds of rooms, each sold by the room, and the house sold whole. */
export const PIER_HOUSE: readonly Place[] = [
  {
    listing: {
      slug: 'pier-house',
      kind: 'building',
      whole_building_bookable: true,
      public_title: 'Pier House',
      nickname: 'PH',
      property_type: 'guest_house',
      max_guests: 20,
      bedrooms_count: 9,
      beds_count: 14,
      bathrooms_count: 7,
      bathrooms_half: true,
      check_in_time: '16:00',
      check_out_time: '11:00',
      address: ADDRESS,
      headline: 'Seven rooms above the fishermen’s bay of Cascais, one by one or all at once',
      description:
        'The yellow house at the end of the pier was built for a harbour master with nine children. It now has seven ' +
        'rooms on three floors, a breakfast veranda over the water, and a bell that is rung when the boats come in ' +
        'with something worth grilling.\n\n' +
        'Take a room and share the veranda with the neighbours, or take the whole house for a birthday, a wedding ' +
        'party or a week of plans on large sheets of paper: then the kitchen is yours as well, and the long table ' +
        'under the vines seats twenty. The train to Lisbon leaves every twenty minutes, four minutes away.',
      cancellation_policy: FLEXIBLE,
      rates: { nightly: 98000, weekend_nightly: 112000 },
      rules: {
        min_stay: 2,
        max_stay: 14,
        advance_notice_days: 7,
        booking_window_days: 730,
        preparation_days: 1,
      },
      security_deposit: 150000,
    },
    yearly: {
      summer: { nightly: 132000, weekend_nightly: 148000, min_stay: 3 },
      christmas: { nightly: 120000, min_stay: 3 },
      winter: { nightly: 76000, weekend_nightly: 88000 },
    },
    special: { newYearNightly: 240000, regattaNightly: 165000 },
    pictures: ['pier-house-front.svg', 'pier-house-veranda.svg', 'pier-house-night.svg'],
  },
  {
    listing: {
      slug: 'pier-double',
      kind: 'unit_type',
      building: 'pier-house',
      public_title: 'Bay Double',
      nickname: 'PH double',
      property_type: 'bed_and_breakfast',
      max_guests: 2,
      bedrooms_count: 1,
      beds_count: 1,
      bathrooms_count: 1,
      bathrooms_half: false,
      check_in_time: '16:00',
      check_out_time: '11:00',
      headline: 'A double room on the first floor, with a French window to the bay',
      description:
        'A wide bed, a writing desk, a rain shower, and a French window that opens far enough to hear the rigging. ' +
        'Breakfast is laid on the veranda from half past seven: bread from the oven next door, figs when there are ' +
        'figs, and coffee until you say stop.',
      rates: { nightly: 9500, weekend_nightly: 11500 },
      rules: { min_stay: 1, max_stay: 21, advance_notice_days: 0, booking_window_days: 365 },
      units: [{ name: '101' }, { name: '102' }, { name: '103' }, { name: '104', active: false }],
      reseating: 'on',
    },
    yearly: {
      summer: { nightly: 13500, weekend_nightly: 15500, min_stay: 2 },
      christmas: { nightly: 12000, min_stay: 2 },
      winter: { nightly: 7500, weekend_nightly: 8900 },
    },
    special: { newYearNightly: 24000, regattaNightly: 19500 },
    pictures: ['pier-double-room.svg', 'pier-double-window.svg'],
  },
  {
    listing: {
      slug: 'pier-family',
      kind: 'unit_type',
      building: 'pier-house',
      public_title: 'Captain’s Apartment',
      nickname: 'PH family',
      property_type: 'apartment',
      max_guests: 5,
      bedrooms_count: 2,
      beds_count: 3,
      bathrooms_count: 1,
      bathrooms_half: true,
      check_in_time: '16:00',
      check_out_time: '11:00',
      headline: 'Two bedrooms and a galley kitchen for a family of five',
      description:
        'The second floor has the harbour master’s own rooms: two bedrooms, a galley kitchen with everything in its ' +
        'place, and a bunk in the bay window that children fight over and grown-ups secretly nap in. The beach is ' +
        'ninety steps down; there is a tap for sandy feet by the door.',
      rates: { nightly: 16500, weekend_nightly: 19000, included_guests: 3, extra_guest_nightly: 1800 },
      rules: { min_stay: 2, max_stay: 28, advance_notice_days: 1, booking_window_days: 365 },
      security_deposit: 20000,
      units: [{ name: '201' }, { name: '202' }],
      reseating: 'on',
    },
    yearly: {
      summer: { nightly: 22500, weekend_nightly: 25500, min_stay: 3 },
      christmas: { nightly: 19500, min_stay: 3 },
      winter: { nightly: 12500, weekend_nightly: 14500 },
    },
    special: { newYearNightly: 36000, regattaNightly: 29500 },
    pictures: ['pier-family-galley.svg', 'pier-family-beach.svg'],
  },
  {
    listing: {
      slug: 'pier-attic',
      kind: 'unit_type',
      building: 'pier-house',
      public_title: 'Lookout Attic',
      nickname: 'PH attic',
      property_type: 'aparthotel',
      max_guests: 2,
      bedrooms_count: 1,
      beds_count: 1,
      bathrooms_count: 1,
      bathrooms_half: false,
      check_in_time: '16:00',
      check_out_time: '11:00',
      headline: 'Under the roof, with a porthole to the lighthouse',
      description:
        'Sloping ceilings, a bath under the skylight and a round window that frames the lighthouse of Santa Marta ' +
        'as if it had been hung there. Mind your head on the third beam; everyone hits it once.',
      rates: { nightly: 11000, weekend_nightly: 13500 },
      rules: { min_stay: 1, max_stay: 14, advance_notice_days: 0, booking_window_days: 365 },
      units: [{ name: '301' }, { name: '302' }],
      reseating: 'on',
    },
    yearly: {
      summer: { nightly: 15500, weekend_nightly: 17500, min_stay: 2 },
      christmas: { nightly: 13500, min_stay: 2 },
      winter: { nightly: 8800, weekend_nightly: 10400 },
    },
    special: { newYearNightly: 27500, regattaNightly: 21500 },
    pictures: ['pier-attic-room.svg', 'pier-attic-view.svg'],
  },
];
