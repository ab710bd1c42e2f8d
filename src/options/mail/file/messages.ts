import type { Transaction } from '../../../db/client.ts';
import { LANGUAGES } from '../../../domain/languages/languages.ts';
import { MAX_MAIL_SUPPRESSIONS_OF_TEAM } from '../../../domain/limits.ts';
import { foldCase } from '../../../domain/text/text.ts';
import { GUEST_MAIL_KINDS } from '../../../domain/vocabulary.ts';
import type { Messages } from '../../../services/messages.ts';
import { newId } from '../../../services/new-id.ts';
import {
  type Collections,
  defineTeamFilePart,
  exactly,
  type FileLists,
  type FoundProblem,
  type PartContext,
} from '../../../services/team-file-part.ts';
import {
  listAllMailSuppressions,
  listStoredMailRules,
  listStoredMailTexts,
  type MailRuleRecord,
  type MailSuppressionRecord,
  type MailTextRecord,
  upsertMailRules,
  upsertMailSuppressions,
  upsertMailTexts,
} from '../db/queries/settings.ts';
import { mailRules, mailSuppressions, mailTexts } from '../db/schema/settings.ts';
import { mailRuleEntry, presentMailRule, toMailRuleChange } from '../schemas/rule.ts';
import { mailSuppressionEntry, presentMailSuppressionEntry } from '../schemas/suppression.ts';
import { mailTextEntry, presentMailTextEntry } from '../schemas/text.ts';
import { addSlugs, buildMailRuleRow, isChangedRule } from '../services/rules.ts';

const LISTS = {
  mail_rules: { schema: mailRuleEntry, key: 'kind', same: exactly, inner: [], max: GUEST_MAIL_KINDS.length },
  mail_texts: {
    schema: mailTextEntry,
    key: 'kind',
    within: { field: 'language', default: 'en' },
    same: exactly,
    inner: [],
    max: GUEST_MAIL_KINDS.length * LANGUAGES.length,
  },
  mail_suppressions: {
    schema: mailSuppressionEntry,
    key: 'email',
    same: foldCase,
    inner: [],
    max: MAX_MAIL_SUPPRESSIONS_OF_TEAM,
  },
} as const satisfies Collections;

type File = FileLists<typeof LISTS>;
type Context = PartContext<typeof LISTS>;

/** What the file does not mention is kept. */
export const mailPart = defineTeamFilePart({
  lists: LISTS,
  tables: [mailRules, mailTexts, mailSuppressions],
  findProblems,
  async plan(tx, context) {
    const rules = await planRules(tx, context);
    const texts = await planTexts(tx, context);
    const suppressions = await planSuppressions(tx, context);
    return async (writing) => {
      await upsertMailRules(writing, rules);
      await upsertMailTexts(writing, texts);
      await upsertMailSuppressions(writing, suppressions);
    };
  },
  async read(tx, teamId) {
    const changed = (await listStoredMailRules(tx, teamId)).filter((rule) => isChangedRule(undefined, rule));
    const rules = await addSlugs(tx, teamId, changed);
    const texts = await listStoredMailTexts(tx, teamId);
    const suppressions = await listAllMailSuppressions(tx, teamId);
    return [
      { name: 'mail_rules', entries: rules.map(presentMailRule) },
      { name: 'mail_texts', entries: texts.map(presentMailTextEntry) },
      { name: 'mail_suppressions', entries: suppressions.map(presentMailSuppressionEntry) },
    ];
  },
});

async function planRules(tx: Transaction, context: Context): Promise<MailRuleRecord[]> {
  const { teamId, now, file, tally, findListingId } = context;
  const stored = await listStoredMailRules(tx, teamId);
  return file.mail_rules.entries.flatMap(({ place, value }) => {
    const before = stored.find(({ kind }) => kind === value.kind);
    const listingIds = value.listings?.flatMap(
      (slug, index) => findListingId(place, { slug, field: `listings[${index}]` }) ?? [],
    );
    const change = {
      ...toMailRuleChange(value),
      listingIds: value.listings === null ? null : listingIds?.sort(),
    };
    const row = buildMailRuleRow(teamId, before, change, now);
    const isChanged = isChangedRule(before, row);
    tally.compare('mail_rules', isChanged ? before : row, isChanged);
    return isChanged ? [row] : [];
  });
}

/**
 * The texts may have to wait for their turn to be rendered, and the team must not stay locked meanwhile.
 */
async function findProblems({ mail_texts: texts }: File, messages: Messages | null): Promise<FoundProblem[]> {
  const found: FoundProblem[] = [];
  for (const { place, value } of texts.entries) {
    const { kind, subject, body } = value;
    const problems = await messages?.findTextProblems(kind, { subject, body });
    for (const [field, message] of Object.entries(problems ?? {}))
      found.push({ place, sentence: `${field} ${message}` });
  }
  return found;
}

async function planTexts(tx: Transaction, context: Context): Promise<MailTextRecord[]> {
  const { teamId, file, tally, problems, found } = context;
  const stored = await listStoredMailTexts(tx, teamId);
  const rows: MailTextRecord[] = [];
  for (const { place, sentence } of found) problems.add(place, sentence);
  for (const { value } of file.mail_texts.entries) {
    const { kind, language, subject, body } = value;
    const row = { teamId, kind, language: language ?? 'en', subject, body } as const;
    const before = stored.find((text) => text.kind === row.kind && text.language === row.language);
    if (tally.compareRow('mail_texts', before, row)) rows.push(row);
  }
  return rows;
}

async function planSuppressions(tx: Transaction, context: Context): Promise<MailSuppressionRecord[]> {
  const { teamId, now, file, tally, problems } = context;
  if (file.mail_suppressions.entries.length === 0) return [];
  const stored = new Map((await listAllMailSuppressions(tx, teamId)).map((row) => [row.emailKey, row]));
  const ids = new Map([...stored.values()].map((row) => [row.id, row]));
  return file.mail_suppressions.entries.flatMap(({ place, value }) => {
    const emailKey = foldCase(value.email);
    const before = stored.get(emailKey);
    if (value.id && value.id !== before?.id && (before || ids.has(value.id)))
      problems.refuse(
        place,
        'id',
        before ? `must be ${before.id}` : 'must not be that of another one',
        value.id,
      );
    const row = {
      teamId,
      id: before?.id ?? value.id ?? newId(),
      email: value.email,
      emailKey,
      reason: value.reason === undefined ? (before?.reason ?? null) : value.reason,
      createdAt: value.created_at ?? before?.createdAt ?? now,
    };
    return tally.compareRow('mail_suppressions', before, row) ? [row] : [];
  });
}
