import type { BookingSource } from '../../src/domain/vocabulary.ts';

/** Amounts in cents. */
type Totals = readonly [accommodation: number, discounts: number, fees: number, taxes: number];

/** A booking. Its days are counted from today. `unit` is null for a whole building. */
export type StayRow = readonly [
  code: string,
  listing: string,
  unit: string | null,
  guest: string,
  guests: number,
  checkIn: number,
  checkOut: number,
  bookedOn: number,
  totals: Totals,
];

/** What is special about a booking. */
export type StayDetails = {
  source?: BookingSource;
  coupon?: string;
  notes?: string;
  requests?: string;
  isPending?: true;
  /** The same in every demo, for the examples of the reference. */
  id?: string;
  /** The day on which a request lapses. */
  heldUntil?: number;
  /** A channel received the money itself: no payments, invoices or deposit here. */
  isPaidElsewhere?: true;
  /** The card refused the balance. The next attempt is on that day. */
  retryOn?: number;
  /** The security deposit was kept for damage. */
  isDepositKept?: true;
  /** What was paid beyond the fee has been given back, or is still due. */
  cancelled?: { on: number; fee: number; reason: string | null; isRefunded: boolean };
};

/**
 * The demo's bookings. The two in the attic around day 48 leave a room free every night, but never the same one: a guest
 * who comes on the last night of the first and stays over the first night of the second only fits if one of them moves.
 */
