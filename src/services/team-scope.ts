/** The first argument of every service: who acts for which team, and what the service needs for it. */
import type { Database, Executor, Transaction } from '../db/client.ts';
import type { BookingRecord } from '../db/queries/bookings/writes.ts';
import type { TeamEventRecord } from '../db/queries/events/team-events.ts';
import type { PaymentTerms } from '../domain/folio/payment-plan.ts';
import type { LanguageCode } from '../domain/languages/languages.ts';
import type { InfantAgeTerms } from '../domain/party.ts';
import type { ActorType } from '../domain/vocabulary.ts';
import { type Access, FULL_ACCESS } from './access/access.ts';
import type { AuditLog } from './access/audit-log.ts';
import type { OnBookingOutcome } from './bookings/outcomes.ts';
import type { Pictures } from './catalogue/pictures.ts';
import type { Clock } from './clock.ts';
import type { FieldMarks } from './field-marks.ts';
import { type CatalogueStore, createCatalogueStore } from './kept-catalogues/store.ts';
import type { Keyring } from './keys/keyring.ts';
import type { InTeamTransaction } from './writing/team-limit.ts';
import type { WriteRefusals } from './writing/write-refusals.ts';

/** As events show it. */
export type Actor = { type: ActorType; name: string | null };

/**
 * For the log. `id` is that of the membership or the token, and `ip` as requests are counted. Null for a command, for a
 * job and for what somebody does without either.
 */
export type Caller = { id: string | null; ip: string | null };
export const NO_CALLER: Caller = { id: null, ip: null };

/** `db` is the pool, or the transaction of a write. */
export type ReadScope<Reader extends Executor = Executor> = { db: Reader; teamId: number };

/** Of a command or a background job. */
export type SystemScope = {
  db: Database;
  inTeamTransaction: InTeamTransaction;
  writeRefusals: WriteRefusals;
  auditLog: AuditLog;
  clock: Clock;
  hooks: WriteHooks;
  fieldMarks: FieldMarks;
  teamId: number;
  actor: Actor;
  caller: Caller;
  access: Access;
};

/** The settings that every booking needs. */
export type TeamTerms = PaymentTerms & InfantAgeTerms & { languages: readonly LanguageCode[] };

/** Of a request. The scope of a background job cannot be passed where this one is needed. */
export type TeamScope = SystemScope & {
  terms: TeamTerms;
  keyring: Keyring;
  onBookingOutcome: OnBookingOutcome;
  pictures: Pictures;
  catalogues: CatalogueStore;
  /** It is a member's, whose session has a second factor. */
  hasFactor: boolean;
};

/** Within a write: the transaction in place of the pool, and one moment as the time of all that is stored. */
export type WriteScope<Scope extends SystemScope = TeamScope> = Omit<
  Scope,
  'db' | 'inTeamTransaction' | 'writeRefusals' | 'auditLog' | 'clock'
> & {
  tx: Transaction;
  now: Date;
  /** It is rolled back at its end, so it should draw nothing that others wait for. */
  isPreview: boolean;
  /** So far. */
  events: RecordedEvent[];
  /**
   * What is stored so far stays even if the write is refused later: changes that time alone has brought about,
   * such as the cancellation of a lapsed hold.
   */
  keep: () => void;
};

/** For what happens because time has passed, such as a hold that lapses. */
export type MomentScope = Pick<WriteScope, 'tx' | 'teamId' | 'now' | 'events'>;

/** `booking` has the columns by which options leave an event alone. */
export type RecordedEvent = TeamEventRecord & { booking?: Pick<BookingRecord, 'feedId' | 'source'> };

type WriteHook<Subject> = (scope: WriteScope<SystemScope>, subject: Subject) => Promise<void>;
export type OnEvents = WriteHook<readonly RecordedEvent[]>;
type OnErase = WriteHook<ErasedGuest>;
type OnDelete = WriteHook<Deletion>;

/**
 * By which options take part in writes of the core, in the write's transaction (`installation.ts` joins them).
 * What throws rolls the write back, and a `Refusal` also words why.
 */
export type WriteHooks = {
  /** At the end of a write that is not rolled back. Previews and repeated answers call none. */
  onEvents: readonly OnEvents[];
  /** They clear what an option has stored about the guest. */
  onErase: readonly OnErase[];
  /** Before units are deleted. A hook refuses that, or deletes what its option has stored for the units. */
  onDelete: readonly OnDelete[];
};

/** `email` is null if it was erased before. */
export type ErasedGuest = { id: string; email: string | null };

/** `listingId` is null if the listing stays. */
type Deletion = { unitIds: readonly string[]; listingId: string | null };

export type SystemDependencies = Omit<SystemScope, 'teamId' | 'actor' | 'caller' | 'access'>;

export type ScopeDependencies = SystemDependencies &
  Pick<TeamScope, 'keyring' | 'onBookingOutcome' | 'pictures' | 'catalogues'>;
type Speaker = Pick<TeamScope, 'actor' | 'access'> & {
  team: TeamScope['terms'] & { id: number };
  caller?: Caller;
  hasFactor?: boolean;
};

export const createTeamScope = (
  dependencies: ScopeDependencies,
  { team, actor, caller = NO_CALLER, access, hasFactor = false }: Speaker,
): TeamScope => {
  const limited = limit(dependencies, access);
  const { keyring, onBookingOutcome, pictures, catalogues } = limited;
  const scope = { ...createSystemScope(limited, team.id), actor, caller, access, terms: team };
  return { ...scope, keyring, onBookingOutcome, pictures, catalogues, hasFactor };
};

/** A caller with `listings` sees no others, and no catalogue that is kept for the whole team. */
function limit(dependencies: ScopeDependencies, { listings, unitTypes }: Access): ScopeDependencies {
  if (listings === null) return dependencies;
  const { inTeamTransaction } = dependencies;
  const db = dependencies.db.limitTo([...listings, ...unitTypes]);
  return {
    ...dependencies,
    db,
    inTeamTransaction: (teamId, work) => inTeamTransaction(teamId, work, db),
    catalogues: createCatalogueStore(),
  };
}

export const createSystemScope = (
  { db, inTeamTransaction, writeRefusals, auditLog, clock, hooks, fieldMarks }: SystemDependencies,
  teamId: number,
): SystemScope => ({
  db,
  inTeamTransaction,
  writeRefusals,
  auditLog,
  clock,
  hooks,
  fieldMarks,
  teamId,
  actor: { type: 'system', name: null },
  caller: NO_CALLER,
  access: FULL_ACCESS,
});
