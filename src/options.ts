import type { Option } from './option.ts';
import { bookingSite } from './options/booking-site/booking-site.ts';
import { calendars } from './options/calendars/calendars.ts';
import { desk } from './options/desk/desk.ts';
import { mail } from './options/mail/mail.ts';
import { pictures } from './options/pictures/pictures.ts';
import { teamFile } from './options/team-file/team-file.ts';
import { webhooks } from './options/webhooks/webhooks.ts';

/**
 * All options. Their hooks run in this order, which is also the order of their locks (docs/architecture.md).
 */
export const OPTIONS: readonly Option[] = [webhooks, mail, calendars, pictures, desk, teamFile, bookingSite];
