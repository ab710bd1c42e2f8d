import type { Database, Transaction } from '../../../db/client.ts';
import { classifyDatabaseError, findSqlError } from '../../../db/errors.ts';
import { upsertRows } from '../../../db/queries/bulk.ts';
import { raiseCatalogueVersion } from '../../../db/queries/catalogue/versions.ts';
import { findInvoiceCounters } from '../../../db/queries/teams/invoice-counters.ts';
import { insertTeam, joinNewTeams } from '../../../db/queries/teams/new-teams.ts';
import { updateTeam } from '../../../db/queries/teams/teams.ts';
import { roles as roleTable } from '../../../db/schema/access.ts';
import { tokens as tokenTable } from '../../../db/schema/teams.ts';
import { toTeamColumns } from '../../../schemas/team.ts';
import { FULL_ACCESS } from '../../../services/access/access.ts';
import { recordAuditEntry } from '../../../services/access/audit.ts';
import { loadChargesOfMany } from '../../../services/availability/charges-of-many.ts';
import type { Pictures } from '../../../services/catalogue/pictures.ts';
import { findMissingColumnProblems, isNewOrDifferent } from '../../../services/catalogue/rows.ts';
import { buildTeamRow, REQUIRED_OF_TEAM, type TeamSettings } from '../../../services/catalogue/team-row.ts';
import { describeTeam, findProblemsOfTexts } from '../../../services/catalogue/translations.ts';
import type { Keyring } from '../../../services/keys/keyring.ts';
import type { Messages } from '../../../services/messages.ts';
import type { Passwords } from '../../../services/people/password.ts';
import { releasePictures } from '../../../services/pictures/release.ts';
import { listTeamPictures } from '../../../services/pictures/team-pictures.ts';
import { haveConfusablePrefixes } from '../../../services/team/invoice-prefixes.ts';
import { recordTeamEvent, runEventHooks } from '../../../services/team-events.ts';
import {
  NO_CALLER,
  type SystemDependencies,
  type SystemScope,
  type WriteScope,
} from '../../../services/team-scope.ts';
import { isConflict, retryOn } from '../../../services/writing/retry.ts';
import { analyzeImportedTables } from '../db/queries/statistics.ts';
import { lockTeamBySlug, updateCouponsOverMaximum } from '../db/queries/team-file.ts';
import { PARTS } from '../parts.ts';
import type { CollectionName } from './collections.ts';
import { parseBytes } from './parse.ts';
import { findOddAddressProblems, listPhotosWithOddAddresses } from './photo-addresses.ts';
import { planAccess } from './plan/access.ts';
import { importBookings } from './plan/bookings/bookings.ts';
import { keepHigherNumbers, storeInvoiceCounters } from './plan/bookings/invoice-numbers.ts';
import { planCatalogue } from './plan/catalogue.ts';
import { storeCharges } from './plan/charges.ts';
import {
  hasNoProblems,
  type ImportContext,
  RefusedFile,
  type ReportProgress,
  throwIfRefused,
} from './plan/context.ts';
import { importGuests } from './plan/guests.ts';
import { reportTranslatedFirstLanguage } from './plan/languages.ts';
import { importListings, importSellableDays } from './plan/listing-parts.ts';
import { lockSharedRows } from './plan/locks.ts';
import { toSettingsEntry } from './plan/logged.ts';
import { planNights, storeNights } from './plan/nights.ts';
import { type CheckedPart, checkParts, planParts, storeParts } from './plan/parts.ts';
import { planMembers, storeMembers } from './plan/people.ts';
import { importTeamPictures } from './plan/pictures/team.ts';
import { planRoles } from './plan/roles.ts';
import { createImportTally, type ImportCounts } from './plan/tally.ts';
import { planTokens } from './plan/tokens.ts';
import { createProblems } from './problems.ts';
import { readTeamFile, type TeamFile } from './read.ts';

/** What was done, or all problems for which the file was refused. */
export type ImportResult =
  | {
      ok: true;
      teamId: number;
      team: { slug: string; name: string; outcome: 'created' | 'changed' | 'unchanged' };
      counts: ImportCounts<CollectionName>;
      notices: readonly string[];
    }
  | { ok: false; problems: readonly string[]; notices: readonly string[] };

export type ImportOptions = {
  report?: ReportProgress;
  /** By default both are accepted. */
  expectedTarget?: 'new_team' | 'stored_team' | undefined;
  /** Where image files are, or null if the data does not come from a file. */
  folder?: string | null;
  /** A photo's address that begins with it may be one of the team's own pictures. */
  baseUrl?: string | undefined;
};

type Dependencies = SystemDependencies & {
  keyring: Keyring;
  pictures: Pictures;
  messages: Messages | null;
  passwords: Passwords;
};

