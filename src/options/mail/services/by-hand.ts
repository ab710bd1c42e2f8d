/** See docs/rules.md, 25.22. */
import type { Executor } from '../../../db/client.ts';
import { findBooking } from '../../../db/queries/bookings/bookings.ts';
import { lockBookings } from '../../../db/queries/bookings/writes.ts';
import { findTeamRecord } from '../../../db/queries/teams/teams.ts';
import { MAX_WRITTEN_MAILS_PER_HOUR } from '../../../domain/limits.ts';
import { foldCase } from '../../../domain/text/text.ts';
import { Invalid, NotFound, TooManyRequests } from '../../../services/errors.ts';
import type { TeamScope } from '../../../services/team-scope.ts';
import { type WriteOptions, write } from '../../../services/write.ts';
import { insertMails, listMailTimesOfBooking, type MailRecord } from '../db/queries/mails.ts';
import { findMailSuppression } from '../db/queries/settings.ts';
import type { MailText } from '../domain/values.ts';
import type { Mail } from './mails.ts';
import { buildMail } from './new-mail.ts';
import type { RenderedMail } from './rendering/page.ts';
import { MailTextProblem } from './rendering/text-problem.ts';
import type { OwnServices } from './services.ts';
import { chooseMailLanguage, presentMailTeam } from './values.ts';

const HOUR_MS = 3_600_000;
const TOO_MANY = `At most ${MAX_WRITTEN_MAILS_PER_HOUR} messages an hour can be written to the guest of a booking. Please try again later.`;

type WrittenMail = MailText & { bookingId: string };

/** The text is rendered before the transaction, because it may have to wait for its turn. */
export async function writeMailByHand(
  scope: TeamScope,
  { mail: settings, teamTexts }: OwnServices,
  { bookingId, subject, body }: WrittenMail,
  options: WriteOptions<Mail> = {},
): Promise<Mail> {
  const { db, teamId, clock } = scope;
  // A repeated request is answered as before, whatever was written since.
  if (!options.idempotency) await throwIfTooMany(db, { teamId, bookingId, now: clock() });
  const team = await findTeamRecord(db, teamId);
  if (!team) throw new NotFound();
  const booked = await findBooking(db, teamId, bookingId);
  if (!booked) throw new NotFound();
  const language = chooseMailLanguage(team, booked);
  const rendered = await renderOrRefuse(() =>
    teamTexts.renderByHand(teamId, { subject, body }, { ...presentMailTeam(team, language), language }),
  );
  return write(scope, options, async (scope) => {
    const { tx, teamId, now } = scope;
    // One after the other, so that the limit holds.
    await lockBookings(tx, teamId, [bookingId]);
    const row = await findBooking(tx, teamId, bookingId);
    if (!row) throw new NotFound();
    await throwIfTooMany(tx, { teamId, bookingId, now });
    const { id: guestId, name, email } = row.guest;
    if (email === null) throw refuseGuest('The guest has no email.');
    if (await findMailSuppression(tx, teamId, foldCase(email)))
      throw refuseGuest('The guest’s address is blocked: nothing is sent to it.');
    const record: MailRecord = {
      ...buildMail(settings, { teamId, kind: 'by_hand', to: { name, email }, language, now }),
      bookingId,
      guestId,
      subject: rendered.subject,
      plainText: rendered.text,
      html: rendered.html,
    };
    await insertMails(tx, [record]);
    return { ...record, rendered, attachments: [] };
  });
}

async function renderOrRefuse(render: () => Promise<RenderedMail>): Promise<RenderedMail> {
  try {
    return await render();
  } catch (error) {
    if (!(error instanceof MailTextProblem)) throw error;
    throw new Invalid({ [error.part]: [{ code: 'invalid', predicate: `${error.message}.` }] });
  }
}

async function throwIfTooMany(
  db: Executor,
  { teamId, bookingId, now }: { teamId: number; bookingId: string; now: Date },
): Promise<void> {
  const since = new Date(now.getTime() - HOUR_MS);
  const times = await listMailTimesOfBooking(db, teamId, { bookingId, kind: 'by_hand', since });
  const oldest = times.at(-MAX_WRITTEN_MAILS_PER_HOUR);
  if (oldest === undefined) return;
  throw new TooManyRequests(TOO_MANY, Math.ceil((oldest.getTime() - since.getTime()) / 1_000));
}

const refuseGuest = (sentence: string) => new Invalid({ guest: [{ code: 'state', sentence }] });
