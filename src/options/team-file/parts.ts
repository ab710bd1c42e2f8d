/** The only file of this option that names options which it does not stand on: what they have in the team file and the demo. */

import type { TeamFilePart } from '../../services/team-file-part.ts';
import type { TeamScope } from '../../services/team-scope.ts';
import { publishCalendar } from '../calendars/services/unit-calendars/addresses.ts';
import { mailPart } from '../mail/file/messages.ts';

export const LISTS_OF_PARTS = { ...mailPart.lists };

export type Part = Omit<TeamFilePart<typeof LISTS_OF_PARTS>, 'lists'>;

export const PARTS: readonly Part[] = [mailPart];

/** Once the demo's team is imported, for one of its units. */
export const STEPS_OF_DEMO: readonly ((scope: TeamScope, unit: { unitId: string }) => Promise<unknown>)[] = [
  publishCalendar,
];
