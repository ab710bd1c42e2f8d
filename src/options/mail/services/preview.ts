import { findBooking } from '../../../db/queries/bookings/bookings.ts';
import { type FolioRows, loadFolio } from '../../../db/queries/bookings/folio.ts';
import { findStayPlace } from '../../../db/queries/listings/stay-places.ts';
import { findTeamRecord } from '../../../db/queries/teams/teams.ts';
import type { GuestMailKind } from '../../../domain/vocabulary.ts';
import { buildGuestPageUrl } from '../../../services/bookings/guest-page.ts';
import { Invalid } from '../../../services/errors.ts';
import type { TeamScope } from '../../../services/team-scope.ts';
import { findOurMailText } from '../domain/our-texts.ts';
import { fillInLink, findPictureUrl, type RenderedMail } from './rendering/page.ts';
import { MailTextProblem } from './rendering/text-problem.ts';
import {
  findMailText,
  type MailTextChange,
  type MailTextKey,
  mergeMailText,
  type TextServices,
  throwIfMailTextInvalid,
} from './texts.ts';
import { buildMailValues, type MailExtras, type MailedBooking } from './values.ts';

type PreviewRequest = MailTextKey & MailTextChange & { bookingId: string };

/** Refuses a text that could not be stored, or cannot be rendered for the chosen booking. */
export async function previewMail(
  { db, teamId, clock }: Pick<TeamScope, 'db' | 'teamId' | 'clock'>,
  { teamTexts }: TextServices,
  { kind, language, bookingId, ...written }: PreviewRequest,
  publicUrl: string | null,
): Promise<RenderedMail> {
  await throwIfMailTextInvalid(teamTexts, kind, written);
  const row = await findBooking(db, teamId, bookingId);
  const team = await findTeamRecord(db, teamId);
  if (!row || !team) return throwProblem('booking_id', 'unknown', 'must be the id of a booking');
  const isWhole = written.subject !== undefined && written.body !== undefined;
  const used = isWhole
    ? findOurMailText(kind, language)
    : await findMailText({ db, teamId }, { kind, language });
  const text = mergeMailText({ kind, language }, used, written);
  const booking = {
    language,
    row,
    folio: await loadFolio(db, teamId, bookingId),
    team,
    place: await findStayPlace(db, teamId, row.booking.listingId),
    now: clock(),
  };
  const values = buildMailValues(kind, booking, chooseExtras(kind, booking));
  const link =
    team.siteBookings === 'off' ? null : buildGuestPageUrl(publicUrl, team, { ...row.booking, language });
  const rendered = await teamTexts
    .render(teamId, kind, text, {
      language,
      values,
      hasLink: link !== null,
      picture: findPictureUrl(values, publicUrl),
    })
    .catch(refuseUnrendered);
  return fillInLink(rendered, link ?? '');
}

function throwProblem(field: string, code: 'unknown' | 'invalid', message: string): never {
  throw new Invalid({ [field]: [{ code, predicate: `${message}.` }] });
}

/** A text may be too long with the chosen booking although it was not with the sample booking. */
function refuseUnrendered(error: unknown): never {
  if (!(error instanceof MailTextProblem)) throw error;
  return throwProblem(error.part, 'invalid', error.message);
}

/** The booking's next payment, else its last one, or the status before a cancellation. */
function chooseExtras(kind: GuestMailKind, { row: { booking }, folio }: MailedBooking): MailExtras {
  if (kind === 'booking_cancelled')
    return { was: booking.confirmedAt === null && booking.status !== 'confirmed' ? 'pending' : 'confirmed' };
  if (kind !== 'payment_due' && kind !== 'payment_received') return {};
  return {
    payment: choosePayment(kind, folio) ?? { amount: booking.grandTotalCents, due_on: booking.checkIn },
  };
}

function choosePayment(
  kind: 'payment_due' | 'payment_received',
  { payments }: FolioRows,
): MailExtras['payment'] {
  const status = kind === 'payment_due' ? 'scheduled' : 'paid';
  const payment = payments.find((one) => one.status === status) ?? payments.at(-1);
  return payment && { amount: payment.amountCents, due_on: payment.dueOn ?? '' };
}
