/** See docs/rules.md, 25.2. */
import type { Executor, Transaction } from '../../../db/client.ts';
import { listListingSlugs } from '../../../db/queries/listings/charges.ts';
import { lockTeam } from '../../../db/queries/teams/teams.ts';
import type { GuestMailKind } from '../../../domain/vocabulary.ts';
import { type Problem, throwIfInvalid } from '../../../services/catalogue/problems.ts';
import { isNewOrDifferent, mergeValue } from '../../../services/catalogue/rows.ts';
import { recordSettingsChange } from '../../../services/team/settings-change.ts';
import type { ReadScope, TeamScope } from '../../../services/team-scope.ts';
import { type ConditionalOptions, requireVersion, write } from '../../../services/write.ts';
import { listStoredMailRules, type MailRuleRecord, upsertMailRules } from '../db/queries/settings.ts';
import { buildDefaultMailRule, listMailRules, type MailRule } from '../domain/rules.ts';

/** Listings of the rule that were deleted are missing from the slugs. */
export type ShownMailRule = MailRule & { slugs: string[] | null };

/** Undefined keeps a value, and null sets its default. */
export type MailRuleChange = {
  kind: GuestMailKind;
  isActive?: boolean | null | undefined;
  days?: number | null | undefined;
  hour?: number | null | undefined;
  sources?: readonly string[] | null | undefined;
  slugs?: readonly string[] | null | undefined;
};

export const readMailRules = async ({ db, teamId }: ReadScope): Promise<ShownMailRule[]> =>
  addSlugs(db, teamId, listMailRules(await listStoredMailRules(db, teamId)));

export const changeMailRules = (
  scope: TeamScope,
  changes: readonly MailRuleChange[],
  options: ConditionalOptions<ShownMailRule[]> = {},
): Promise<ShownMailRule[]> =>
  write(scope, options, async (scope) => {
    const { tx, teamId, now } = scope;
    await lockTeam(tx, teamId);
    const stored = await listStoredMailRules(tx, teamId);
    await requireVersion(options, () => addSlugs(tx, teamId, listMailRules(stored)));
    const idsBySlug = await findListingIds(tx, teamId, changes);
    throwIfInvalid(findUnknownListings(changes, idsBySlug));
    const written = changes.flatMap((change) => {
      const before = stored.find(({ kind }) => kind === change.kind);
      const listingIds = toListingIds(change.slugs, idsBySlug);
      const row = buildMailRuleRow(teamId, before, { ...change, listingIds }, now);
      return isChangedRule(before, row) ? [row] : [];
    });
    if (written.length > 0) {
      await upsertMailRules(tx, written);
      await recordSettingsChange(scope, ['mail_rules']);
    }
    return readMailRules({ db: tx, teamId });
  });

/** A rule keeps the moment at which it was switched on, until it is switched off. */
export function buildMailRuleRow(
  teamId: number,
  stored: MailRuleRecord | undefined,
  change: Omit<MailRuleChange, 'slugs'> & { listingIds?: readonly string[] | null | undefined },
  now: Date,
): MailRuleRecord {
  const { kind } = change;
  const byDefault = buildDefaultMailRule(kind);
  const before: MailRule = stored ?? byDefault;
  const isActive = mergeValue(change.isActive, before.isActive, byDefault.isActive);
  return {
    teamId,
    kind,
    isActive,
    days: mergeValue(change.days, before.days, byDefault.days),
    hour: mergeValue(change.hour, before.hour, byDefault.hour),
    sources: mutable(mergeValue(change.sources, before.sources, null)),
    listingIds: mutable(mergeValue(change.listingIds, before.listingIds, null)),
    activeSince: isActive ? (stored?.activeSince ?? now) : null,
  };
}

const mutable = <Item>(list: readonly Item[] | null): Item[] | null => list && [...list];

/** Compares with the default rule if none is stored. */
export function isChangedRule(stored: MailRuleRecord | undefined, row: MailRuleRecord): boolean {
  if (stored) return isNewOrDifferent(stored, row);
  const { teamId: _team, activeSince: _since, ...rule } = row;
  return isNewOrDifferent<MailRule>(buildDefaultMailRule(row.kind), rule);
}

/** Sorted. Undefined (no change) and null (all listings) are returned as they are. */
function toListingIds(slugs: MailRuleChange['slugs'], idsBySlug: ReadonlyMap<string, string>) {
  if (slugs === undefined || slugs === null) return slugs;
  return slugs.flatMap((slug) => idsBySlug.get(slug) ?? []).sort();
}

async function findListingIds(tx: Transaction, teamId: number, changes: readonly MailRuleChange[]) {
  const slugs = [...new Set(changes.flatMap((change) => change.slugs ?? []))];
  const known = slugs.length === 0 ? [] : await listListingSlugs(tx, teamId, { slugs });
  return new Map(known.map(({ id, slug }) => [slug, id]));
}

const findUnknownListings = (
  changes: readonly MailRuleChange[],
  idsBySlug: ReadonlyMap<string, string>,
): Problem[] =>
  changes.flatMap(({ slugs }, index) =>
    (slugs ?? []).every((slug) => idsBySlug.has(slug))
      ? []
      : [{ path: ['rules', index, 'listings'], code: 'unknown', message: 'must be slugs of listings' }],
  );

/** Sorted. */
export async function addSlugs(
  db: Executor,
  teamId: number,
  rules: readonly MailRule[],
): Promise<ShownMailRule[]> {
  const ids = [...new Set(rules.flatMap(({ listingIds }) => listingIds ?? []))];
  const known = ids.length === 0 ? [] : await listListingSlugs(db, teamId, { ids });
  return rules.map((rule) => ({
    ...rule,
    slugs:
      rule.listingIds === null
        ? null
        : known.filter(({ id }) => rule.listingIds?.includes(id)).map(({ slug }) => slug),
  }));
}
