import type { Services } from '../../../services/services.ts';
import { createRecentPersonMails, type RecentPersonMails } from './people/recent-mails.ts';
import { createTeamTexts, type TeamTexts } from './rendering/team-texts.ts';
import type { MailSettings } from './settings.ts';

/** What mail has besides the services of the core. */
export type OwnServices = {
  mail: MailSettings;
  teamTexts: TeamTexts;
  recentPersonMails: RecentPersonMails;
};

export type MailServices = Services & OwnServices;

export const createOwnServices = (mail: MailSettings): OwnServices => ({
  mail,
  teamTexts: createTeamTexts(),
  recentPersonMails: createRecentPersonMails(),
});
