import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { MAX_UNITS_OF_LISTING } from '../../../../domain/limits.ts';
import { subtractAdjustments } from '../../../../domain/pricing/adjustments.ts';
import { nameInBuilding } from '../../../../domain/text/place-name.ts';
import { hasManyNights } from '../../../../plugins/shares/admission.ts';
import { cancellationBody } from '../../../../schemas/bookings/bodies.ts';
import { presentBareBooking } from '../../../../schemas/bookings/booking.ts';
import { findStayOptions } from '../../../../services/availability/stay-options.ts';
import { cancelBooking, previewCancellation } from '../../../../services/bookings/cancel.ts';
import type { BookingPreview } from '../../../../services/bookings/preview.ts';
import type { Booking } from '../../../../services/bookings/read.ts';
import { listUnitsOfListing } from '../../../../services/catalogue/units.ts';
import { redirectWithNotice } from '../../../../web/flash.ts';
import { emptyForm } from '../../../../web/form.ts';
import { findChosen } from '../../../../web/form-table/long-choice.ts';
import { needs, teamPath } from '../../../../web/member-visit.ts';
import { type PresentPlace, readPlaceNames } from '../../../../web/place-names.ts';
import { computeFormVersion, readForm, type SentForm } from '../../../../web/sent-form.ts';
import type { Choice } from '../../../../web/views/fields.ts';
import { sendPage } from '../../../../web/views/layout.ts';
import { listPlaces } from '../../services/places.ts';
import { cancelPage, changePage } from './change-page.ts';
import { CHANGED_STAY, defineCancellation, defineChangedStay } from './forms.ts';
import { readGuestCount, toStayPath } from './party.ts';
import { previewOrChange, type Shown } from './previewed-change.ts';
import { bookingPath, readBookingOfPath } from './show-booking.ts';
import { listTaken } from './taken.ts';

/** The total that was seen, and the totals of a price that is kept. No field shows them. */
const CHANGE_LABELS = { ...CHANGED_STAY.labels, expected_total: 'The total', form: 'The price' };
const toFieldOfForm = (path: string): string =>
  path.startsWith('totals') ? 'form' : CHANGED_STAY.nameOf(toStayPath(path));

/**
 * The form that only changes the unit sends no fields of the stay. They are filled in as the page of the
 * change sends them back, so that what was previewed can be saved.
 */
function fillInStay(sent: unknown, booking: Booking): object {
  const fields = (sent ?? {}) as object;
  if (Object.hasOwn(fields, 'check_in')) return fields;
  const stay = CHANGED_STAY.toValues(presentBareBooking(booking));
  return { ...stay, units_of: stay.listing_id, ...fields };
}

const ALL_UNITS = { page: 1, perPage: MAX_UNITS_OF_LISTING };
const ALL_PLACES = { page: 1, perPage: 1_000 };

export const bookingChangeRoutes: FastifyPluginAsync = async (app) => {
  /** The active ones with the booking's currency, and its present place. */
  async function listPlaceChoices(
    { scope }: FastifyRequest,
    { booking, listing }: Booking,
    presentPlace: PresentPlace,
  ): Promise<Choice[]> {
    const { rows } = await listPlaces(scope, null, ALL_PLACES);
    const open = rows.filter(({ status, currency }) => status === 'active' && currency === booking.currency);
    const others = open.map(({ id, publicTitle, building }) => ({
      value: id,
      name: nameInBuilding(publicTitle, building?.publicTitle ?? null),
    }));
    return open.some(({ id }) => id === listing.id)
      ? others
      : [{ value: listing.id, name: presentPlace(listing) }, ...others];
  }

  /** The places, the typed one or the booking's own, and its units. */
  async function findChoices(
    request: FastifyRequest,
    { booking, typed, presentPlace }: { booking: Booking; typed: string; presentPlace: PresentPlace },
  ) {
    const places = await listPlaceChoices(request, booking, presentPlace);
    const place = findChosen(places, typed) ?? booking.listing.id;
    const { rows } = await listUnitsOfListing(request.scope, { listingId: place }, ALL_UNITS);
    const units = rows.filter(({ active }) => active).map(({ id, name }) => ({ value: id, name }));
    return { place, choices: { places, units } };
  }

  async function show(reply: FastifyReply, { form, preview = null, status = 200, refusal }: Shown) {
    const { request } = reply;
    const booking = await readBookingOfPath(request);
    const presentPlace = await readPlaceNames(request.scope, listNamed(booking, preview));
    const typed = form.values.listing_id ?? '';
    const { place, choices } = await findChoices(request, { booking, typed, presentPlace });
    const options = await findStayOptions(request.scope, { id: place });
    const values: Record<string, string> = {
      ...CHANGED_STAY.toValues(presentBareBooking(booking)),
      ...form.values,
      listing_id: form.errors.listing_id === undefined ? place : typed,
      units_of: place,
    };
    const taken = await listTaken(request.scope, refusal, {
      listingId: place,
      unitId: values.unit_id || null,
      stay: { checkIn: values.check_in ?? '', checkOut: values.check_out ?? '' },
      bookingId: booking.booking.id,
    });
    const body = changePage(reply, {
      base: teamPath(request),
      booking,
      choices,
      extras: options?.extras ?? [],
      form: { values, errors: form.errors },
      preview,
      presentPlace,
      taken,
    });
    const title = `Change ${booking.booking.confirmationCode}`;
    return sendPage(reply, { title, status, tab: 'bookings', body });
  }

  app.get('/bookings/:booking/change', needs('bookings:write'), (_request, reply) =>
    show(reply, { form: emptyForm }),
  );

  const ofManyNights = {
    config: { permission: 'bookings:write', dear: hasManyNights('check_in', 'check_out') },
  } as const;
  app.post('/bookings/:booking/change', ofManyNights, async (request, reply) => {
    const stored = await readBookingOfPath(request);
    const sent = fillInStay(request.body, stored);
    const form = readForm(sent, CHANGE_LABELS, toFieldOfForm);
    const hasField = form.isSent;
    const hasNoExtras = stored.booking.extras.length === 0;
    const presentPlace = await readPlaceNames(request.scope, [stored.listing]);
    const typed = form.text('listing_id');
    const { place, choices } = await findChoices(request, { booking: stored, typed, presentPlace });
    const unitId = form.optional('unit_id');
    // The chosen unit is of the earlier place if another place was chosen since.
    const isOfferedUnit = !hasField('units_of') || (typed.trim() !== '' && form.text('units_of') === place);
    if (!isOfferedUnit) form.values.unit_id = '';
    const isLeftOut = (path: string): boolean =>
      path === 'coupon_code' ||
      (path === 'listing_id' && typed.trim() === '') ||
      (path === 'unit_id' && (unitId === null || !isOfferedUnit));
    const { extras, ...stay } = defineChangedStay(choices).read(form, isLeftOut);
    const body = {
      ...stay,
      ...readGuestCount(form),
      ...(hasNoExtras && Array.isArray(extras) && extras.length === 0 ? {} : { extras }),
      ...readPrice(form, stored.booking, hasField),
    };
    const notice = 'The booking is changed.';
    return previewOrChange(reply, { form, stored, body, notice, show: (shown) => show(reply, shown) });
  });
};

