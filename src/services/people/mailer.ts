import type { Transaction } from '../../db/client.ts';

/**
 * Tells people about their own account, in the transaction of the change. The core must not import mail, so
 * its services get this mailer, or null if the installation sends no mail.
 */
export type PersonMailer = {
  tellOfInvitation(
    tx: Transaction,
    invitation: { id: string; emailKey: string },
    now: Date,
  ): Promise<unknown>;
  tellOfNewPassword(tx: Transaction, person: { id: string; emailKey: string }, now: Date): Promise<unknown>;
  tellOfChangedFactor(tx: Transaction, person: { id: string; emailKey: string }, now: Date): Promise<unknown>;
};
