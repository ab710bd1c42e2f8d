import type { Option } from './option.ts';
import { bookingSite } from './options/booking-site/booking-site.ts';
import { desk } from './options/desk/desk.ts';
import { pictures } from './options/pictures/pictures.ts';
import { teamFile } from './options/team-file/team-file.ts';
import { webhooks } from './options/webhooks/webhooks.ts';

/**
 * All options. Their hooks run in this order, which is also the order of their locks (docs/architecture.md), and their
 * tags stand in this order in the reference.
 */
export const OPTIONS: readonly Option[] = [webhooks, pictures, desk, teamFile, bookingSite];
