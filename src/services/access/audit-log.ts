/** What is logged beside the answers to requests (docs/rules.md, 27.24). */
import type { Database, Transaction } from '../../db/client.ts';
import { listMembershipsOfPerson } from '../../db/queries/people/members.ts';
import {
  type AuditRecord,
  insertAuditEntries,
  updateAuditDetails,
  upsertCountedEntry,
} from '../../db/queries/teams/audit.ts';
import {
  type AuditAction,
  type AuditActor,
  type AuditDetails,
  type AuditTarget,
  buildCountKey,
} from '../../domain/access/audit.ts';
import { newId } from '../new-id.ts';
import { createTurns } from '../sharing/turns.ts';

export type AuditEntry = { action: AuditAction; target?: AuditTarget | null; details?: AuditDetails };
type Happening = AuditEntry & { id?: string; teamId: number; actor: AuditActor; ip: string | null; at: Date };
type PersonHappening = Omit<AuditEntry, 'target'> & {
  person: { id: string; name: string };
  /** Else by the person. */
  isByOperator?: boolean;
  ip: string | null;
  at: Date;
};

const COLLECTED_FOR_MS = 500;
const TURNS = { atOnce: { process: 4 }, waitMs: 60_000 };

type Queue = { waiting: Map<string, AuditRecord>; last: Promise<void>; isScheduled: boolean };

type CollectedOfPerson = PersonHappening & { id: string };
type Collected = AuditRecord | CollectedOfPerson;

export type AuditLog = ReturnType<typeof createAuditLog>;

export function buildAuditRecord(happening: Happening): AuditRecord {
  const { id = newId(), teamId, actor, ip, at, action, target = null, details = {} } = happening;
  return {
    teamId,
    id,
    at,
    action,
    actorType: actor.type,
    actorId: actor.id,
    actorName: actor.name,
    ip,
    target,
    details,
    count: 1,
    countKey: buildCountKey({ action, actor, target, at }),
  };
}

/**
 * Neither an answer nor its time depends on these entries: nobody learns by a failed sign-in who has an account, and a
 * node of a cluster that is away stops no sign-in. They are collected for a moment, in which what repeats is counted, and
 * each team has its own line. An entry that cannot be written is dropped, with a line of the server's log.
 */
export function createAuditLog(
  db: Database,
  onError: (error: unknown) => void,
  collectedForMs = COLLECTED_FOR_MS,
) {
  const turns = createTurns(TURNS);
  const queues = new Map<number, Queue>();
  let collected: Collected[] = [];
  let timer: NodeJS.Timeout | undefined;
  /** In the order in which they happened. */
  let distributed: Promise<void> = Promise.resolve();

  function collect(happening: Collected): void {
    collected.push(happening);
    timer ??= setTimeout(distribute, collectedForMs).unref();
  }

  function distribute(): void {
    clearTimeout(timer);
    timer = undefined;
    const happenings = collected;
    collected = [];
    distributed = distributed.then(async () => {
      for (const happening of happenings)
        if ('teamId' in happening) enqueue(happening);
        else await enqueueInTeams(happening).catch(onError);
    });
  }

  function enqueue(record: AuditRecord): void {
    const { teamId } = record;
    const queue = queues.getOrInsertComputed(teamId, createQueue);
    const key = record.countKey ?? record.id;
    const same = queue.waiting.get(key);
    queue.waiting.set(key, same ? addUp(same, record) : record);
    if (queue.isScheduled) return;
    queue.isScheduled = true;
    queue.last = queue.last.then(() => writeQueue(teamId, queue));
  }

  async function writeQueue(teamId: number, queue: Queue): Promise<void> {
    const records = [...queue.waiting.values()];
    queue.waiting = new Map();
    queue.isScheduled = false;
    const holder = { team: teamId, caller: null };
    await turns.run(holder, () => db.transaction((tx) => storeAuditRecords(tx, records))).catch(onError);
    if (!queue.isScheduled) queues.delete(teamId);
  }

  async function enqueueInTeams({ person, isByOperator, ...happening }: CollectedOfPerson): Promise<void> {
    for (const { teamId, id } of await listMembershipsOfPerson(db, person.id)) {
      const member = { type: 'member', id, name: person.name } as const;
      const who = isByOperator ? { actor: OPERATOR, target: member } : { actor: member };
      enqueue(buildAuditRecord({ ...happening, teamId, ...who }));
    }
  }

  return {
    note: (happening: Happening): void => collect(buildAuditRecord(happening)),

    /** In each team of the person. */
    noteOfPerson: (happening: PersonHappening): void => collect({ ...happening, id: newId() }),

    /** Before the team's log is read, so that it has all that this process has noted. */
    async settle(teamId: number): Promise<void> {
      distribute();
      await distributed;
      await queues.get(teamId)?.last;
    },

    /** When the process stops. */
    async flush(): Promise<void> {
      distribute();
      await distributed;
      await Promise.all([...queues.values()].map(({ last }) => last));
    },
  };
}

const OPERATOR: AuditActor = { type: 'system', id: null, name: null };

const createQueue = (): Queue => ({ waiting: new Map(), last: Promise.resolve(), isScheduled: false });

const addUp = (first: AuditRecord, next: AuditRecord): AuditRecord => ({
  ...first,
  count: first.count + next.count,
  details: mergeDetails(first.details, next.details),
});

/** What was lacked is a closed list, so the details stay small. */
const mergeDetails = (first: AuditDetails, next: AuditDetails): AuditDetails =>
  next.lacked ? { ...first, lacked: [...new Set([...(first.lacked ?? []), ...next.lacked])] } : first;

export async function storeAuditRecords(tx: Transaction, records: readonly AuditRecord[]): Promise<void> {
  await insertAuditEntries(
    tx,
    records.filter(({ countKey }) => countKey === null),
  );
  // All processes take them in the same order, so that two never deadlock over each other's entries.
  for (const record of records.filter(({ countKey }) => countKey !== null).sort(byCountKey)) {
    const stored = await upsertCountedEntry(tx, record);
    const details = mergeDetails(stored.details, record.details);
    if (details.lacked?.length !== stored.details.lacked?.length)
      await updateAuditDetails(tx, record.teamId, stored.id, details);
  }
}

const byCountKey = (a: AuditRecord, b: AuditRecord): number =>
  (a.countKey ?? '') < (b.countKey ?? '') ? -1 : 1;
