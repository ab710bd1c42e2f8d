import { addDays, type StayDate } from '../dates.ts';
import type { NightSpan } from '../inventory.ts';
import type {
  AlikeBlock,
  DaySpan,
  FeedConflict,
  KnownBlock,
  OtherNights,
  PlannedBlock,
  WantedEvent,
} from './plan.ts';

type Placing = {
  wanted: readonly WantedEvent[];
  /** Blocks that are left once the event with the same nights is taken. */
  alike: readonly AlikeBlock[];
  /** The feed's blocks that stay although they have no event. */
  staying: readonly KnownBlock[];
  others: readonly (OtherNights & { nights: DaySpan })[];
  /** Whether an event with other nights than before may free those. */
  mayMove: boolean;
};

type Placed = { stored: PlannedBlock[]; left: KnownBlock[]; conflicts: FeedConflict[] };

/** Takes a night: something that stays, or an event that might have to give way. */
type Owner = { bookingId: string | null; blockId: string | null; candidate: Candidate | null };
type Candidate = WantedEvent & { id: string; owner: Owner; own: readonly KnownBlock[]; isPlaced: boolean };

/**
 * Places the events of a feed on the nights of its unit. Events that move leave their nights to others of the feed. If
 * one cannot move it keeps its nights, and an event that was to have them gives way.
 */
export function placeEvents(
  placing: Placing,
  { today, newId }: { today: StayDate; newId: () => string },
): Placed {
  const nights = createNights();
  const { adopted, others } = adopt(placing);
  for (const { nights: span, bookingId, blockId } of others)
    nights.fill(span, { bookingId, blockId, candidate: null });
  for (const { nights: span, id } of placing.staying)
    nights.fill(span, { bookingId: null, blockId: id, candidate: null });
  const stored: PlannedBlock[] = adopted.map(({ wanted, block }) => ({
    ...named(wanted),
    id: block.blockId ?? '',
    ...spanOf(block),
    before: spanOf(block),
  }));
  const candidates: Candidate[] = [];
  const isAdopted = new Set(adopted.map(({ wanted }) => wanted));
  const alikeOf = Map.groupBy(placing.alike, ({ wanted }) => wanted);
  for (const wanted of placing.wanted) {
    const { held } = wanted;
    const own = [...(held ? [held] : []), ...(alikeOf.get(wanted) ?? []).map(({ block }) => block)];
    const isUnmoved = held !== null && isSame(held.nights, wanted.nights);
    if (isAdopted.has(wanted)) continue;
    if (held && (isUnmoved || !placing.mayMove)) {
      nights.fill(held.nights, { bookingId: null, blockId: held.id, candidate: null });
      if (isUnmoved && !isNamed(held, wanted))
        stored.push({ ...named(wanted), id: held.id, ...spanOf(held), before: spanOf(held) });
    } else {
      const id = held && !leavesPast(held, wanted, today) ? held.id : newId();
      const candidate: Candidate = {
        ...wanted,
        id,
        own,
        owner: { bookingId: null, blockId: id, candidate: null },
        isPlaced: false,
      };
      candidate.owner.candidate = candidate;
      candidates.push(candidate);
    }
  }
  candidates.sort((a, b) => a.nights.from - b.nights.from || a.nights.to - b.nights.to);
  const refused: Candidate[] = [];
  for (const candidate of candidates) {
    if (nights.isFree(candidate.nights)) nights.place(candidate);
    else giveWay(candidate);
  }

  /** An event that is not taken keeps the nights that it had, and those who took them give way in turn. */
  function giveWay(first: Candidate): void {
    const waiting = [first];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      refused.push(next);
      for (const block of next.own) {
        for (const other of nights.candidatesOn(block.nights)) {
          nights.clear(other);
          waiting.push(other);
        }
        nights.fill(block.nights, { bookingId: null, blockId: block.id, candidate: null });
      }
    }
  }

  const takenBy = ({ own, nights: wanted }: Candidate) => {
    const ownIds = new Set<string | null>(own.map(({ id }) => id));
    return nights.firstOwner(wanted, (owner) => ownIds.has(owner.blockId));
  };
  /** An event that gave way may have its nights after all, and its own are then free for another one. */
  function tryAgain(candidate: Candidate): boolean {
    if (candidate.isPlaced || takenBy(candidate)) return false;
    for (const block of candidate.own) nights.empty(block.nights);
    nights.place(candidate);
    return true;
  }
  for (let pass = 0, isAnyTaken = true; pass < MAX_PASSES && isAnyTaken; pass += 1) {
    isAnyTaken = false;
    for (const candidate of refused) {
      if (tryAgain(candidate)) isAnyTaken = true;
    }
  }
  const conflicts = conflictsOf(refused, takenBy);
  const placed = candidates.filter(({ isPlaced }) => isPlaced);
  return {
    stored: [...stored, ...placed.flatMap((one) => rowsOf(one, today))],
    left: leftOf(placing.alike, placed),
    conflicts,
  };
}

