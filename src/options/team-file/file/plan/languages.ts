/** In which languages the team's texts are after the import (docs/rules.md, 26.2 and 26.4). */
import type { Transaction } from '../../../../db/client.ts';
import { isAnyTextTranslated } from '../../../../db/queries/teams/translations.ts';
import type { TeamSettings } from '../../../../services/catalogue/team-row.ts';
import { findProblemsOfTexts, type TranslatedThing } from '../../../../services/catalogue/translations.ts';
import { FIRST_LANGUAGE_TRANSLATED } from '../../../../services/team/settings.ts';
import { hasNoProblems, type ImportContext } from './context.ts';

export function reportTextProblems(
  { problems, team }: ImportContext,
  place: string,
  things: readonly TranslatedThing[],
): void {
  problems.addIssues(place, findProblemsOfTexts(things, team.languages[0]));
}

/** After the file's listings and charges are stored, for those that it does not name. */
export async function reportTranslatedFirstLanguage(
  tx: Transaction,
  context: ImportContext,
  stored: TeamSettings | null,
): Promise<void> {
  const { teamId, team, file, problems } = context;
  const [first] = team.languages;
  if (stored === null || stored.languages[0] === first || !hasNoProblems(context)) return;
  if (await isAnyTextTranslated(tx, teamId, first))
    problems.addIssues(file.team.place, [{ path: ['languages'], message: FIRST_LANGUAGE_TRANSLATED }]);
}
