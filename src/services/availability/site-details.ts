import {
  type SiteDetailsRow,
  findSiteDetails as selectSiteDetails,
} from '../../db/queries/listings/site-listings.ts';
import { isDnsLabel } from '../../domain/text/slug.ts';
import type { SystemScope } from '../team-scope.ts';
import { findStayOptions, type OfferedExtra } from './stay-options.ts';

export type SiteDetails = SiteDetailsRow & { extras: OfferedExtra[] };

/** Besides the listing's public fields. Null if the site does not show the listing. */
export async function findSiteDetails(scope: SystemScope, slug: string): Promise<SiteDetails | null> {
  if (!isDnsLabel(slug)) return null;
  const found = await selectSiteDetails(scope.db, scope.teamId, slug);
  const options = found && (await findStayOptions(scope, { slug }));
  return options ? { ...found, extras: options.extras } : null;
}
