/** Messages of teams to guests and members, if the service has that option (docs/rules.md, 25.1 and 25.9). */
import type { Database } from '../db/client.ts';
import type { LanguageCode } from '../domain/languages/languages.ts';
import type { GuestMailKind, MailKind, MailStatus } from '../domain/vocabulary.ts';
import type { ReadScope, TeamScope } from './team-scope.ts';
import type { WriteOptions } from './write.ts';

export type Message = {
  id: string;
  kind: MailKind;
  language: LanguageCode;
  status: MailStatus;
  toName: string;
  toEmail: string;
  bookingId: string | null;
  guestId: string | null;
  attempts: number;
  error: string | null;
  messageId: string;
  nextAttemptAt: Date | null;
  createdAt: Date;
  sentAt: Date | null;
  rendered: { subject: string; text: string; html: string };
  attachments: readonly { name: string; type: string }[];
};

/** In Markdown. */
type WrittenMessage = { bookingId: string; subject: string; body: string };

export type Messages = {
  /** Oldest first. */
  listOfGuest(scope: ReadScope<Database>, guestId: string): Promise<Message[]>;
  /** To the guest of the booking. */
  write(scope: TeamScope, message: WrittenMessage, options?: WriteOptions<Message>): Promise<Message>;
  /** What is wrong with a team's own text, by `subject` and `body`. It may have to wait for its turn. */
  findTextProblems(
    kind: GuestMailKind,
    text: { subject: string; body: string },
  ): Promise<Readonly<Record<string, string>>>;
  /** Whether the team has blocked the address, so that nothing is sent to it. */
  isBlocked(db: Database, teamId: number, email: string): Promise<boolean>;
};
