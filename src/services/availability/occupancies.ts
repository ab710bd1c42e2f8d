import {
  type OccupancyFilter,
  type OccupancyRow,
  listOccupancies as selectOccupancies,
} from '../../db/queries/bookings/occupancy-list.ts';
import type { PageOfRows, PageRequest } from '../../domain/page.ts';
import type { SystemScope } from '../team-scope.ts';
import { refuseTooLong, withSnapshot } from '../whole-lists.ts';

export type { OccupancyRow as TakenUnit };

/** One page of a team's occupancies, sorted by listing, unit and first night. */
export const listOccupancies = (
  { db, clock, teamId }: SystemScope,
  filter: OccupancyFilter,
  page: PageRequest,
): Promise<PageOfRows<OccupancyRow>> => selectOccupancies(db, teamId, { ...filter, at: clock() }, page);

const OCCUPANCIES_AT_ONCE = 2_000;

/** Passes all occupancies to `write`, some at a time, read from one snapshot. */
export const writeOccupancyList = (
  { db, clock, teamId }: SystemScope,
  filter: OccupancyFilter,
  write: (rows: readonly OccupancyRow[]) => Promise<void>,
): Promise<void> => {
  const at = clock();
  return withSnapshot(db, async (tx) => {
    for (let page = 1; ; page += 1) {
      const request = { page, perPage: OCCUPANCIES_AT_ONCE };
      const { rows, total } = await selectOccupancies(tx, teamId, { ...filter, at }, request);
      refuseTooLong(total);
      if (rows.length > 0) await write(rows);
      if (page * OCCUPANCIES_AT_ONCE >= total) return;
    }
  });
};