/** A form without a field for the coupon, as that of an agreed price, leaves the coupon as it is. */
function readPrice(
  form: SentForm,
  booking: Booking['booking'],
  hasField: (name: string) => boolean,
): { totals?: object; coupon_code?: string | null } {
  if (booking.priceAgreed !== null) return {};
  const coupon_code = hasField('coupon_code') ? form.optional('coupon_code') : booking.couponCode;
  const isOtherCoupon = coupon_code !== booking.couponCode;
  if (!form.isChecked('keep_price')) return isOtherCoupon ? { coupon_code } : {};
  const { grandTotalCents, ...parts } = subtractAdjustments(booking, booking.adjustments);
  return {
    totals: {
      grand_total: grandTotalCents,
      accommodation_total: parts.accommodationTotalCents,
      discount_total: parts.discountTotalCents,
      fees_total: parts.feesTotalCents,
      // Without it, the lines tell the taxes that the total contains.
      taxes_total: parts.taxesTotalCents === 0 ? null : parts.taxesTotalCents,
    },
  };
}

/** The booking's own, and the one that a preview leads to. */
const listNamed = ({ listing }: Booking, preview: BookingPreview | null) =>
  preview === null ? [listing] : [listing, preview.booking.listing];

export const bookingCancelRoutes: FastifyPluginAsync = async (app) => {
  async function show(reply: FastifyReply, { form, preview = null, status = 200 }: Shown) {
    const { request } = reply;
    const booking = await readBookingOfPath(request);
    const presentPlace = await readPlaceNames(request.scope, [booking.listing]);
    const body = cancelPage(reply, { base: teamPath(request), booking, form, preview, presentPlace });
    const title = `Cancel ${booking.booking.confirmationCode}`;
    return sendPage(reply, { title, status, tab: 'bookings', body });
  }

  /** Cancels only if the sender of the form has already seen the effects. */
  async function showFee(reply: FastifyReply, sent: unknown) {
    const { request } = reply;
    const { booking } = await readBookingOfPath(request);
    const CANCELLATION = defineCancellation(booking.currency);
    const form = CANCELLATION.open(sent);
    const body = CANCELLATION.read(form);
    const isCancelled = form.text('step') === 'cancel';
    const previewed = form.text('previewed');
    const input = form.check(cancellationBody, body);
    if (!input) return show(reply, { form, status: 422 });
    const cancellation = input;
    try {
      const preview = await previewCancellation(request.scope, booking.id, cancellation);
      const seen = computeFormVersion([
        preview.booking.booking.cancellationFeeCents,
        preview.folio?.refundDueCents ?? null,
      ]);
      if (isCancelled && previewed === seen) {
        await cancelBooking(request.scope, booking.id, cancellation);
        return redirectWithNotice(reply, bookingPath(request), 'The booking is cancelled.');
      }
      const errors: Record<string, string> = isCancelled ? { form: 'Look at the fee first.' } : {};
      const shown = { values: { ...form.values, previewed: seen }, errors };
      return show(reply, { form: shown, preview, status: isCancelled ? 409 : 200 });
    } catch (error) {
      return show(reply, { form: form.refused(error), status: 422 });
    }
  }

  app.get('/bookings/:booking/cancel', needs('bookings:write'), (_request, reply) => showFee(reply, {}));
  app.post('/bookings/:booking/cancel', needs('bookings:write'), (request, reply) =>
    showFee(reply, request.body),
  );
};
