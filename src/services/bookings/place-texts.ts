import type { StayPlace } from '../../db/queries/listings/stay-places.ts';
import { chooseListingTexts, chooseText, type LanguageChoice } from '../../domain/translations.ts';

type PlaceTexts = {
  title: string;
  /** Null unless the listing is a unit type. */
  buildingTitle: string | null;
  arrivalInstructions: string | null;
};

/** What guests read of the place of a stay (docs/rules.md, 26.7). */
export function choosePlaceTexts(
  { texts, buildingTexts }: Pick<StayPlace, 'texts' | 'buildingTexts'>,
  choice: LanguageChoice,
): PlaceTexts {
  const arriving = texts.arrivalInstructions === null && buildingTexts !== null ? buildingTexts : texts;
  return {
    title: chooseListingTexts(texts, buildingTexts, choice).publicTitle,
    buildingTitle: buildingTexts && chooseListingTexts(buildingTexts, null, choice).publicTitle,
    arrivalInstructions: chooseText(
      arriving.arrivalInstructions,
      arriving.translations,
      'arrival_instructions',
      choice,
    ).text,
  };
}
