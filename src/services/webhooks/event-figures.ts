import type { Database } from '../../db/client.ts';
import { readEventFiguresOfAnyTeam } from '../../db/queries/webhooks/event-figures.ts';
import type { Clock } from '../clock.ts';

/** Figures about the events and deliveries of all teams at this moment. */
export const readEventFigures = ({ db, clock }: { db: Database; clock: Clock }) =>
  readEventFiguresOfAnyTeam(db, clock());
