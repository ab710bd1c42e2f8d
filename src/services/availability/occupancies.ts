import {
  type OccupancyFilter,
  type OccupancyRow,
  listOccupancies as selectOccupancies,
} from '../../db/queries/bookings/occupancy-list.ts';
import type { PageOfRows, PageRequest } from '../../domain/page.ts';
import type { SystemScope } from '../team-scope.ts';

export type { OccupancyRow as TakenUnit };

/** One page of occupancies, by listing, unit and first night. */
export const listOccupancies = (
  { db, clock, teamId }: SystemScope,
  filter: OccupancyFilter,
  page: PageRequest,
): Promise<PageOfRows<OccupancyRow>> => selectOccupancies(db, teamId, { ...filter, at: clock() }, page);
