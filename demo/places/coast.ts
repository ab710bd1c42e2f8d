import type { Place } from './place.ts';

/** The places along the Atlantic, north and south of the river. */
export const COAST_PLACES: readonly Place[] = [
  {
    listing: {
      slug: 'lighthouse-villa',
      kind: 'standalone',
      public_title: 'Lighthouse Villa',
      nickname: 'LV',
      property_type: 'villa',
      max_guests: 8,
      bedrooms_count: 4,
      beds_count: 6,
      bathrooms_count: 3,
      bathrooms_half: true,
      check_in_time: '17:00',
      check_out_time: '10:00',
      address: {
        street: 'Avenida Rei Humberto II de Itália 128',
        city: 'Cascais',
        state: 'Lisboa',
        postcode: '2750-800',
        country: 'PT',
        latitude: '38.690900',
        longitude: '-9.421300',
      },
      headline: 'White walls, a warm pool, and a lighthouse for a neighbour',
      description:
        'Every fifteen seconds, if you leave the curtains open, a soft stripe of light walks across the ceiling. The ' +
        'villa stands two gardens away from the lighthouse of Santa Marta, with a pool that is heated all year, a ' +
        'fireplace for the evenings on which the fog comes in, and a kitchen in which eight people can cook badly ' +
        'together.\n\n' +
        'Four bedrooms, two of them on the ground floor without a step. The rocks below are for looking; for ' +
        'swimming walk to Santa Marta, where the water is calm and the lifeguard knows our guests by their towels.',
      rates: {
        nightly: 42000,
        weekend_nightly: 47500,
        included_guests: 6,
        extra_guest_nightly: 3500,
      },
      rules: {
        min_stay: 4,
        max_stay: 28,
        advance_notice_days: 3,
        booking_window_days: 730,
        preparation_days: 1,
      },
      security_deposit: 100000,
      units: [{ name: 'Lighthouse Villa' }],
    },
    yearly: {
      summer: { nightly: 62000, weekend_nightly: 66000, min_stay: 7 },
      christmas: { nightly: 56000, min_stay: 5 },
      winter: { nightly: 32500, weekend_nightly: 36000 },
    },
    special: { newYearNightly: 98000, regattaNightly: 72000 },
    pictures: ['lighthouse-villa-cliff.svg', 'lighthouse-villa-pool.svg', 'lighthouse-villa-room.svg'],
  },
  {
    listing: {
      slug: 'surf-cabins',
      kind: 'standalone',
      public_title: 'Swell Cabins',
      nickname: 'SC',
      property_type: 'cabin',
      max_guests: 3,
      bedrooms_count: 1,
      beds_count: 2,
      bathrooms_count: 1,
      bathrooms_half: false,
      check_out_time: '12:00',
      address: {
        street: 'Estrada Nacional 247, km 49',
        city: 'Ericeira',
        state: 'Lisboa',
        postcode: '2655-319',
        country: 'PT',
        latitude: '38.977900',
        longitude: '-9.418500',
      },
      headline: 'Three pine cabins on the cliff, ten minutes’ walk from five good waves',
      description:
        'Check-out is at noon, because the best hour is often eight in the morning. Three small cabins of thermally ' +
        'treated pine, each with a double bed, a bunk, a hot outdoor shower and a rack for four boards. No ' +
        'television; there is the horizon.\n\n' +
        'The cabins are alike, and you get the one that is free. Wetsuits dry behind the kitchen. On Thursdays the ' +
        'fish van stops at the gate and hoots twice.',
      rates: { nightly: 6800, weekend_nightly: 8200, included_guests: 2, extra_guest_nightly: 1000 },
      rules: {
        min_stay: 2,
        max_stay: 21,
        advance_notice_days: 1,
        booking_window_days: 365,
        preparation_days: 0,
      },
      units: [{ name: 'Cabin 1' }, { name: 'Cabin 2' }, { name: 'Cabin 3' }],
    },
    yearly: {
      summer: { nightly: 9900, weekend_nightly: 11500, min_stay: 3 },
      christmas: { nightly: 8200, min_stay: 3 },
    },
    special: { newYearNightly: 15000 },
    pictures: ['surf-cabins-cliff.svg', 'surf-cabins-boards.svg', 'surf-cabins-inside.svg'],
  },
  {
    listing: {
      slug: 'blackberry-farm',
      kind: 'standalone',
      public_title: 'Quinta das Amoras',
      nickname: 'QA',
      property_type: 'farmhouse',
      max_guests: 10,
      bedrooms_count: 5,
      beds_count: 7,
      bathrooms_count: 4,
      bathrooms_half: false,
      check_in_time: '15:30',
      check_out_time: '11:00',
      address: {
        street: 'Alameda Coronel Linhares de Lima 74',
        city: 'Colares',
        state: 'Lisboa',
        postcode: '2705-351',
        country: 'PT',
        latitude: '38.805900',
        longitude: '-9.449800',
      },
      headline: 'An old wine farm between the hills of Sintra and the sea',
      description:
        'The vines of Colares grow in sand, and they are so low that you step over them on the way to the orchard. ' +
        'The farmhouse has five bedrooms, walls as thick as an arm is long, a kitchen with a bread oven, and a ' +
        'threshing floor that makes the best dance floor in the parish.\n\n' +
        'Two donkeys, Fado and Saudade, keep the grass short and like apples. The beach of Praia das Maçãs is a ' +
        'quarter of an hour away by the old tram, which runs when it feels like it. Weekends here begin on Thursday.',
      rates: {
        nightly: 36000,
        weekend_nightly: 43000,
        weekend_days: [4, 5, 6],
        included_guests: 8,
        extra_guest_nightly: 2500,
      },
      rules: {
        min_stay: 3,
        max_stay: 30,
        advance_notice_days: 5,
        booking_window_days: 540,
        preparation_days: 2,
      },
      security_deposit: 60000,
      units: [{ name: 'Quinta das Amoras' }],
    },
    yearly: {
      summer: { nightly: 48000, weekend_nightly: 52000, min_stay: 5 },
      christmas: { nightly: 46000, min_stay: 4 },
      winter: { nightly: 28000, weekend_nightly: 34000 },
    },
    special: { newYearNightly: 75000, closedIn: 45 },
    pictures: ['blackberry-farm-vines.svg', 'blackberry-farm-kitchen.svg', 'blackberry-farm-evening.svg'],
  },
  {
    listing: {
      slug: 'dune-tents',
      kind: 'standalone',
      public_title: 'Tents under the Pines',
      nickname: 'DT',
      property_type: 'tent',
      max_guests: 2,
      bedrooms_count: 1,
      beds_count: 1,
      bathrooms_count: 1,
      bathrooms_half: false,
      address: {
        street: 'Estrada Nacional 261, km 0',
        city: 'Comporta',
        state: 'Setúbal',
        postcode: '7580-612',
        country: 'PT',
        latitude: '38.380900',
        longitude: '-8.786000',
      },
      headline: 'Canvas, real beds and storks, behind the longest beach in the country',
      description:
        'Four canvas tents on wooden decks, far enough apart that you hear the storks clap before you hear your ' +
        'neighbours. Real beds, wool blankets, a lantern each, and a tiled bath house with more hot water than you ' +
        'would think.\n\n' +
        'Behind the dune there are sixty kilometres of sand. Rice fields on the other side, mosquitoes in June: we ' +
        'provide nets, and the honesty to say so.',
      rates: { nightly: 5400, weekend_nightly: 6600 },
      rules: {
        min_stay: 2,
        max_stay: 14,
        advance_notice_days: 1,
        booking_window_days: 270,
        preparation_days: 0,
      },
      units: [{ name: 'Stork' }, { name: 'Heron' }, { name: 'Egret' }, { name: 'Ibis' }],
    },
    yearly: {
      summer: { nightly: 8800, weekend_nightly: 10400, min_stay: 3 },
      winter: { nightly: 4200, weekend_nightly: 4900 },
    },
    special: {},
    pictures: ['dune-tents-pines.svg', 'dune-tents-inside.svg', 'dune-tents-stars.svg'],
  },
  {
    listing: {
      slug: 'fishermans-cottage',
      kind: 'standalone',
      public_title: 'Fisherman’s Cottage',
      nickname: 'FC',
      // For friends and returning guests: bookable, but not on the site.
      listed_on_site: false,
      property_type: 'cottage',
      max_guests: 4,
      bedrooms_count: 2,
      beds_count: 2,
      bathrooms_count: 1,
      bathrooms_half: false,
      address: {
        street: 'Rua da Fortaleza 21',
        city: 'Sesimbra',
        state: 'Setúbal',
        postcode: '2970-738',
        country: 'PT',
        latitude: '38.442800',
        longitude: '-9.101500',
      },
      headline: 'Blue door, white walls, grandfather’s nets on the wall',
      description:
        'Ana’s grandfather mended his nets in the front room, and the hooks are still there. Two small bedrooms, a ' +
        'stove, a bench by the door from which the whole bay can be supervised. We let it to friends and to guests ' +
        'who have stayed with us before.',
      rates: { nightly: 8900, weekend_nightly: 9900 },
      rules: {
        min_stay: 3,
        max_stay: 30,
        advance_notice_days: 2,
        booking_window_days: 365,
        preparation_days: 1,
      },
      units: [{ name: 'The cottage' }],
    },
    yearly: { summer: { nightly: 12500, min_stay: 5 }, winter: { nightly: 7200 } },
    special: {},
    pictures: ['fishermans-cottage-door.svg', 'fishermans-cottage-bay.svg'],
  },
];
