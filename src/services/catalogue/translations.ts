/** Which texts of a thing are translated, and whether they may be (docs/rules.md, 26.4). */
import { countNamedCharges, type NamedChargeKind } from '../../db/queries/listings/charges.ts';
import type { ListingRecord, PhotoRecord } from '../../db/queries/listings/listings.ts';
import type { SeasonRecord } from '../../db/queries/listings/rates.ts';
import type { TeamRecord } from '../../db/queries/teams/teams.ts';
import type { CancellationPolicy } from '../../domain/cancellation.ts';
import type { LanguageCode } from '../../domain/languages/languages.ts';
import {
  type FirstTexts,
  findTranslationProblems,
  type ListingText,
  type NameText,
  type PhotoText,
  type TeamText,
  type Translations,
} from '../../domain/translations.ts';
import { readTeamRecord } from '../team/record.ts';
import type { ReadScope, WriteScope } from '../team-scope.ts';
import type { Problem } from './problems.ts';

/** `path` leads to the thing in a body or an entry of a file. */
export type TranslatedThing = {
  path: Problem['path'];
  translations: Translations<string>;
  /** In the first language. */
  texts: Readonly<Record<string, string | null | undefined>>;
};

/** None without translations, so that most writes have nothing to check. */
const describe = <Text extends string>(
  translations: Translations<Text> | null | undefined,
  texts: FirstTexts<Text>,
  path: Problem['path'] = [],
): TranslatedThing[] => (translations ? [{ path, translations, texts }] : []);

export const describeNamed = (
  { name, translations }: { name: string; translations: Translations<NameText> | null },
  path?: Problem['path'],
): TranslatedThing[] => describe(translations, { name }, path);

/** `sent` is the list in which they have their places. */
export const describeSeasons = (
  seasons: readonly SeasonRecord[],
  sent: readonly { startDate: string }[],
): TranslatedThing[] =>
  seasons.flatMap((season) => {
    const place = sent.findIndex(({ startDate }) => startDate === season.startDate);
    return describeNamed(season, ['seasons', place]);
  });

const describePolicy = (policy: CancellationPolicy | null): TranslatedThing[] =>
  policy ? describe<NameText>(policy.translations, policy, ['cancellation_policy']) : [];

type TextsOfListing = Pick<
  ListingRecord,
  'publicTitle' | 'headline' | 'description' | 'houseRules' | 'arrivalInstructions'
>;
export const listTextsOfListing = (row: TextsOfListing): FirstTexts<ListingText> => ({
  public_title: row.publicTitle,
  headline: row.headline,
  description: row.description,
  'house_rules.text': row.houseRules?.text,
  arrival_instructions: row.arrivalInstructions,
});

export const describeListing = (row: ListingRecord): TranslatedThing[] => [
  ...describe(row.translations, listTextsOfListing(row)),
  ...describePolicy(row.cancellationPolicy),
];

export const listTextsOfPhoto = ({ caption }: Pick<PhotoRecord, 'caption'>): FirstTexts<PhotoText> => ({
  caption,
});

export const describePhoto = (
  photo: Pick<PhotoRecord, 'caption' | 'translations'>,
  path?: Problem['path'],
): TranslatedThing[] => describe(photo.translations, listTextsOfPhoto(photo), path);

type TextsOfTeam = Pick<TeamRecord, 'siteSentence' | 'siteHeadline' | 'imprint' | 'paymentInstructions'>;
export const listTextsOfTeam = (team: TextsOfTeam): FirstTexts<TeamText> => ({
  site_sentence: team.siteSentence,
  site_headline: team.siteHeadline,
  imprint: team.imprint,
  payment_instructions: team.paymentInstructions,
});

export const describeTeam = (team: TeamRecord): TranslatedThing[] => [
  ...describe(team.translations, listTextsOfTeam(team)),
  ...describePolicy(team.cancellationPolicy),
];

export const findProblemsOfTexts = (
  things: readonly TranslatedThing[],
  firstLanguage: LanguageCode,
): Problem[] =>
  things.flatMap(({ path, translations, texts }) =>
    findTranslationProblems(translations, firstLanguage, texts).map((problem) => ({
      ...problem,
      path: [...path, ...problem.path],
    })),
  );

/** The caller has locked the team, so that its first language stays. */
export async function findTextProblems(
  { tx, teamId }: Pick<WriteScope, 'tx' | 'teamId'>,
  things: readonly TranslatedThing[],
): Promise<Problem[]> {
  if (things.length === 0) return [];
  const { languages } = await readTeamRecord({ db: tx, teamId });
  return findProblemsOfTexts(things, languages[0]);
}

export const hasTranslationsInto = (things: readonly TranslatedThing[], code: LanguageCode): boolean =>
  things.some(({ translations }) => translations[code] !== undefined);

/** How many charges of a kind have a name in the language. */
export const countTranslatedCharges = (
  { db, teamId }: ReadScope,
  kind: NamedChargeKind,
  language: LanguageCode,
): Promise<{ all: number; translated: number }> => countNamedCharges(db, teamId, kind, language);