const IMPORT_ACTOR = { type: 'import', name: null } as const;

/**
 * Stores all of the file or nothing. Only differences are written, so importing a file twice changes nothing
 * the second time.
 */
export const importTeamFile = (
  dependencies: Dependencies,
  json: unknown,
  options: ImportOptions = {},
): Promise<ImportResult> => importParsed(dependencies, structuredClone(json), options);

/** Throws an `UnreadableFile` if the bytes are too large, or not JSON. */
export async function importTeamFileBytes(
  dependencies: Dependencies,
  bytes: AsyncIterable<Uint8Array>,
  options: ImportOptions = {},
): Promise<ImportResult> {
  options.report?.('reading the file');
  return importParsed(dependencies, await parseBytes(bytes), options);
}

/** The parsed file is emptied in the process to save memory. */
async function importParsed(
  dependencies: Dependencies,
  json: unknown,
  options: ImportOptions,
): Promise<ImportResult> {
  const photos = listPhotosWithOddAddresses(json);
  const { file, problems, notices } = readTeamFile(json);
  if (!file) {
    const ofPhotos = await findOddAddressProblems(dependencies.db, photos);
    return { ok: false, problems: [...problems, ...ofPhotos], notices };
  }
  try {
    const checked = { file, parts: await checkParts(file, dependencies.messages) };
    const result = await retryOn(isRace, () => attemptImport(dependencies, checked, options));
    return await withRenewedStatistics(dependencies.db, result, options);
  } catch (error) {
    if (error instanceof RefusedFile) return { ok: false, problems: error.problems, notices: error.notices };
    const { constraint } = findSqlError(error) ?? {};
    if (!constraint) throw error;
    const problem = `file: contradicts what is stored (${constraint}).`;
    return { ok: false, problems: [problem], notices: file.notices };
  }
}

/**
 * After the commit: a failure must not undo the import, and others wait for the import's locks until then.
 */
async function withRenewedStatistics(
  db: Database,
  result: ImportResult,
  { report }: ImportOptions,
): Promise<ImportResult> {
  report?.('renewing the statistics of the database');
  try {
    await analyzeImportedTables(
      db,
      PARTS.flatMap(({ tables }) => tables),
    );
    return result;
  } catch {
    const notice =
      'the statistics of the database could not be renewed: answers may be slow until PostgreSQL does so itself';
    return { ...result, notices: [...result.notices, notice] };
  }
}

/**
 * Another import stored the same thing at the same time. The later one is tried again: it finds the thing
 * stored, and either agrees with it or reports a problem.
 */
const isRace = (error: unknown): boolean =>
  isConflict(error) || ['duplicate', 'overlap'].includes(classifyDatabaseError(error));

type CheckedFile = { file: TeamFile; parts: readonly CheckedPart[] };

function attemptImport(
  { db, clock, hooks, fieldMarks, keyring, pictures, passwords }: Dependencies,
  { file, parts }: CheckedFile,
  { report = () => {}, expectedTarget, folder = null, baseUrl }: ImportOptions,
): Promise<ImportResult> {
  return db.transaction(async (tx) => {
    const now = clock();
    const { place, value } = file.team;
    const record = await lockTeamBySlug(tx, value.slug);
    const stored = record && { ...record, ...(await findInvoiceCounters(tx, record.id)) };
    const team = keepHigherNumbers(
      buildTeamRow(stored ?? undefined, toTeamColumns(value), now),
      stored ?? undefined,
    );
    const problems = createProblems();
    const notices = [...file.notices];
    if (expectedTarget === (stored ? 'new_team' : 'stored_team')) {
      problems.add(place, stored ? 'this team exists already' : 'there is no such team');
      throw new RefusedFile({ problems, notices });
    }
    problems.addIssues(place, findMissingColumnProblems(team, REQUIRED_OF_TEAM));
    if (haveConfusablePrefixes(team))
      problems.add(place, 'credit_note_prefix must not give the numbers of invoice_prefix');
    problems.addIssues(place, findProblemsOfTexts(describeTeam(team), team.languages[0]));
    // With invalid fields of the team, an import stores nothing, but still checks the rest of the file.
    if (!stored && problems.lines.length === 0) {
      await joinNewTeams(tx);
      team.id = await insertTeam(tx, team);
    }
    const isNew = stored === null;
    const tally = createImportTally<CollectionName>();
    const context: ImportContext = {
      teamId: team.id,
      team,
      now,
      file,
      problems,
      notices,
      tally,
      events: [],
      logged: [],
      pictures,
      passwords,
      folder,
      baseUrls: baseUrl ? [baseUrl] : [],
    };
    // A new team is stored by now, so that its pictures can refer to it.
    const picturesOfTeam = hasNoProblems(context) ? await importTeamPictures(tx, context, file.team) : {};
    Object.assign(team, picturesOfTeam);
    const isChanged = isNewOrDifferent(stored ?? undefined, team);
    if (isChanged && !value.updated_at) team.updatedAt = now;
    const isWritten = isNew ? Object.keys(picturesOfTeam).length > 0 : isChanged;
    await carryOut(tx, context, { isWritten, stored, keyring, report, parts });
    const { teamId, events } = context;
    const scope = {
      tx,
      now,
      isPreview: false,
      teamId,
      actor: IMPORT_ACTOR,
      caller: NO_CALLER,
      access: FULL_ACCESS,
      hooks,
      fieldMarks,
      events,
      keep: () => {},
    };
    if (stored && isChanged) context.logged.push(toSettingsEntry(stored, team));
    await recordImport(scope, context, isChanged);
    for (const entry of context.logged) await recordAuditEntry(scope, entry);
    await runEventHooks(scope);
    const { slug, name } = team;
    const outcome = isNew ? 'created' : isChanged ? 'changed' : 'unchanged';
    return {
      ok: true,
      teamId: team.id,
      team: { slug, name, outcome },
      counts: tally.counts,
      notices,
    };
  });
}