export const STAYS: readonly StayRow[] = [
  ['HBW9K3ZD', 'pier-house', null, 'Henrique Sousa Pinto', 18, -75, -72, -185, [252000, 12600, 13379, 22764]],
  ['HBM5C7HJ', 'tile-house', 'House', 'अनन्या शर्मा', 4, -70, -40, -134, [605000, 136125, 21411, 34033]],
  ['HBD2P9LS', 'sea-loft', 'Loft A', 'Chloé Lefèvre', 2, -58, -53, -105, [49000, 0, 6715, 5240]],
  ['HBX8F6TR', 'sea-loft', 'Loft B', 'James Whitfield', 2, -34, -27, -129, [90000, 29250, 7126, 6745]],
  ['HBK7V4GA', 'surf-cabins', 'Cabin 1', 'Tāne Ngata', 2, -25, -21, -46, [30000, 0, 8450, 2100]],
  ['HBN3J5YE', 'pier-double', '103', '王小明', 2, -20, -16, -53, [42000, 2000, 13600, 4332]],
  ['HBZ6U2BW', 'tide-boat', 'Boat', 'Ólafur Þórðarson', 2, -18, -15, -58, [49500, 0, 6733, 4470]],
  [
    'HBC9S8QK',
    'fishermans-cottage',
    'Cottage',
    'Maria Teresa Falcão',
    3,
    -17,
    -11,
    -69,
    [54400, 0, 10504, 3564],
  ],
  ['HBR4A7MF', 'pier-family', '201', 'Núria Ferrer i Puig', 4, -15, -11, -115, [73200, 3660, 7434, 6872]],
  ['HBL5D3CU', 'sea-loft', 'Loft A', '田中 美咲', 3, -12, -8, -82, [60000, 0, 7100, 6300]],
  ['HBS8N9VH', 'blackberry-farm', 'Farm', 'Jürgen Groß', 9, -8, -3, -96, [206500, 0, 23028, 12690]],
  ['HBE7T4KR', 'pier-attic', '301', 'Αλέξανδρος Παπαδόπουλος', 2, -5, -1, -17, [49000, 0, 13915, 4872]],
  ['HBF3W2JZ', 'sea-loft', 'Loft B', '김서연', 2, -4, 0, -65, [54000, 0, 6890, 5140]],
  ['HBU9G5DL', 'tile-house', 'House', 'مريم الحسن', 5, -3, 4, -101, [194500, 19450, 11127, 17803]],
  ['HBA6X8SN', 'pier-family', '202', 'Олександра Шевченко', 3, -3, 2, -29, [85000, 0, 7975, 7650]],
  ['HBP4B7ET', 'sea-loft', 'Loft A', 'Łukasz Wiśniewski', 4, -2, 4, -40, [93000, 9300, 7930, 10122]],
  ['HBJ8K3QV', 'surf-cabins', 'Cabin 1', 'Thiago Gonçalves', 3, -1, 4, -46, [40400, 0, 10014, 2724]],
  ['HBV5R9UG', 'pier-double', '101', 'Fatoumata Diallo', 2, -1, 3, -16, [38000, 0, 13530, 4212]],
  ['HBY7C2AD', 'pier-double', '102', 'דוד לוי', 1, 0, 3, -20, [28500, 0, 8698, 2622]],
  ['HB3L6FWP', 'surf-cabins', 'Cabin 2', 'Åsa Öberg', 2, 0, 4, -54, [28600, 0, 8401, 2016]],
  ['HB9S4TXB', 'pier-attic', '302', 'გიორგი ბერიძე', 2, 1, 4, -1, [35500, 4260, 11493, 3398]],
  ['HB5N8ZEH', 'tide-boat', 'Boat', 'Aylin Yıldız', 3, 2, 5, -1, [52500, 6300, 6617, 4872]],
  ['HB2D7GKU', 'pier-double', '103', 'Անի Սարգսյան', 2, 3, 6, -2, [32500, 0, 11538, 3474]],
  ['HB8Q3VJY', 'sea-loft', 'Loft B', 'Tomáš Dvořák', 3, 6, 10, -2, [54000, 0, 6890, 5940]],
  ['HB6A9CMR', 'pier-double', '101', 'Priya Raman', 2, 8, 11, -21, [30500, 0, 11468, 3354]],
  ['HB7E5XPD', 'pier-family', '201', 'Siobhán O’Connor', 5, 10, 15, -33, [105500, 5000, 8518, 10080]],
  ['HB3H8BTN', 'surf-cabins', 'Cabin 3', 'Tāne Ngata', 1, 14, 17, -2, [20400, 0, 6914, 1524]],
  ['HB9U6RGZ', 'blackberry-farm', 'Farm', 'Jürgen Groß', 10, 16, 23, -59, [308000, 65450, 25489, 14853]],
  ['HB5V2KAJ', 'fishermans-cottage', 'Cottage', 'James Whitfield', 2, 22, 28, -26, [55400, 2000, 9269, 3504]],
  ['HB7K2M9Q', 'sea-loft', 'Loft A', 'Bea Lind', 2, 30, 34, -28, [54000, 0, 6890, 5140]],
  ['HB8F3NWS', 'tide-boat', 'Boat', 'Siobhán O’Connor', 4, 44, 47, -2, [52500, 0, 6838, 5850]],
  ['HB7M3WQS', 'pier-attic', '301', 'Zoë van der Berg', 2, 46, 49, -14, [35500, 0, 11643, 3654]],
  ['HB4N8KTD', 'pier-attic', '302', 'Nguyễn Thị Mai', 1, 50, 54, -21, [49000, 0, 10315, 4056]],
  ['HB2P7ULX', 'sea-loft', 'Loft A', 'Chloé Lefèvre', 2, 61, 68, -40, [132000, 13200, 9158, 10228]],
  ['HB4G9JEV', 'tile-house', 'House', 'अनन्या शर्मा', 6, 75, 82, -45, [259000, 25900, 13159, 22686]],
  ['HB5T3ZHM', 'pier-house', null, 'Henrique Sousa Pinto', 20, 96, 100, -54, [528000, 31400, 22381, 42096]],
  ['HB9C6SBK', 'sea-loft', 'Loft B', '田中 美咲', 3, 118, 123, -7, [100500, 19346, 7840, 8169]],
  ['HB6J2WFQ', 'pier-double', '102', 'Priya Raman', 2, -30, -27, -74, [28500, 0, 11398, 3234]],
  ['HB8M5EXT', 'blackberry-farm', 'Farm', 'Łukasz Wiśniewski', 8, 30, 35, -20, [201000, 20100, 20932, 11154]],
  ['HB4V7GPC', 'sea-loft', 'Loft B', 'Aylin Yıldız', 2, 40, 45, -26, [60000, 0, 7100, 5900]],
  ['HB3T8KWM', 'sea-loft', 'Loft A', 'Zoë van der Berg', 2, 12, 17, -48, [60000, 0, 7100, 5900]],
];

