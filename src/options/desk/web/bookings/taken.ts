/** What takes the nights of a refused stay (docs/rules.md, 21.13). */
import { isStayDate, type Stay } from '../../../../domain/dates/dates.ts';
import { findOccupiedNights } from '../../../../domain/inventory/inventory.ts';
import { listOccupancies, type TakenUnit } from '../../../../services/availability/occupancies.ts';
import { findStayOptions } from '../../../../services/availability/stay-options.ts';
import { Invalid } from '../../../../services/errors.ts';
import type { TeamScope } from '../../../../services/team-scope.ts';
import { EMPTY_HTML, type Html, html } from '../../../../web/views/html.ts';
import { renderTakenList } from '../calendar/nights-page.ts';

/** Of bookings and blocks. */
const MAX_TAKEN = 10;

type RefusedStay = {
  listingId: string;
  /** Null if any unit of the listing would do. */
  unitId: string | null;
  stay: Stay;
  /** The booking that is being changed, whose own nights do not block the change. Null for a new one. */
  bookingId: string | null;
};

/** None if the stay was refused for another reason. */
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
