import type { Place } from './place.ts';

/** The places in the city and across the river. */
export const LISBON_PLACES: readonly Place[] = [
  {
    listing: {
      slug: 'sea-loft',
      kind: 'standalone',
      public_title: 'Sea Loft',
      nickname: 'SL',
      property_type: 'loft',
      max_guests: 4,
      bedrooms_count: 2,
      beds_count: 3,
      bathrooms_count: 1,
      bathrooms_half: true,
      address: {
        street: 'Rua dos Remédios 118',
        city: 'Lisbon',
        state: 'Lisboa',
        postcode: '1100-445',
        country: 'PT',
        latitude: '38.713200',
        longitude: '-9.124900',
      },
      headline: 'Two bright lofts under the roofs of Alfama, with the river in every window',
      description:
        'A sailmaker worked here until the seventies, which is why the beams are so high and the windows so wide. ' +
        'Today the two lofts at the top of the house have oak floors, a long kitchen table and beds from which you ' +
        'see the ferries cross before you see the clock.\n\n' +
        'Sixty-four steps lead up, and there is no lift: bring a rucksack rather than a trunk. The tram stops ' +
        'around the corner, fado begins at ten in the house opposite and ends at midnight, and the bakery below ' +
        'opens at seven. Loft A looks east to the sunrise, Loft B south over the water; they are alike in all else.',
      rates: {
        nightly: 12000,
        weekend_nightly: 15000,
        weekend_days: [5, 6],
        included_guests: 2,
        extra_guest_nightly: 1500,
      },
      rules: {
        min_stay: 2,
        max_stay: 28,
        advance_notice_days: 1,
        booking_window_days: 540,
        preparation_days: 0,
      },
      security_deposit: 20000,
      units: [{ name: 'Loft A' }, { name: 'Loft B' }],
    },
    yearly: {
      summer: { nightly: 18000, weekend_nightly: 21000, min_stay: 4 },
      christmas: { nightly: 16500, weekend_nightly: 18500, min_stay: 3 },
      winter: { nightly: 9800, weekend_nightly: 11800 },
    },
    special: { newYearNightly: 40000, saintAnthonyNightly: 26000 },
    pictures: ['sea-loft-roofs.svg', 'sea-loft-room.svg', 'sea-loft-dusk.svg'],
  },
  {
    listing: {
      slug: 'tile-house',
      kind: 'standalone',
      public_title: 'The Tile House',
      nickname: 'TH',
      property_type: 'townhouse',
      max_guests: 6,
      bedrooms_count: 3,
      beds_count: 4,
      bathrooms_count: 2,
      bathrooms_half: true,
      check_in_time: '16:00',
      check_out_time: '10:30',
      address: {
        street: 'Rua da Voz do Operário 27',
        city: 'Lisbon',
        state: 'Lisboa',
        postcode: '1100-620',
        country: 'PT',
        latitude: '38.715200',
        longitude: '-9.128800',
      },
      headline: 'A whole house behind blue tiles, with a lemon tree in the courtyard',
      description:
        'The tiles on the front were fired in 1894 and no two are quite the same blue. Behind them are three floors ' +
        'of a family house: bedrooms at the top, a library with a piano that is tuned every spring, and a kitchen ' +
        'that opens on a courtyard where breakfast stays in the shade until ten.\n\n' +
        'Graça is the Lisbon that still dries its washing in the street. The viewpoint with the pine trees is four ' +
        'minutes uphill, the flea market is held on Tuesdays and Saturdays behind the church, and tram 28 rattles ' +
        'past the door until half past eleven. Children are welcome; the stairs have a gate.',
      rates: {
        nightly: 24000,
        weekend_nightly: 28500,
        weekend_days: [5, 6],
        included_guests: 4,
        extra_guest_nightly: 2500,
      },
      rules: {
        min_stay: 3,
        max_stay: 60,
        advance_notice_days: 2,
        booking_window_days: 540,
        preparation_days: 1,
      },
      security_deposit: 40000,
      units: [{ name: 'The Tile House' }],
    },
    yearly: {
      summer: { nightly: 31000, weekend_nightly: 34500, min_stay: 5 },
      christmas: { nightly: 29500, min_stay: 4 },
      winter: { nightly: 19500, weekend_nightly: 22000 },
    },
    special: { newYearNightly: 62000, saintAnthonyNightly: 48000, closedIn: 60 },
    pictures: ['tile-house-front.svg', 'tile-house-courtyard.svg', 'tile-house-library.svg'],
  },
  {
    listing: {
      slug: 'tide-boat',
      kind: 'standalone',
      public_title: 'Maré Alta',
      nickname: 'Boat',
      property_type: 'boat',
      max_guests: 4,
      bedrooms_count: 2,
      beds_count: 2,
      bathrooms_count: 1,
      bathrooms_half: false,
      check_in_time: '16:00',
      check_out_time: '10:00',
      address: {
        street: 'Doca de Santo Amaro, Pontoon C',
        city: 'Lisbon',
        state: 'Lisboa',
        postcode: '1350-353',
        country: 'PT',
        latitude: '38.699600',
        longitude: '-9.176400',
      },
      headline: 'Sleep on an old river boat, moored under the red bridge',
      description:
        'Maré Alta carried cork and salt on the Tagus for forty years. She no longer sails, but she still moves: ' +
        'twice a day the tide lifts her two metres, and at night the bridge hums above like a distant choir.\n\n' +
        'Two cabins, a saloon with a wood stove, a hot shower and a deck with room for four chairs. The dock has ' +
        'its restaurants, the trains to Cascais stop five minutes away, and Belém is half an hour on foot along ' +
        'the water. Bring shoes with soft soles. All prices on board hold their VAT.',
      rates: { nightly: 14500, weekend_nightly: 17500, weekend_days: [4, 5, 6] },
      rules: {
        min_stay: 1,
        max_stay: 14,
        advance_notice_days: 0,
        booking_window_days: 365,
        preparation_days: 0,
      },
      security_deposit: 15000,
      units: [{ name: 'Maré Alta' }],
    },
    yearly: {
      summer: { nightly: 17500, weekend_nightly: 20500, min_stay: 2, max_stay: 10 },
      winter: { nightly: 11500, weekend_nightly: 13500 },
    },
    special: { newYearNightly: 29000, saintAnthonyNightly: 23000 },
    pictures: ['tide-boat-dock.svg', 'tide-boat-cabin.svg', 'tide-boat-night.svg'],
  },
  {
    listing: {
      slug: 'bica-studio',
      kind: 'standalone',
      public_title: 'Studio by the Funicular',
      nickname: 'Bica',
      status: 'inactive',
      property_type: 'studio',
      max_guests: 2,
      bedrooms_count: 0,
      beds_count: 1,
      bathrooms_count: 1,
      bathrooms_half: false,
      address: {
        street: 'Rua da Bica de Duarte Belo 38',
        city: 'Lisbon',
        state: 'Lisboa',
        postcode: '1200-054',
        country: 'PT',
        latitude: '38.710000',
        longitude: '-9.146500',
      },
      headline: 'One room, one balcony, and a yellow tram that climbs past it',
      description:
        'Twenty-six square metres on the steepest street in town, with a balcony just wide enough for two glasses. ' +
        'The house is getting new pipes: the studio takes guests again when the plumbers have gone.',
      rates: { nightly: 7800, weekend_nightly: 9200 },
      rules: { min_stay: 2, max_stay: 21, advance_notice_days: 1, booking_window_days: 365 },
      units: [{ name: 'Studio' }],
    },
    yearly: { summer: { nightly: 9900, weekend_nightly: 11500, min_stay: 3 } },
    special: {},
    pictures: ['bica-studio-tram.svg', 'bica-studio-room.svg'],
  },
  {
    listing: {
      slug: 'belem-room',
      kind: 'standalone',
      public_title: 'Room above the Bakery',
      nickname: 'Belém',
      status: 'archived',
      listed_on_site: false,
      property_type: 'private_room',
      max_guests: 2,
      bedrooms_count: 1,
      beds_count: 1,
      bathrooms_count: 1,
      bathrooms_half: false,
      address: {
        street: 'Rua de Belém 112',
        city: 'Lisbon',
        state: 'Lisboa',
        postcode: '1300-085',
        country: 'PT',
        latitude: '38.697400',
        longitude: '-9.203800',
      },
      headline: 'Wake to the smell of custard tarts',
      description:
        'A quiet room with its own stairs, two minutes from the monastery. The bakery has sold the house; we keep ' +
        'the page for those who stayed with us and want their invoices.',
      rates: { nightly: 5600 },
      rules: { min_stay: 2 },
      units: [{ name: 'Room' }],
    },
    yearly: {},
    special: {},
    pictures: ['belem-room-window.svg', 'belem-room-street.svg'],
  },
  {
    listing: {
      slug: 'ginjal-rooms',
      kind: 'standalone',
      public_title: 'Ginjal Warehouse',
      nickname: 'Ginjal',
      status: 'draft',
      property_type: 'apartment',
      max_guests: 5,
      bedrooms_count: 2,
      beds_count: 3,
      bathrooms_count: 2,
      bathrooms_half: false,
      address: {
        street: 'Rua do Ginjal 58',
        city: 'Almada',
        state: 'Setúbal',
        postcode: '2800-284',
        country: 'PT',
        latitude: '38.685300',
        longitude: '-9.156400',
      },
      headline: 'Across the river: the best view of Lisbon is not in Lisbon',
      description:
        'A cod warehouse on the quay, being made into two apartments. Opens next season; texts and prices are a draft.',
      rates: { nightly: 15500, weekend_nightly: 18500, included_guests: 4, extra_guest_nightly: 2000 },
      rules: { min_stay: 2, advance_notice_days: 2, booking_window_days: 365, preparation_days: 1 },
      security_deposit: 25000,
      units: [{ name: 'Upstream' }, { name: 'Downstream' }],
    },
    yearly: { summer: { nightly: 19500, weekend_nightly: 22500, min_stay: 3 } },
    special: {},
    pictures: ['ginjal-rooms-quay.svg', 'ginjal-rooms-terrace.svg'],
  },
];
