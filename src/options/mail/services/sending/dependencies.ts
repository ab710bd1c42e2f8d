import type { Keyring } from '../../../../services/keys/keyring.ts';
import type { SystemDependencies } from '../../../../services/team-scope.ts';
import type { RecentPersonMails } from '../people/recent-mails.ts';
import type { TeamTexts } from '../rendering/team-texts.ts';
import type { MailSettings } from '../settings.ts';
import type { MailResult } from './outcomes.ts';
import type { MailTransport } from './transport.ts';

export type SendingDependencies = SystemDependencies & {
  keyring: Keyring;
  mail: MailSettings;
  recentPersonMails: RecentPersonMails;
  teamTexts: TeamTexts;
  transport: MailTransport;
  from: string;
  /** Called with problems of the installation's mail server and with refusals, without addresses. */
  onTrouble: (error: string, isRefused: boolean) => void;
  onResult: (result: MailResult) => void;
};

/** Of a team, or about a person's account. */
export type DueMail = { teamId: number | null; id: string; account: string | null };
