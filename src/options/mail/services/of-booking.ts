/** Without their texts, so that nothing has to be rendered. */
import type { Database } from '../../../db/client.ts';
import type { ReadScope } from '../../../services/team-scope.ts';
import { listMails, type MailRecord } from '../db/queries/mails.ts';

export type MailOfBooking = Pick<MailRecord, 'id' | 'kind' | 'toEmail' | 'status' | 'createdAt'>;

/** More than a booking has, save that many members hear of many things. */
const LISTED = 500;

export const listMailsOfBooking = async (
  { db, teamId }: ReadScope<Database>,
  bookingId: string,
): Promise<MailOfBooking[]> =>
  (await listMails(db, teamId, { bookingId }, { page: 1, perPage: LISTED })).rows;
