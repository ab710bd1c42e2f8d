import type { Database, Transaction } from '../../../db/client.ts';
import { findGuest } from '../../../db/queries/guests/guests.ts';
import { findTeamMemberByEmail } from '../../../db/queries/people/members.ts';
import type { PageOfRows, PageRequest } from '../../../domain/page.ts';
import { foldCase } from '../../../domain/text/text.ts';
import { Invalid, NotFound } from '../../../services/errors.ts';
import type { ReadScope, TeamScope } from '../../../services/team-scope.ts';
import { type WriteOptions, write } from '../../../services/write.ts';
import {
  findMail as findStoredMail,
  insertMails,
  lockMail,
  type MailFilter,
  type MailRecord,
  listMails as selectMails,
  listMailsOfGuest as selectMailsOfGuest,
  updateMail,
} from '../db/queries/mails.ts';
import { findMailSuppression } from '../db/queries/settings.ts';
import { isMemberMailKind } from '../domain/kinds.ts';
import { buildMail, NOT_A_MEMBER, SUPPRESSED } from './new-mail.ts';
import type { OwnServices } from './services.ts';
import { type RenderedRecord, showMails } from './show.ts';

export type Mail = RenderedRecord;

export async function listMails(
  { db, teamId }: ReadScope<Database>,
  services: OwnServices,
  filter: MailFilter,
  page: PageRequest,
): Promise<PageOfRows<Mail>> {
  const { rows, total } = await selectMails(db, teamId, filter, page);
  return { rows: await showMails(db, services, rows), total };
}

export async function findMail(
  { db, teamId }: ReadScope<Database>,
  services: OwnServices,
  id: string,
): Promise<Mail | null> {
  const row = await findStoredMail(db, teamId, id);
  if (!row) return null;
  const [mail] = await showMails(db, services, [row]);
  return mail ?? null;
}

export type MailOfBooking = Pick<MailRecord, 'id' | 'kind' | 'toEmail' | 'status' | 'createdAt'>;

/** More than a booking has, save that many members hear of many things. */
const MAX_OF_BOOKING = 500;

/** Without their texts, so that nothing has to be rendered. */
export const listMailsOfBooking = async (
  { db, teamId }: ReadScope<Database>,
  bookingId: string,
): Promise<MailOfBooking[]> =>
  (await selectMails(db, teamId, { bookingId }, { page: 1, perPage: MAX_OF_BOOKING })).rows;

/** Oldest first. */
export const listMailsOfGuest = async (
  { db, teamId }: ReadScope<Database>,
  services: OwnServices,
  guestId: string,
): Promise<Mail[]> => showMails(db, services, await selectMailsOfGuest(db, teamId, guestId));

/**
 * As a new message with the same content, to the guest's present address, or to a member who is still in the team.
 */
export async function resendMail(
  scope: TeamScope,
  services: OwnServices,
  id: string,
  options: WriteOptions<Mail> = {},
): Promise<Mail> {
  const { mail: settings } = services;
  await renderBeforehand(scope, services, id);
  return write(scope, options, async ({ tx, teamId, now }) => {
    const mail = await lockMail(tx, teamId, id);
    if (!mail) throw new NotFound();
    if (mail.status === 'pending') throw buildStatusRefusal('A message that is pending is sent already.');
    const to = await findPresentReader(tx, mail);
    const isSuppressed = (await findMailSuppression(tx, teamId, foldCase(to.email))) !== null;
    const { language, bookingId, guestId, values, ownText, sequence, calendarMethod } = mail;
    const { subject, plainText, html } = mail;
    const again: MailRecord = {
      ...buildMail(settings, { teamId, kind: mail.kind, to, language, now }),
      ...(isSuppressed ? SUPPRESSED : {}),
      bookingId,
      guestId,
      values,
      ownText,
      sequence,
      calendarMethod,
      subject,
      plainText,
      html,
    };
    await insertMails(tx, [again]);
    return showOne(tx, services, again);
  });
}

/** Throws an `Invalid` if nobody may get the message any more. */
async function findPresentReader(
  tx: Transaction,
  { teamId, kind, guestId, toEmail }: MailRecord,
): Promise<{ name: string; email: string }> {
  if (isMemberMailKind(kind)) {
    const member = await findTeamMemberByEmail(tx, teamId, foldCase(toEmail));
    if (member === null) throw buildStatusRefusal(NOT_A_MEMBER);
    return { name: member.name, email: member.email };
  }
  const guest = guestId === null ? null : await findGuest(tx, teamId, guestId);
  if (guest === null || guest.email === null) throw buildStatusRefusal('The guest has no email any more.');
  return { name: guest.name, email: guest.email };
}

export async function withdrawMail(
  scope: TeamScope,
  services: OwnServices,
  id: string,
  options: WriteOptions<Mail> = {},
): Promise<Mail> {
  await renderBeforehand(scope, services, id);
  return write(scope, options, async ({ tx, teamId }) => {
    const mail = await lockMail(tx, teamId, id);
    if (!mail) throw new NotFound();
    if (mail.status !== 'pending' && mail.status !== 'kept')
      throw buildStatusRefusal(`A message that is ${mail.status} cannot be withdrawn.`);
    const changes = { status: 'withdrawn', nextAttemptAt: null } as const;
    await updateMail(tx, teamId, id, changes);
    return showOne(tx, services, { ...mail, ...changes });
  });
}

/** Before the transaction that locks the message, because a team's text may have to wait for its turn. */
const renderBeforehand = (scope: ReadScope<Database>, services: OwnServices, id: string): Promise<unknown> =>
  findMail(scope, services, id);

const buildStatusRefusal = (message: string) =>
  new Invalid({ status: [{ code: 'state', sentence: message }] });

async function showOne(
  tx: Parameters<typeof showMails>[0],
  services: OwnServices,
  row: MailRecord,
): Promise<Mail> {
  const [mail] = await showMails(tx, services, [row]);
  if (!mail) throw new Error('A message disappeared within its transaction.');
  return mail;
}
