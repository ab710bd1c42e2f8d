/** What a team should know about messages that do not arrive (docs/rules.md, 25.17). */
import { findMailTrouble, listSuppressedMembers } from '../../db/queries/mail/trouble.ts';
import type { ReadScope } from '../team-scope.ts';
import { withoutAddresses } from './sending/outcomes.ts';

export type MailTrouble = {
  /** Since when messages do not leave, how many, and what the mail server said last, or null if they leave. */
  stuck: { since: Date; messages: number; error: string | null } | null;
  /** Members whose address gets no message, and why. */
  members: { name: string; email: string; reason: string | null }[];
};

export async function readMailTrouble({ db, teamId }: ReadScope): Promise<MailTrouble> {
  const [stuck, members] = await Promise.all([
    findMailTrouble(db, teamId),
    listSuppressedMembers(db, teamId),
  ]);
  return {
    stuck: stuck && { ...stuck, error: stuck.error === null ? null : withoutAddresses(stuck.error) },
    members,
  };
}
