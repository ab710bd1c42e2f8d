import { randomBytes, randomUUIDv7 } from 'node:crypto';
import type { Database, Transaction } from '../../db/client.ts';
import { type BookingRecord, insertBooking, insertEvent } from '../../db/queries/booking-writes.ts';
import { insertDeposit, insertInvoice, insertPayments } from '../../db/queries/folio.ts';
import { findGuest, findGuestIdByEmail, insertGuest } from '../../db/queries/guests.ts';
import { insertOccupancies } from '../../db/queries/occupancies.ts';
import { findOfferedListing, type OfferedListing } from '../../db/queries/offers.ts';
import { CODE_BYTES, codeFromBytes } from '../../domain/booking.ts';
import { checksOverridden } from '../../domain/checks.ts';
import { checkCoupon } from '../../domain/coupon.ts';
import { type PaymentTerms, planPayments } from '../../domain/folio.ts';
import { occupiedSpan } from '../../domain/inventory.ts';
import { keyOf } from '../../domain/key.ts';
import { type Stay, type StayDate, todayIn } from '../../domain/stay.ts';
import type { ActorType, BookingSource } from '../../domain/vocabulary.ts';
import type { Clock } from '../clock.ts';
import { newGuest } from '../guest-records.ts';
import { done, type FieldMessages, invalid, mergeMessages, type Outcome } from '../outcome.ts';
import { type Idempotency, type WriteResult, write } from '../write.ts';
import { lockOffer, messagesOfStay, pricedColumns, priceOffer, unitsForStay } from './deciding.ts';
import { type Booking, readBooking } from './reading.ts';

export type Actor = { type: ActorType; name: string | null };
export type GuestDetails = { name: string; email: string | null; phone: string | null };

export type NewBooking = {
  listingId: string;
  stay: Stay;
  numberOfGuests: number;
  /** The team's guest, or who is to become one. */
  guest: { id: string } | GuestDetails;
  couponCode: string | null;
  notes: string | null;
  specialRequests: string | null;
  source: BookingSource;
  status: 'confirmed' | 'pending';
  overrideRules: boolean;
};

export type Writer = { teamId: number; terms: PaymentTerms; actor: Actor };

/** How often a confirmation code may turn out to be taken: by chance once in 10^12 codes. */
const MAX_CODE_ATTEMPTS = 5;
const MAX_GUEST_ATTEMPTS = 3;

/** Makes bookings (contract, section 8, `POST /v1/bookings`). */
export function createBookingMaker({ db, clock }: { db: Database; clock: Clock }) {
  return {
    /** The price is the quote's, to the cent and line by line; the unit the one that leaves the smallest gaps. */
    createBooking(
      writer: Writer,
      wanted: NewBooking,
      idempotency: Idempotency<Booking> | null,
    ): Promise<WriteResult<Booking>> {
      const now = clock();
      return write(db, { teamId: writer.teamId, now, idempotency }, (tx) => create(tx, writer, wanted, now));
    },

    /** Messages on what a body refers to and the team does not have. */
    async unknownReferences(
      teamId: number,
      { listingId, guestId }: { listingId: string | null; guestId: string | null },
    ): Promise<FieldMessages> {
      const listing = listingId === null ? undefined : await findOfferedListing(db, teamId, listingId);
      const guest = guestId === null ? undefined : await findGuest(db, teamId, guestId);
      return { ...(listing === null ? NO_LISTING : {}), ...(guest === null ? NO_GUEST : {}) };
    },
  };
}

const NO_LISTING: FieldMessages = { listing_id: ['The team has no listing of this id.'] };
const NO_GUEST: FieldMessages = { guest_id: ['The team has no guest of this id.'] };

