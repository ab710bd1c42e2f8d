import type { Database } from '../../db/client.ts';
import {
  listOccupancies,
  type OccupancyFilter,
  type OccupancyRow,
} from '../../db/queries/bookings/occupancy-list.ts';
import type { Clock } from '../clock.ts';
import { type Page, type PageRequest, sliceOf } from '../page.ts';

export type { OccupancyRow as TakenUnit };

/** Everything that takes a team's units: bookings with their preparation nights, and blocks (contract, section 14). */
export function createOccupancyService({ db, clock }: { db: Database; clock: Clock }) {
  return {
    /** By listing, unit and first night. */
    listOccupancies: (
      teamId: number,
      filter: OccupancyFilter,
      page: PageRequest,
    ): Promise<Page<OccupancyRow>> => listOccupancies(db, teamId, { ...filter, at: clock() }, sliceOf(page)),
  };
}
