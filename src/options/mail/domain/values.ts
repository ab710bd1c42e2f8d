/** Plain JSON, because it is stored with the message. */
import type { StayDate } from '../../../domain/dates/dates.ts';
import { MAX_PLANNED_PAYMENTS } from '../../../domain/limits.ts';
import type { GuestMailKind } from '../../../domain/vocabulary.ts';
import { EXTRA_VARIABLES } from './kinds.ts';

/** As a team writes it: Liquid, and in the body Markdown. */
export type MailText = { subject: string; body: string };

export type MailValues = {
  // What is optional is missing in messages of earlier versions.
  guest: { name: string; email: string | null };
  team: {
    name: string;
    email: string | null;
    phone: string | null;
    website: string | null;
    payment_instructions?: string | null;
  };
  listing: {
    /** Not a variable of texts. */
    id?: string;
    title: string;
    /** Null unless the listing is a unit type. */
    building?: string | null;
    address: string | null;
    check_in_time: string;
    check_out_time: string;
    /** What the guest needs to arrive, or null outside its time. */
    arrival?: string | null;
    /** The stored address of the main picture, for the frame of the message. */
    picture?: string | null;
  };
  booking: {
    confirmation_code: string;
    status: string;
    check_in: StayDate;
    check_out: StayDate;
    nights: number;
    number_of_guests: number;
    /** Amounts are in the currency's minor unit. */
    grand_total: number;
    /** 0 for a pending booking, which owes nothing yet. */
    balance_due: number;
    /** Null unless the booking is cancelled and a fee was decided. */
    cancellation_fee?: number | null;
    refund_due?: number;
    /** Those that the guest is still asked for. */
    payments?: { amount: number; due_on: StayDate | null }[];
    /** What is still to be paid of it. Null unless the booking is confirmed. */
    security_deposit?: number | null;
    /** For the next of them, or the one that the message is about. */
    payment_link?: string | null;
    /** RFC 3339, or null for a booking that does not expire. */
    expires_at: string | null;
    special_requests: string | null;
    lines: { name: string; amount: number }[];
    /** The status before the cancellation. */
    was?: 'pending' | 'confirmed';
    /** Whether the guest has withdrawn or cancelled the booking on the site. */
    was_by_guest?: boolean;
  };
  /** `is_due` says whether its day has come, on the listing's clocks. */
  payment?: { amount: number; due_on: StayDate; is_due?: boolean };
  /** For writing amounts and moments. Not variables of texts. */
  currency: string;
  timezone: string;
};

const COMMON_VARIABLES = [
  'guest.name',
  'guest.email',
  'team.name',
  'team.email',
  'team.phone',
  'team.website',
  'team.payment_instructions',
  'listing.title',
  'listing.building',
  'listing.address',
  'listing.check_in_time',
  'listing.check_out_time',
  'listing.arrival',
  'booking.confirmation_code',
  'booking.status',
  'booking.check_in',
  'booking.check_out',
  'booking.nights',
  'booking.number_of_guests',
  'booking.grand_total',
  'booking.balance_due',
  'booking.payment_link',
  'booking.cancellation_fee',
  'booking.refund_due',
  'booking.security_deposit',
  'booking.expires_at',
  'booking.special_requests',
  'booking.link',
];
/** Lists over which a text can loop, with the variables of their entries. */
export const LOOPED_VARIABLES: ReadonlyMap<string, readonly string[]> = new Map([
  ['booking.lines', ['name', 'amount']],
  ['booking.payments', ['amount', 'due_on']],
]);

/** Variables that may be the address of a link, without a filter. */
export const LINK_VARIABLES: readonly string[] = ['booking.link', 'booking.payment_link', 'team.website'];

/** Without the lists. */
export const listMailVariables = (kind: GuestMailKind): ReadonlySet<string> =>
  new Set([...COMMON_VARIABLES, ...EXTRA_VARIABLES[kind]]);

/** More lines than usual, to see whether a text becomes too long. */
const SAMPLE_LINES = 50;

/** A text is tried with it before it is stored. */
export const SAMPLE_MAIL_VALUES: MailValues = {
  guest: { name: 'Bea Lind', email: 'bea@example.com' },
  team: {
    name: 'Harbour Stays',
    email: 'hello@harbour.example',
    phone: '+351 210 000 000',
    website: 'https://harbour.example',
    payment_instructions: 'Transfer to PT50 0002 0123 1234 5678 9015 4,\nwith your booking code.',
  },
  listing: {
    title: 'Double room',
    building: 'Pier House',
    address: 'Rua do Mar 1, 1100-001 Lisbon, PT',
    check_in_time: '15:00',
    check_out_time: '11:00',
    arrival: 'The key is in the box beside the door.\nThe code is 4711.',
    picture: null,
  },
  booking: {
    confirmation_code: 'HB7K2M9Q',
    status: 'confirmed',
    check_in: '2027-03-01',
    check_out: '2027-03-05',
    nights: 4,
    number_of_guests: 2,
    grand_total: 57_780,
    balance_due: 40_446,
    cancellation_fee: 11_556,
    refund_due: 5_778,
    security_deposit: 20_000,
    payments: Array.from({ length: MAX_PLANNED_PAYMENTS }, () => ({ amount: 17_334, due_on: '2027-01-30' })),
    payment_link: 'https://pay.harbour.example/HB7K2M9Q?amount=173.34',
    expires_at: '2027-01-05T14:03:22+00:00',
    special_requests: 'A cot, please.',
    lines: Array.from({ length: SAMPLE_LINES }, (_, index) => ({
      name: `Cleaning fee ${index + 1}`,
      amount: 5_000,
    })),
    was: 'confirmed',
    was_by_guest: false,
  },
  payment: { amount: 17_334, due_on: '2027-01-30', is_due: false },
  currency: 'EUR',
  timezone: 'Europe/Lisbon',
};
