import { harbourTeam } from '../../../../examples/demo/harbour.ts';
import type { StayDate } from '../../../../src/domain/dates/dates.ts';

/** The demo team without its pictures, for tests that are not about them: making these takes most of an import. */
export function demoWithoutPictures(today: StayDate) {
  const team = harbourTeam(today);
  return { ...team, listings: team.listings.map(({ photos: _photos, ...listing }) => listing) };
}
