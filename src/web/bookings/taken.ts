/** What takes the nights of a stay that was refused (docs/rules.md, 21.13). */
import { isStayDate, type Stay } from '../../domain/dates.ts';
import { findOccupiedNights } from '../../domain/inventory.ts';
import { listOccupancies, type TakenUnit } from '../../services/availability/occupancies.ts';
import { findStayOptions } from '../../services/availability/stay-options.ts';
import { Invalid } from '../../services/errors.ts';
import type { TeamScope } from '../../services/team-scope.ts';
import { renderTakenList } from '../calendar/nights-page.ts';
import { EMPTY_HTML, type Html, html } from '../views/html.ts';

/** The most stays and blocks that a page names. */
const MAX_TAKEN = 10;

type RefusedStay = {
  listingId: string;
  /** The only unit that may be taken, if there is one. */
  unitId: string | null;
  stay: Stay;
  /** The booking itself, whose own nights are not in its way. */
  bookingId: string | null;
};

/** The stays and blocks on these nights, if a refusal is about taken nights. */
export async function listTaken(
  scope: TeamScope,
  refusal: unknown,
  { listingId, unitId, stay, bookingId }: RefusedStay,
): Promise<TakenUnit[]> {
  const isAboutNights =
    refusal instanceof Invalid && refusal.reasons.some(({ code }) => code === 'dates_unavailable');
  if (!isAboutNights || !isStayDate(stay.checkIn) || !isStayDate(stay.checkOut)) return [];
  const listing = await findStayOptions(scope, { id: listingId });
  if (!listing) return [];
  const nights = findOccupiedNights(stay, listing.preparationDays);
  const page = { page: 1, perPage: MAX_TAKEN };
  const { rows } = await listOccupancies(scope, { ...nights, listingId, unitId }, page);
  return rows.filter(({ booking }) => booking?.id !== bookingId);
}

export const renderTaken = (base: string, taken: readonly TakenUnit[]): Html =>
  taken.length === 0
    ? EMPTY_HTML
    : html`<div class="warning" role="status"><p>These take the nights:</p>${renderTakenList(base, taken)}</div>`;
