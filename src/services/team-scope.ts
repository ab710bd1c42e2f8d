/**
 * The scope is the first argument of every service. A scope says who acts for which team, and has what a
 * service needs, such as the database and the clock.
 */
import type { Database, Executor, Transaction } from '../db/client.ts';
import type { BookingRecord } from '../db/queries/bookings/writes.ts';
import type { TeamEventRecord } from '../db/queries/events/team-events.ts';
import type { PaymentTerms } from '../domain/folio/payment-plan.ts';
import type { InfantAgeTerms } from '../domain/party.ts';
import type { ActorType } from '../domain/vocabulary.ts';
import type { OnBookingOutcome } from './bookings/outcomes.ts';
import type { Pictures } from './catalogue/pictures.ts';
import type { Clock } from './clock.ts';
import type { FieldMarks } from './field-marks.ts';
import type { CatalogueStore } from './kept-catalogues/store.ts';
import type { Keyring } from './keys/keyring.ts';
import type { InTeamTransaction } from './writing/team-limit.ts';
import type { WriteRefusals } from './writing/write-refusals.ts';

/** Who did something, as events show it: a kind of actor, such as a member or a token, and a name. */
export type Actor = { type: ActorType; name: string | null };

/** The team to read from, and the database to read with: the pool, or the transaction of a write. */
export type ReadScope<Reader extends Executor = Executor> = { db: Reader; teamId: number };

/** The scope of a write that does not come from a request, but from a command or a background job. */
export type SystemScope = {
  db: Database;
  inTeamTransaction: InTeamTransaction;
  writeRefusals: WriteRefusals;
  clock: Clock;
  hooks: WriteHooks;
  fieldMarks: FieldMarks;
  teamId: number;
  actor: Actor;
};

/**
 * The scope of a request: the team for which it is made, who makes it, and what services need, such as the
 * database. The type keeps the scope of a background job from being passed where the scope of a request is
 * needed.
 */
export type TeamScope = SystemScope & {
  /** The team's settings that every booking needs: its payment terms, and the age up to which children are infants. */
  terms: PaymentTerms & InfantAgeTerms;
  keyring: Keyring;
  onBookingOutcome: OnBookingOutcome;
  pictures: Pictures;
  catalogues: CatalogueStore;
};

/**
 * The scope of a running write. The scope of a write has a transaction in place of the pool, and one moment as
 * the time of everything that the write stores.
 */
export type WriteScope<Scope extends SystemScope = TeamScope> = Omit<
  Scope,
  'db' | 'inTeamTransaction' | 'writeRefusals' | 'clock'
> & {
  tx: Transaction;
  now: Date;
  /** Whether the write is rolled back at its end, so that it should draw nothing that others wait for. */
  isPreview: boolean;
  /** The events that the write has recorded in the team's feed so far. */
  events: RecordedEvent[];
  /**
   * Keeps what a write has stored so far, even if the write is refused later. `keep` is called after changes
   * that time alone has brought about, such as the cancellation of a lapsed hold.
   */
  keep: () => void;
};

/** The scope of changes that happen because time has passed, such as a hold that lapses. */
export type MomentScope = Pick<WriteScope, 'tx' | 'teamId' | 'now' | 'events'>;

/** An event that a write has recorded. An event of a booking comes with the columns by which options leave it alone. */
export type RecordedEvent = TeamEventRecord & { booking?: Pick<BookingRecord, 'feedId' | 'source'> };

type WriteHook<Subject> = (scope: WriteScope<SystemScope>, subject: Subject) => Promise<void>;
export type OnEvents = WriteHook<readonly RecordedEvent[]>;
type OnErase = WriteHook<ErasedGuest>;
type OnDelete = WriteHook<Deletion>;

/**
 * The hooks by which optional features such as mail take part in the writes of the core, because the core must
 * not import them. Hooks are joined where the options are opened (`installation.ts`), and run in the write's
 * transaction. A hook that throws rolls the write back, and a hook that throws a `Refusal` decides the message.
 */
export type WriteHooks = {
  /**
   * Hooks that run at the end of a write that is not rolled back, with all events that the write has recorded.
   * A preview or a repeated answer calls no hook at its end.
   */
  onEvents: readonly OnEvents[];
  /** Hooks that run when a guest is erased, and clear what an optional feature has stored about the guest. */
  onErase: readonly OnErase[];
  /**
   * Hooks that run before units are deleted, alone or with their listing. A hook refuses the deletion, or
   * deletes what an optional feature has stored for the units.
   */
  onDelete: readonly OnDelete[];
};

/** A guest who is being erased, with their email address, or null if it was erased before. */
export type ErasedGuest = { id: string; email: string | null };

/** Units that are about to be deleted, and their listing if it is deleted with them. */
type Deletion = { unitIds: readonly string[]; listingId: string | null };

/** What is needed to make a scope for a command or a background job. */
export type SystemDependencies = Omit<SystemScope, 'teamId' | 'actor'>;

export type ScopeDependencies = SystemDependencies &
  Pick<TeamScope, 'keyring' | 'onBookingOutcome' | 'pictures' | 'catalogues'>;
type Speaker = { team: TeamScope['terms'] & { id: number }; actor: Actor };

export const createTeamScope = (dependencies: ScopeDependencies, { team, actor }: Speaker): TeamScope => {
  const { keyring, onBookingOutcome, pictures, catalogues } = dependencies;
  const scope = { ...createSystemScope(dependencies, team.id), actor, terms: team };
  return { ...scope, keyring, onBookingOutcome, pictures, catalogues };
};

export const createSystemScope = (
  { db, inTeamTransaction, writeRefusals, clock, hooks, fieldMarks }: SystemDependencies,
  teamId: number,
): SystemScope => ({
  db,
  inTeamTransaction,
  writeRefusals,
  clock,
  hooks,
  fieldMarks,
  teamId,
  actor: { type: 'system', name: null },
});
