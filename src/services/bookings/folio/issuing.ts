import { loadIssuer } from '../../../db/queries/offers/issuer.ts';
import type { WriteScope } from '../../team-scope.ts';
import type { BookingToWrite } from '../lock.ts';
import type { Issuing } from './issue.ts';

export async function loadIssuing(
  { tx, teamId, now, isPreview }: WriteScope,
  { booking, folio: { payments } }: BookingToWrite,
): Promise<Issuing> {
  return { issuer: await loadIssuer(tx, teamId, booking.listingId), now, isPreview, payments };
}
