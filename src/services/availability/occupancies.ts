import {
  countOccupancies,
  type FoundOccupancy,
  listFoundOccupancies,
  listOccupancies as listStoredOccupancies,
  type OccupancyFilter,
  type OccupancyRow,
  selectOccupancies,
} from '../../db/queries/bookings/occupancy-list.ts';
import type { PageOfRows, PageRequest } from '../../domain/page.ts';
import type { SystemScope } from '../team-scope.ts';
import { streamRows } from '../whole-lists.ts';

export type { OccupancyRow as TakenUnit };

/** By listing, unit and first night. */
export const listOccupancies = (
  { db, clock, teamId }: SystemScope,
  filter: OccupancyFilter,
  page: PageRequest,
): Promise<PageOfRows<OccupancyRow>> => listStoredOccupancies(db, teamId, { ...filter, at: clock() }, page);

/** Some at a time, from one snapshot. */
export const writeOccupancyList = (
  { db, clock, teamId }: SystemScope,
  request: OccupancyFilter,
  write: (rows: readonly OccupancyRow[]) => Promise<void>,
): Promise<void> => {
  const filter = { ...request, at: clock() };
  return streamRows<FoundOccupancy>(db, {
    count: (tx) => countOccupancies(tx, teamId, filter),
    select: () => selectOccupancies(teamId, filter),
    each: async (tx, found) => write(await listFoundOccupancies(tx, teamId, found)),
  });
};