/** By confirmation code. */
export const DETAILS: Record<string, StayDetails> = {
  HBW9K3ZD: {
    source: 'manual',
    notes: 'Golden wedding. The band leaves at eleven.',
    requests: 'One long table, not three.',
  },
  HBM5C7HJ: { notes: 'Writing a book; needed the library’s desk lamp repaired.' },
  HBX8F6TR: { coupon: 'THANKYOU25' },
  HBK7V4GA: { source: 'booking_com', isPaidElsewhere: true },
  HBN3J5YE: { source: 'expedia', coupon: 'TAKE20' },
  HBZ6U2BW: { requests: 'Is there a kettle on board?' },
  HBC9S8QK: { source: 'manual', notes: 'Booked by telephone.' },
  HBL5D3CU: {
    source: 'api',
    isDepositKept: true,
    notes: 'The lamp on the stairs broke; deposit kept, guest agrees.',
  },
  HBS8N9VH: { requests: 'We bring a cello. May it stand away from the stove?' },
  HBU9G5DL: { requests: 'A cot for our youngest, please.' },
  HBA6X8SN: { source: 'airbnb', isPaidElsewhere: true },
  HBP4B7ET: { coupon: 'HELLO10' },
  HBJ8K3QV: { requests: 'Two boards to rent, 6′2″ and 7′0″.' },
  HBY7C2AD: { source: 'booking_com', isPaidElsewhere: true },
  HB3L6FWP: { notes: 'Arrives late, key in the box.' },
  HB2D7GKU: { requests: 'May we have the room with the larger window?', isPending: true, heldUntil: 1 },
  HB8Q3VJY: { id: '01970000-0000-7000-8000-000000000032', source: 'api', isPending: true },
  HB7E5XPD: { coupon: 'PIER50', retryOn: 2 },
  HB9U6RGZ: { coupon: 'AUTUMNSEA', notes: 'The quartet, again.' },
  HB5V2KAJ: { source: 'manual', coupon: 'TAKE20', notes: 'Friends’ rate: coupon.' },
  HB7K2M9Q: {
    id: '01970000-0000-7000-8000-000000000031',
    requests: 'Which loft has the sunrise? That one, please.',
  },
  HB8F3NWS: { isPending: true },
  HB5T3ZHM: {
    source: 'manual',
    coupon: 'PIER50',
    notes: 'Granddaughter’s wedding. Whole house, and the boat on Saturday.',
  },
  HB9C6SBK: { coupon: 'SPRING15' },
  HB6J2WFQ: { cancelled: { on: -33, fee: 17253, reason: 'The flight was cancelled.', isRefunded: true } },
  HB8M5EXT: {
    coupon: 'HELLO10',
    cancelled: { on: -14, fee: 0, reason: 'The club has changed its dates.', isRefunded: true },
  },
  HB4V7GPC: { source: 'api', cancelled: { on: -14, fee: 0, reason: null, isRefunded: true } },
  HB3T8KWM: { cancelled: { on: -2, fee: 36500, reason: 'A broken leg.', isRefunded: false } },
  HB4G9JEV: { id: '01970000-0000-7000-8000-000000000033' },
  HBD2P9LS: { source: 'import' },
  HB2P7ULX: { source: 'vrbo' },
};
