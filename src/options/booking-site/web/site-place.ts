import type { LanguageCode } from '../../../domain/languages/languages.ts';
import { nameInBuilding } from '../../../domain/text/place-name.ts';
import type { LanguageChoice } from '../../../domain/translations.ts';
import { findFallbackLanguage } from '../../../schemas/public/chosen-text.ts';
import { chooseTextsOnSite } from '../../../schemas/public/listing.ts';
import type { SiteListing } from '../../../services/listings.ts';
import { findPlaceNames } from '../../../services/place-names.ts';
import type { TeamScope } from '../../../services/team-scope.ts';

/** A listing in the language of a page. `lang` is that of its texts, if they are not there in the page's. */
export type SitePlace = SiteListing & { lang: LanguageCode | undefined };

/** All texts are in one language (docs/rules.md, 26.7). */
export function presentSitePlace(listing: SiteListing, choice: LanguageChoice): SitePlace {
  const { publicTitle, headline, description, language } = chooseTextsOnSite(listing, choice);
  const lang = findFallbackLanguage({ text: publicTitle, language }, choice);
  return { ...listing, publicTitle, headline, description, lang };
}

/** A kind of room is named with its building. */
export async function readSitePlace(
  scope: TeamScope,
  listing: SiteListing,
  choice: LanguageChoice,
): Promise<SitePlace> {
  const place = presentSitePlace(listing, choice);
  const names = await findPlaceNames(scope, [listing.id]);
  const building = names.get(listing.id)?.buildingTitle ?? null;
  const language = place.lang ?? choice.language;
  const translated = building && listing.translationsOfBuilding?.[language]?.public_title;
  return { ...place, publicTitle: nameInBuilding(place.publicTitle, translated ?? building, language) };
}
