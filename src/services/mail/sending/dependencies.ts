import type { Keyring } from '../../keys/keyring.ts';
import type { SystemDependencies } from '../../team-scope.ts';
import type { MailSettings } from '../settings.ts';
import type { MailResult } from './outcomes.ts';
import type { MailTransport } from './transport.ts';

export type SendingDependencies = SystemDependencies & {
  keyring: Keyring;
  mail: MailSettings;
  transport: MailTransport;
  /** The address of the sender. */
  from: string;
  /** Called with trouble that is the installation's, without addresses. */
  onTrouble: (error: string) => void;
  onResult: (result: MailResult) => void;
};

/** A message that is due: of a team, or of a person's account. */
export type DueMail = { teamId: number | null; id: string; account: string | null };
