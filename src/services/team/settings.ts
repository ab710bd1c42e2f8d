import {
  findInvoiceCounters,
  lockInvoiceCounters,
  raiseInvoiceCounters,
} from '../../db/queries/teams/invoice-counters.ts';
import { lockTeam, updateTeam } from '../../db/queries/teams/teams.ts';
import { isAnyTextTranslated } from '../../db/queries/teams/translations.ts';
import { listFieldNames } from '../../domain/field-names.ts';
import { namedNumber } from '../../domain/text/message-text.ts';
import { toFieldMessages } from '../catalogue/problems.ts';
import { listChangedColumns } from '../catalogue/rows.ts';
import { buildTeamRow, type TeamColumns, type TeamSettings } from '../catalogue/team-row.ts';
import { describeTeam, findProblemsOfTexts, hasTranslationsInto } from '../catalogue/translations.ts';
import { throwIfAnyMessages } from '../errors.ts';
import type { FieldMessages } from '../field-messages.ts';
import type { ReadScope, TeamScope, WriteScope } from '../team-scope.ts';
import { type ConditionalOptions, requireVersion, write } from '../write.ts';
import { findPrefixMessages, GIVES_NUMBERS_AGAIN, listPrefixesOfTakenNumbers } from './invoice-prefixes.ts';
import { readTeamRecord } from './record.ts';
import { recordSettingsChange } from './settings-change.ts';

export type { TeamSettings };

/** If a team begins to enforce the scopes of its tokens, they apply from the next request on. */
export const changeTeam = (
  scope: TeamScope,
  change: TeamColumns,
  options: ConditionalOptions<TeamSettings> = {},
): Promise<TeamSettings> =>
  write(scope, options, async (scope) => {
    const { tx, teamId, now } = scope;
    await lockTeam(tx, teamId);
    const isRaising = change.invoiceNextNumber !== undefined || change.creditNoteNextNumber !== undefined;
    const isNumbering = NUMBERING_COLUMNS.some((column) => change[column] !== undefined);
    if (isRaising || isNumbering) await lockInvoiceCounters(tx, teamId);
    const team = await readTeam({ db: tx, teamId });
    await requireVersion(options, () => team);
    const after = buildTeamRow(team, change, now);
    throwIfAnyMessages({
      ...findLoweredMessages(team, after),
      ...findPrefixMessages(change, after),
      ...(await findTakenMessages(scope, team, after)),
      ...(await findLanguageMessages(scope, team, after)),
      ...findFactorMessages(scope, team, after),
    });
    const changed = listChangedColumns(team, after);
    if (changed.length === 0) return team;
    const stored = { ...after, updatedAt: now };
    await recordSettingsChange(scope, listFieldNames(changed));
    if (isRaising) await raiseInvoiceCounters(tx, teamId, stored);
    // Last, because on a cluster other writes to the shared table of teams wait from here on.
    await updateTeam(tx, stored);
    return stored;
  });

const NUMBERING_COLUMNS = ['invoiceNumbering', 'invoicePrefix', 'creditNotePrefix'] as const;

async function findTakenMessages(
  { tx }: WriteScope,
  before: TeamSettings,
  after: TeamSettings,
): Promise<FieldMessages> {
  if (NUMBERING_COLUMNS.every((column) => after[column] === before[column])) return {};
  const fields = await listPrefixesOfTakenNumbers(tx, after);
  return Object.fromEntries(
    fields.map((field) => [field, [{ code: 'contradicts', predicate: `${GIVES_NUMBERS_AGAIN}.` }]]),
  );
}

const COUNTERS = {
  invoiceNextNumber: 'invoice_next_number',
  creditNoteNextNumber: 'credit_note_next_number',
} as const;

/** A number that was drawn is not drawn again, so no counter goes back (docs/rules.md, 12.21). */
function findLoweredMessages(before: TeamSettings, after: TeamSettings): FieldMessages {
  const messages: FieldMessages = {};
  for (const [column, field] of Object.entries(COUNTERS) as [keyof typeof COUNTERS, string][])
    if (after[column] < before[column])
      messages[field] = [
        { code: 'too_small', predicate: ['must be at least ', namedNumber(before[column]), '.'] },
      ];
  return messages;
}

/** Texts that were translated into the first language would be there twice. */
async function findLanguageMessages(
  { tx, teamId }: WriteScope,
  before: TeamSettings,
  after: TeamSettings,
): Promise<FieldMessages> {
  const [first] = after.languages;
  const isTranslated =
    first !== before.languages[0] &&
    (hasTranslationsInto(describeTeam(after), first) || (await isAnyTextTranslated(tx, teamId, first)));
  return isTranslated
    ? { languages: [{ code: 'state', predicate: `${FIRST_LANGUAGE_TRANSLATED}.` }] }
    : toFieldMessages(findProblemsOfTexts(describeTeam(after), first));
}

/** Whoever could not open the team's pages afterwards cannot demand it of others (docs/rules.md, 27.15). */
const findFactorMessages = (
  { hasFactor }: WriteScope,
  before: TeamSettings,
  after: TeamSettings,
): FieldMessages =>
  after.requireSecondFactor && !before.requireSecondFactor && !hasFactor
    ? {
        require_second_factor: [
          {
            code: 'not_allowed',
            predicate:
              'can only be switched on by a member who has signed in with a second factor, on the page Team.',
          },
        ],
      }
    : {};

export const FIRST_LANGUAGE_TRANSLATED = 'must not begin with a language into which texts are translated';

export async function readTeam({ db, teamId }: ReadScope): Promise<TeamSettings> {
  const team = await readTeamRecord({ db, teamId });
  return { ...team, ...(await findInvoiceCounters(db, teamId)) };
}
