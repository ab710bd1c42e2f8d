import { foldCase } from '../../../domain/text/text.ts';
import type { ErasedGuest, SystemScope, WriteScope } from '../../../services/team-scope.ts';
import {
  deleteMailSuppressionsOf,
  deleteMailsAboutGuest,
  listAddressesOfGuest,
} from '../db/queries/mails.ts';

/** Also messages to members about the guest, and the list of addresses that get no mail. */
export async function eraseMailsOfGuest(
  { tx, teamId }: WriteScope<SystemScope>,
  { id, email }: ErasedGuest,
): Promise<void> {
  const addresses = await listAddressesOfGuest(tx, teamId, id);
  const keys = [...addresses, ...(email === null ? [] : [email])].map(foldCase);
  await deleteMailSuppressionsOf(tx, teamId, [...new Set(keys)]);
  await deleteMailsAboutGuest(tx, teamId, id);
}