type Work = {
  /** Its row is stored at the end. */
  isWritten: boolean;
  /** Null for a new team. */
  stored: TeamSettings | null;
  keyring: Keyring;
  report: ReportProgress;
  parts: CheckedFile['parts'];
};

/**
 * Each step compares one part of the file with the stored data and stores the differences. Rows to which
 * others refer come first. After the first problem nothing more is stored, but the step goes on, to report
 * all of its problems.
 */
async function carryOut(
  tx: Transaction,
  context: ImportContext,
  { isWritten, stored, keyring, report, parts }: Work,
): Promise<void> {
  report('comparing with what is stored');
  const roles = await planRoles(tx, context);
  const access = await planAccess(tx, context);
  const members = await planMembers(tx, context, { roles, access });
  const tokens = await planTokens(tx, context, { members, roles, access }, keyring);
  const catalogue = await planCatalogue(tx, context);
  access.findListings(catalogue.listings);
  const storesOfParts = await planParts(tx, context, { parts, listings: catalogue.listings });
  const locked = await lockSharedRows(tx, context, catalogue);
  report('storing listings');
  if (hasNoProblems(context)) await raiseCatalogueVersion(tx, context.teamId);
  const formerPictures = await importListings(tx, context, catalogue.listings);
  if (hasNoProblems(context)) await storeCharges(tx, catalogue.charges);
  await reportTranslatedFirstLanguage(tx, context, stored);
  if (hasNoProblems(context)) await storeParts(tx, storesOfParts);
  report('storing guests');
  await importGuests(tx, context, locked);
  report('choosing units');
  const nights = await planNights(tx, context, catalogue, locked);
  const { length: count } = context.file.bookings.entries;
  const findCharges = await loadChargesOfMany(tx, context.teamId);
  await importBookings(tx, context, nights.stays, {
    pricing: { chargesOf: findCharges, coupons: catalogue.coupons },
    report: (stored) => report(`storing bookings, ${stored} of ${count}`),
  });
  throwIfRefused(context);
  report('storing occupied nights');
  await storeNights(tx, context, nights);
  await importSellableDays(tx, context, catalogue.listings);
  await updateCouponsOverMaximum(tx, context.teamId);
  await storeInvoiceCounters(tx, context);
  throwIfRefused(context);
  // People are last, because teams share their table: on a Citus cluster, other requests wait from here until
  // the import ends.
  if (isWritten) await updateTeam(tx, context.team);
  // After all that may refer to them now.
  if (stored) await releasePictures({ tx, ...context }, [...formerPictures, ...listTeamPictures(stored)]);
  await upsertRows(tx, roleTable, roles.changed);
  await storeMembers(tx, context.teamId, members);
  await upsertRows(tx, tokenTable, tokens);
  await access.store();
}

/** One event with the number of changed things, or none if nothing changed. */
async function recordImport(
  scope: WriteScope<SystemScope>,
  { tally }: ImportContext,
  isTeamWritten: boolean,
): Promise<void> {
  const counts: Record<string, number> = {};
  for (const [name, { created = 0, changed = 0, removed = 0 }] of Object.entries(tally.counts))
    if (created + changed + removed > 0) counts[name] = created + changed + removed;
  if (!isTeamWritten && Object.keys(counts).length === 0) return;
  await recordTeamEvent(scope, { type: 'team.imported', data: { counts } });
}
