import type { Transaction } from '../../../db/client.ts';
import { foldCase } from '../../../domain/text/text.ts';
import { newId } from '../../../services/new-id.ts';
import type { ImportContext } from '../../team-file/file/plan/context.ts';
import { findPlannedListing, type PlannedListings } from '../../team-file/file/plan/listings.ts';
import type { FoundProblem } from '../../team-file/file/problems.ts';
import type { TeamFile } from '../../team-file/file/read.ts';
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
import { toMailRuleChange } from '../schemas/rule.ts';
import type { TeamTexts } from '../services/rendering/team-texts.ts';
import { buildMailRuleRow, isChangedRule } from '../services/rules.ts';

type PlannedMailSettings = Awaited<ReturnType<typeof planMailSettings>>;

/** What the file does not mention is kept. */
export const planMailSettings = async (
  tx: Transaction,
  context: ImportContext,
  listings: PlannedListings,
) => ({
  rules: await planRules(tx, context, listings),
  texts: await planTexts(tx, context),
  suppressions: await planSuppressions(tx, context),
});

export async function storeMailSettings(tx: Transaction, planned: PlannedMailSettings): Promise<void> {
  await upsertMailRules(tx, planned.rules);
  await upsertMailTexts(tx, planned.texts);
  await upsertMailSuppressions(tx, planned.suppressions);
}

async function planRules(
  tx: Transaction,
  context: ImportContext,
  listings: PlannedListings,
): Promise<MailRuleRecord[]> {
  const { teamId, now, file, tally } = context;
  const stored = await listStoredMailRules(tx, teamId);
  return file.mail_rules.entries.flatMap(({ place, value }) => {
    const before = stored.find(({ kind }) => kind === value.kind);
    const listingIds = value.listings?.flatMap((slug, index) => {
      const field = `listings[${index}]`;
      return findPlannedListing(context, place, { slug, field }, listings)?.row.id ?? [];
    });
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
 * Before the transaction, because the texts may have to wait for their turn to be rendered, and the team must
 * not stay locked meanwhile.
 */
export async function findMailTextProblemsOfFile(
  teamTexts: TeamTexts,
  { mail_texts: texts }: TeamFile,
): Promise<FoundProblem[]> {
  const found: FoundProblem[] = [];
  for (const { place, value } of texts.entries) {
    const { kind, subject, body } = value;
    const problems = await teamTexts.findProblems(kind, { subject, body });
    for (const [field, message] of Object.entries(problems))
      found.push({ place, sentence: `${field} ${message}` });
  }
  return found;
}

async function planTexts(tx: Transaction, context: ImportContext): Promise<MailTextRecord[]> {
  const { teamId, file, tally, problems, mailTextProblems } = context;
  const stored = await listStoredMailTexts(tx, teamId);
  const rows: MailTextRecord[] = [];
  for (const { place, sentence } of mailTextProblems) problems.add(place, sentence);
  for (const { value } of file.mail_texts.entries) {
    const { kind, language, subject, body } = value;
    const row = { teamId, kind, language: language ?? 'en', subject, body } as const;
    const before = stored.find((text) => text.kind === row.kind && text.language === row.language);
    if (tally.compareRow('mail_texts', before, row)) rows.push(row);
  }
  return rows;
}

async function planSuppressions(tx: Transaction, context: ImportContext): Promise<MailSuppressionRecord[]> {
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
