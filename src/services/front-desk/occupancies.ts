import type { Database } from '../../db/client.ts';
import {
  type OccupancyFilter,
  type OccupancyRow,
  listOccupancies as selectOccupancies,
} from '../../db/queries/bookings/occupancy-list.ts';
import type { PageOfRows, PageRequest } from '../../domain/page.ts';
import type { Clock } from '../clock.ts';

export type { OccupancyRow as TakenUnit };

/** One page of occupancies, by listing, unit and first night. */
export const listOccupancies = (
  { db, clock }: { db: Database; clock: Clock },
  teamId: number,
  filter: OccupancyFilter,
  page: PageRequest,
): Promise<PageOfRows<OccupancyRow>> => selectOccupancies(db, teamId, { ...filter, at: clock() }, page);