async function create(
  tx: Transaction,
  writer: Writer,
  wanted: NewBooking,
  now: Date,
): Promise<Outcome<Booking>> {
  const { teamId } = writer;
  const { stay, numberOfGuests } = wanted;
  const couponKey = wanted.couponCode === null ? null : keyOf(wanted.couponCode);
  const locked = await lockOffer(tx, teamId, wanted.listingId, stay, { own: null, couponKey });
  const knownGuest = 'id' in wanted.guest ? await findGuest(tx, teamId, wanted.guest.id) : undefined;
  if (!locked || knownGuest === null) {
    return invalid({ ...(locked ? {} : NO_LISTING), ...(knownGuest === null ? NO_GUEST : {}) });
  }
  const { listing } = locked;
  const { coupon } = locked.charges;
  const today = todayIn(listing.timezone, now);
  const checks = wanted.overrideRules ? checksOverridden() : undefined;
  const couponRefusal = couponKey === null ? null : checkCoupon(coupon, stay, today);
  const messages = mergeMessages(
    messagesOfStay(locked.offer, { stay, guests: numberOfGuests }, today, checks),
    couponRefusal ? { coupon_code: [couponRefusal.message] } : {},
  );
  if (Object.keys(messages).length > 0) return invalid(messages);
  const priced = priceOffer(locked, { stay, guests: numberOfGuests, coupon, bookedOn: today });
  if (!priced.ok) return priced;

  const { unitId, takenIds } = unitsForStay(locked.offer, stay, null);
  const guestId = knownGuest?.id ?? (await findOrInsertGuest(tx, teamId, wanted.guest, now));
  const booking = await insertWithCode(tx, {
    ...newBooking(teamId, listing, wanted, now),
    ...pricedColumns(priced.value),
    unitId,
    guestId,
    couponKey,
  });
  const span = occupiedSpan(stay, listing.preparationDays);
  await insertOccupancies(
    tx,
    teamId,
    takenIds.map((id) => ({ ...span, unitId: id, bookingId: booking.id, blockId: null })),
  );
  await openFolio(tx, booking, writer.terms, listing, today);
  await insertEvent(tx, teamId, {
    id: randomUUIDv7(),
    bookingId: booking.id,
    type: 'booking.created',
    actor: writer.actor,
    data: wanted.overrideRules ? { override_rules: true } : {},
    createdAt: now,
  });
  return done(await mustRead(tx, teamId, booking.id));
}

export async function mustRead(tx: Transaction, teamId: number, id: string): Promise<Booking> {
  const booking = await readBooking(tx, teamId, id);
  if (!booking) throw new Error('A booking vanished within its transaction.');
  return booking;
}

function newBooking(teamId: number, listing: OfferedListing, wanted: NewBooking, now: Date) {
  return {
    teamId,
    id: randomUUIDv7(),
    listingId: listing.id,
    wholeBuilding: listing.kind === 'building',
    status: wanted.status,
    source: wanted.source,
    ...wanted.stay,
    numberOfGuests: wanted.numberOfGuests,
    preparationDays: listing.preparationDays,
    currency: listing.currency,
    notes: wanted.notes,
    specialRequests: wanted.specialRequests,
    cancellationReason: null,
    confirmedAt: wanted.status === 'confirmed' ? now : null,
    cancelledAt: null,
    completedAt: null,
    createdAt: now,
    updatedAt: now,
  };
}

async function insertWithCode(
  tx: Transaction,
  booking: Omit<BookingRecord, 'confirmationCode'>,
): Promise<BookingRecord> {
  for (let attempt = 0; attempt < MAX_CODE_ATTEMPTS; attempt += 1) {
    const coded = { ...booking, confirmationCode: codeFromBytes(randomBytes(CODE_BYTES)) };
    if (await insertBooking(tx, coded)) return coded;
  }
  throw new Error('No confirmation code was free.');
}

/** The team's guest with that email, left as it is; else a new one, and without email always a new one. */
async function findOrInsertGuest(
  tx: Transaction,
  teamId: number,
  guest: NewBooking['guest'],
  now: Date,
): Promise<string> {
  if ('id' in guest) return guest.id;
  const record = newGuest(teamId, { ...guest, notes: null }, now);
  for (let attempt = 0; attempt < MAX_GUEST_ATTEMPTS; attempt += 1) {
    if (await insertGuest(tx, record)) return record.id;
    const id = record.emailKey === null ? null : await findGuestIdByEmail(tx, teamId, record.emailKey);
    // Between the two statements the guest may have been given another email: then this one is free.
    if (id !== null) return id;
  }
  throw new Error('The email of a guest was taken and given up again and again.');
}

/** A new booking's scheduled payments, open invoice and security deposit, from the team's terms. */
async function openFolio(
  tx: Transaction,
  booking: BookingRecord,
  terms: PaymentTerms,
  listing: OfferedListing,
  today: StayDate,
): Promise<void> {
  const { teamId, id: bookingId, grandTotalCents } = booking;
  const plan = planPayments(grandTotalCents, terms, today, booking.checkIn);
  await insertPayments(
    tx,
    plan.map((payment) => ({
      teamId,
      id: randomUUIDv7(),
      bookingId,
      ...payment,
      status: 'scheduled',
      paidAt: null,
    })),
  );
  await insertInvoice(tx, {
    teamId,
    id: randomUUIDv7(),
    bookingId,
    number: `${booking.confirmationCode}-1`,
    amountCents: grandTotalCents,
    status: 'open',
    issuedAt: booking.createdAt,
    voidedAt: null,
  });
  if (!listing.securityDepositCents) return;
  await insertDeposit(tx, {
    teamId,
    bookingId,
    id: randomUUIDv7(),
    amountCents: listing.securityDepositCents,
    status: 'pending',
    heldAt: null,
    returnedAt: null,
  });
}