/** An event of the feed that was refused has no block, so nothing conflicts with it. */
function conflictsOf(
  refused: readonly Candidate[],
  takenBy: (candidate: Candidate) => Owner | null,
): FeedConflict[] {
  const conflicts: FeedConflict[] = [];
  for (const candidate of refused) {
    const taken = candidate.isPlaced ? null : takenBy(candidate);
    if (taken) conflicts.push({ ...candidate.event, bookingId: taken.bookingId, blockId: taken.blockId });
  }
  return conflicts;
}

/** The blocks that no event needs any more. */
function leftOf(alike: readonly AlikeBlock[], placed: readonly Candidate[]): KnownBlock[] {
  const unmovedWithAlike = alike.filter(
    ({ wanted }) => wanted.held && isSame(wanted.held.nights, wanted.nights),
  );
  return [
    ...unmovedWithAlike.map(({ block }) => block),
    ...placed.flatMap(({ own, held }) => own.filter((block) => block !== held)),
  ];
}

/** How often refused events are tried again. Each time at least one of them is taken; the next reading tries the rest. */
const MAX_PASSES = 20;

const named = ({ event: { uid, recurrence } }: WantedEvent) => ({ uid, recurrence });
const isNamed = (block: KnownBlock, { event }: WantedEvent) =>
  block.uid === event.uid && block.recurrence === event.recurrence;
/** Whether a block's nights before today become a block of their own, because its event moves away from them. */
const leavesPast = (block: KnownBlock, { nights }: WantedEvent, today: StayDate) =>
  block.startDate < today && nights.from > 0;
const isSame = (a: DaySpan, b: DaySpan) => a.from === b.from && a.to === b.to;
const spanOf = ({ startDate, endDate }: NightSpan): NightSpan => ({ startDate, endDate });

/** The rows of an event that is taken. Nights before today stay as they were. */
function rowsOf(candidate: Candidate, today: StayDate): PlannedBlock[] {
  const { id, event, nights, held } = candidate;
  const { uid, recurrence } = event;
  const startDate = addDays(today, nights.from);
  const endDate = addDays(today, nights.to);
  const own = { id, uid, recurrence, startDate, endDate };
  if (!held) return [{ ...own, before: null }];
  const before = spanOf(held);
  if (leavesPast(held, candidate, today)) {
    const past = { id: held.id, uid, recurrence, startDate: held.startDate, endDate: today };
    return [
      { ...past, before },
      { ...own, before: null },
    ];
  }
  return [{ ...own, startDate: held.startDate < today ? held.startDate : startDate, before }];
}

/** Events without a block that have the nights of a block which once came from a feed, and the nights of all others. */
function adopt({ wanted, others }: Placing) {
  const adoptable = new Map(
    others
      .filter(({ isAdoptable }) => isAdoptable)
      .map((block) => [`${block.nights.from}-${block.nights.to}`, block]),
  );
  const adopted = wanted.flatMap((one) => {
    const block = one.held ? undefined : adoptable.get(`${one.nights.from}-${one.nights.to}`);
    return block ? [{ wanted: one, block }] : [];
  });
  return { adopted, others };
}

/** The nights of one unit from today on, and who takes them. */
function createNights() {
  const owners: (Owner | undefined)[] = [];
  const set = ({ from, to }: DaySpan, owner: Owner | undefined) => {
    for (let night = from; night < to; night += 1) owners[night] = owner;
  };
  const firstOwner = ({ from, to }: DaySpan, isIgnored?: (owner: Owner) => boolean) => {
    for (let night = from; night < to; night += 1) {
      const owner = owners[night];
      if (owner && !isIgnored?.(owner)) return owner;
    }
    return null;
  };
  return {
    fill: set,
    empty: (span: DaySpan) => set(span, undefined),
    firstOwner,
    isFree: (span: DaySpan) => firstOwner(span) === null,
    place(candidate: Candidate): void {
      candidate.isPlaced = true;
      set(candidate.nights, candidate.owner);
    },
    clear(candidate: Candidate): void {
      candidate.isPlaced = false;
      set(candidate.nights, undefined);
    },
    /** The events on these nights. */
    candidatesOn({ from, to }: DaySpan): Set<Candidate> {
      return new Set(owners.slice(from, to).flatMap((owner) => owner?.candidate ?? []));
    },
  };
}
