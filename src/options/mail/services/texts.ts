/** A team's own text, else the default (docs/rules.md, 25.3). */

import { lockTeam } from '../../../db/queries/teams/teams.ts';
import { LANGUAGES, type LanguageCode } from '../../../domain/languages/languages.ts';
import type { TeamLanguages } from '../../../domain/translations.ts';
import { GUEST_MAIL_KINDS, type GuestMailKind } from '../../../domain/vocabulary.ts';
import { mergeValue } from '../../../services/catalogue/rows.ts';
import { throwIfAnyMessages } from '../../../services/errors.ts';
import type { FieldMessages } from '../../../services/field-messages.ts';
import { readTeam } from '../../../services/team/settings.ts';
import { recordSettingsChange } from '../../../services/team/settings-change.ts';
import type { ReadScope, TeamScope, WriteScope } from '../../../services/team-scope.ts';
import { type ConditionalOptions, requireVersion, write } from '../../../services/write.ts';
import {
  deleteMailTextRow,
  findStoredMailText,
  listStoredMailTexts,
  type MailTextKey,
  type MailTextRecord,
  upsertMailTexts,
} from '../db/queries/settings.ts';
import { findOurMailText } from '../domain/our-texts.ts';
import type { MailText } from '../domain/values.ts';
import type { TeamTexts } from './rendering/team-texts.ts';

export type { MailTextKey };
export type TextServices = { teamTexts: TeamTexts };
export type ShownMailText = MailTextKey & MailText & { isReplaced: boolean };
/** A text in a language that is no longer offered is kept, and not used. */
export type ListedMailText = ShownMailText & { isOffered: boolean };
/** A part that is null goes back to the default. */
export type MailTextChange = { [Part in keyof MailText]?: MailText[Part] | null | undefined };

/** Of each kind in the languages that the team offers, in its order, then its own texts in other languages. */
export async function listMailTexts(scope: ReadScope): Promise<ListedMailText[]> {
  const stored = await listStoredMailTexts(scope.db, scope.teamId);
  const { languages } = await readTeam(scope);
  return GUEST_MAIL_KINDS.flatMap((kind) => listTextsOfKind(kind, languages, stored));
}

export async function listMailTextsOfKind(scope: ReadScope, kind: GuestMailKind): Promise<ListedMailText[]> {
  const stored = await listStoredMailTexts(scope.db, scope.teamId, kind);
  const { languages } = await readTeam(scope);
  return listTextsOfKind(kind, languages, stored);
}

function listTextsOfKind(
  kind: GuestMailKind,
  languages: TeamLanguages,
  stored: readonly MailTextRecord[],
): ListedMailText[] {
  const own = new Map(stored.filter((text) => text.kind === kind).map((text) => [text.language, text]));
  const others = LANGUAGES.filter((language) => own.has(language) && !languages.includes(language));
  const show = (language: LanguageCode, isOffered: boolean): ListedMailText => ({
    ...toShownText({ kind, language }, own.get(language) ?? null),
    isOffered,
  });
  return [
    ...languages.map((language) => show(language, true)),
    ...others.map((language) => show(language, false)),
  ];
}

export const findMailText = async ({ db, teamId }: ReadScope, key: MailTextKey): Promise<ShownMailText> =>
  toShownText(key, await findStoredMailText(db, teamId, key));

/** A part that is left out stays as it is. A text that equals the default is still the team's own. */
export const changeMailText = async (
  scope: TeamScope,
  { teamTexts }: TextServices,
  { kind, language, ...change }: MailTextKey & MailTextChange,
  options: ConditionalOptions<ShownMailText> = {},
): Promise<ShownMailText> => {
  // Before the transaction, because the team must not stay locked while its text waits for its turn.
  await throwIfMailTextInvalid(teamTexts, kind, change);
  const key = { kind, language };
  return write(scope, options, async (scope) => {
    const { tx, teamId } = scope;
    const stored = await lockMailText(scope, key, options);
    const text = { ...key, ...mergeMailText(key, stored, change), isReplaced: true };
    const { subject, body } = text;
    if (stored.isReplaced && stored.subject === subject && stored.body === body) return text;
    await upsertMailTexts(tx, [{ teamId, ...key, subject, body }]);
    await recordChange(scope);
    return text;
  });
};

/** A part that is left out stays as it is, and null means the default. */
export function mergeMailText(
  { kind, language }: MailTextKey,
  used: MailText,
  written: MailTextChange,
): MailText {
  const ours = findOurMailText(kind, language);
  return {
    subject: mergeValue(written.subject, used.subject, ours.subject),
    body: mergeValue(written.body, used.body, ours.body),
  };
}

/** Only what would be an error with every booking. */
export async function findMailTextMessages(
  teamTexts: TeamTexts,
  kind: GuestMailKind,
  { subject, body }: MailTextChange,
): Promise<FieldMessages> {
  const problems = await teamTexts.findProblems(kind, {
    ...(subject ? { subject } : {}),
    ...(body ? { body } : {}),
  });
  return Object.fromEntries(
    Object.entries(problems).map(([part, message]) => [
      part,
      [{ code: 'invalid', predicate: `${message}.` }],
    ]),
  );
}

export const throwIfMailTextInvalid = async (
  teamTexts: TeamTexts,
  kind: GuestMailKind,
  text: MailTextChange,
): Promise<void> => throwIfAnyMessages(await findMailTextMessages(teamTexts, kind, text));

/** The default text is used again. Succeeds even if the team has no text of its own. */
export const deleteMailText = (
  scope: TeamScope,
  key: MailTextKey,
  options: ConditionalOptions<void, ShownMailText> = {},
): Promise<void> =>
  write(scope, options, async (scope) => {
    const { tx, teamId } = scope;
    const stored = await lockMailText(scope, key, options);
    if (!stored.isReplaced) return;
    await deleteMailTextRow(tx, teamId, key);
    await recordChange(scope);
  });

async function lockMailText(
  { tx, teamId }: WriteScope,
  key: MailTextKey,
  options: Pick<ConditionalOptions<unknown, ShownMailText>, 'isCurrent'>,
): Promise<ShownMailText> {
  await lockTeam(tx, teamId);
  const stored = await findMailText({ db: tx, teamId }, key);
  await requireVersion(options, () => stored);
  return stored;
}

const recordChange = (scope: WriteScope): Promise<void> => recordSettingsChange(scope, ['mail_texts']);

function toShownText(key: MailTextKey, stored: MailTextRecord | null): ShownMailText {
  const { subject, body } = stored ?? findOurMailText(key.kind, key.language);
  return { kind: key.kind, language: key.language, subject, body, isReplaced: stored !== null };
}
