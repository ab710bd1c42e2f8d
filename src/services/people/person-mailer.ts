import type { Transaction } from '../../db/client.ts';

/**
 * Tells people about their own account by mail, in the transaction of the change that the mail is about. Mail
 * is an option, so the mailer is given to these services where they are made (`services.ts`), or null where
 * no mail is sent.
 */
export type PersonMailer = {
  tellOfInvitation(
    tx: Transaction,
    invitation: { id: string; emailKey: string },
    now: Date,
  ): Promise<unknown>;
  tellOfNewPassword(tx: Transaction, person: { id: string; emailKey: string }, now: Date): Promise<unknown>;
};
