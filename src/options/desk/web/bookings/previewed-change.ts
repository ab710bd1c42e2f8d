import type { FastifyReply } from 'fastify';
import { amendmentBody, bookingChangeBody } from '../../../../schemas/bookings/bodies.ts';
import { amendBooking, previewAmendment } from '../../../../services/bookings/amend.ts';
import { changeBooking, previewChange } from '../../../../services/bookings/change.ts';
import type { BookingPreview } from '../../../../services/bookings/preview.ts';
import type { Booking } from '../../../../services/bookings/read.ts';
import { PriceChanged } from '../../../../services/errors.ts';
import type { TeamScope } from '../../../../services/team-scope.ts';
import { redirectWithNotice } from '../../../../web/flash.ts';
import type { Form } from '../../../../web/form.ts';
import { readId } from '../../../../web/member-visit.ts';
import { computeFormVersion, type SentForm } from '../../../../web/sent-form.ts';
import { toExtrasValue } from './extras.ts';
import { toPartyValues } from './party.ts';
import { bookingPath } from './show-booking.ts';

export type Shown = { form: Form; preview?: BookingPreview | null; status?: number; refusal?: unknown };

type SentChange = {
  form: SentForm;
  /** If its stay has changed since the preview, the effects are shown again. */
  stored: Booking;
  /** Of an API request. */
  body: object;
  isAmendment?: boolean;
  notice: string;
  show: (shown: Shown) => Promise<FastifyReply>;
};

const PRICE_CHANGED = 'The price has changed meanwhile. Look at the new one, then save it again.';

/** What a change may set. */
const findStay = ({ booking, listing }: Booking) => [
  listing.id,
  booking.unitId,
  booking.checkIn,
  booking.checkOut,
  toPartyValues(booking),
  toExtrasValue(booking.extras),
  booking.couponCode,
  booking.adjustments,
  booking.cancellationFeeCents,
];

/**
 * Saves a change only if its effects were shown, with the same price and for the stay that is still stored.
 * Otherwise it shows the effects.
 */
export async function previewOrChange(
  reply: FastifyReply,
  { form, stored, body, isAmendment = false, notice, show }: SentChange,
) {
  const { request } = reply;
  const seen = computeFormVersion({ body, stay: findStay(stored) });
  const isSaved = form.text('step') === 'save' && form.text('previewed') === seen;
  const id = readId(request, 'booking');
  const writes = isAmendment ? readAmendment(form, body) : readChange(form, body, isSaved);
  if (!writes) return show({ form, status: 422 });
  try {
    if (isSaved && (await isChanged(() => writes.save(request.scope, id))))
      return redirectWithNotice(reply, bookingPath(request), notice, 'price');
    const preview = await writes.preview(request.scope, id);
    const errors: Record<string, string> = isSaved ? { form: PRICE_CHANGED } : {};
    const shown = { values: { ...form.values, previewed: seen }, errors };
    return show({ form: shown, preview, status: isSaved ? 409 : 200 });
  } catch (error) {
    return show({ form: form.refused(error), status: 422, refusal: error });
  }
}

type Writes = {
  save: (scope: TeamScope, id: string) => Promise<unknown>;
  preview: (scope: TeamScope, id: string) => Promise<BookingPreview>;
};

function readChange(form: SentForm, body: object, isSaved: boolean): Writes | null {
  const expected = isSaved ? { expected_total: form.integer('expected_total') } : {};
  const input = form.check(bookingChangeBody, { ...body, ...expected });
  return (
    input && {
      save: (scope, id) => changeBooking(scope, id, input),
      preview: (scope, id) => previewChange(scope, id, { ...input, expectedTotalCents: null }),
    }
  );
}

function readAmendment(form: SentForm, body: object): Writes | null {
  const input = form.check(amendmentBody, body);
  return (
    input && {
      save: (scope, id) => amendBooking(scope, id, input),
      preview: (scope, id) => previewAmendment(scope, id, input),
    }
  );
}

/** False if the price has changed since it was shown. */
async function isChanged(save: () => Promise<unknown>): Promise<boolean> {
  try {
    await save();
    return true;
  } catch (error) {
    if (error instanceof PriceChanged) return false;
    throw error;
  }
}
