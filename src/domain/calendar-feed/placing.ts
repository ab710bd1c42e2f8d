import { addDays, type StayDate } from '../dates.ts';
import type { NightSpan } from '../inventory.ts';
import type { DaySpan, FeedConflict, KnownBlock, MatchedEvent, OtherNights, PlannedBlock } from './plan.ts';

type Placing = {
  events: readonly MatchedEvent[];
  /** The feed's blocks that stay although they have no event. */
  staying: readonly KnownBlock[];
  others: readonly (OtherNights & { nights: DaySpan })[];
  /** Whether an event with other nights than before may free those. */
  mayMove: boolean;
};

/** Takes a night: something that stays, or an event that might have to give way. */
type Owner = { bookingId: string | null; blockId: string | null };
type Candidate = Owner & MatchedEvent & { blockId: string; own: readonly KnownBlock[]; isPlaced: boolean };

/** How often refused events are tried again, as long as at least one is placed. The next reading tries the rest. */
const MAX_PASSES = 20;

/**
 * Places the events of a feed on the nights of its unit. Events that move free their nights for others of the feed. An
 * event that cannot move keeps its nights. If another event was placed on them, that one gives way.
 */
export function placeEvents(
  { events, staying, others, mayMove }: Placing,
  { today, newId }: { today: StayDate; newId: () => string },
): { stored: PlannedBlock[]; left: KnownBlock[]; conflicts: FeedConflict[] } {
  const nights = createNights();
  for (const other of others) nights.fill(other.nights, other);
  for (const block of staying) nights.keep(block);
  const adoptable = new Map(
    others.filter(({ isAdoptable }) => isAdoptable).map((block) => [nightsKey(block.nights), block]),
  );
  const stored: PlannedBlock[] = [];
  const left: KnownBlock[] = [];
  const candidates: Candidate[] = [];
  for (const event of events) {
    const { held, alike } = event;
    const adopted = held ? undefined : adoptable.get(nightsKey(event.nights));
    const isUnmoved = held !== null && nightsKey(held.nights) === nightsKey(event.nights);
    if (adopted) stored.push(renamed(event, { ...adopted, id: adopted.blockId ?? '' }));
    if (isUnmoved) left.push(...alike);
    if (isUnmoved && !hasNameOf(held, event)) stored.push(renamed(event, held));
    if (held && (isUnmoved || !mayMove)) nights.keep(held);
    else if (!adopted) candidates.push(candidateFor(event, today, newId));
  }
  candidates.sort(byNights);
  const refused = placeCandidates(nights, candidates);
  const placed = candidates.filter(({ isPlaced }) => isPlaced);
  return {
    stored: [...stored, ...placed.flatMap((one) => blocksOf(one, today))],
    left: [...left, ...placed.flatMap(({ own, held }) => own.filter((block) => block !== held))],
    conflicts: refused.flatMap((candidate) => conflictOf(nights, candidate)),
  };
}

/** Places the candidates in their order. Returns those that were refused at first. Some of them may be placed in the end. */
function placeCandidates(nights: UnitNights, candidates: readonly Candidate[]): Candidate[] {
  const refused: Candidate[] = [];
  for (const candidate of candidates) {
    if (nights.firstOwner(candidate.nights) === null) nights.place(candidate);
    else refused.push(...giveWay(nights, candidate));
  }
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const placedNow = refused.filter((candidate) => tryAgain(nights, candidate));
    if (placedNow.length === 0) break;
  }
  return refused;
}

const byNights = (a: Candidate, b: Candidate): number =>
  a.nights.from - b.nights.from || a.nights.to - b.nights.to;

const nightsKey = ({ from, to }: DaySpan): string => `${from}-${to}`;

const spanOf = ({ startDate, endDate }: NightSpan): NightSpan => ({ startDate, endDate });

/** A block that keeps its nights and gets the name of its event. */
const renamed = (
  { event: { uid, recurrence } }: MatchedEvent,
  block: NightSpan & { id: string },
): PlannedBlock => ({
  uid,
  recurrence,
  id: block.id,
  ...spanOf(block),
  before: spanOf(block),
});

const hasNameOf = (block: KnownBlock, { event }: MatchedEvent): boolean =>
  block.uid === event.uid && block.recurrence === event.recurrence;

/** Whether a block's nights before today become a block of their own, because its event no longer has them. */
const leavesPast = (block: KnownBlock, { nights }: MatchedEvent, today: StayDate): boolean =>
  block.startDate < today && nights.from > 0;

function candidateFor(event: MatchedEvent, today: StayDate, newId: () => string): Candidate {
  const { held, alike } = event;
  const blockId = held && !leavesPast(held, event, today) ? held.id : newId();
  return { ...event, bookingId: null, blockId, own: held ? [held, ...alike] : alike, isPlaced: false };
}

/**
 * A refused event keeps the nights that it had. Events that were placed on them give way in turn. Returns all events that
 * gave way.
 */
function giveWay(nights: UnitNights, first: Candidate): Candidate[] {
  const refused: Candidate[] = [];
  const waiting = [first];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    refused.push(next);
    for (const block of next.own) {
      for (const other of nights.candidatesOn(block.nights)) {
        nights.clear(other);
        waiting.push(other);
      }
      nights.keep(block);
    }
  }
  return refused;
}

/** An event that gave way may have its nights after all, and its own are then free for another one. */
function tryAgain(nights: UnitNights, candidate: Candidate): boolean {
  if (candidate.isPlaced || takenBy(nights, candidate)) return false;
  for (const block of candidate.own) nights.fill(block.nights, null);
  nights.place(candidate);
  return true;
}

function takenBy(nights: UnitNights, { own, nights: span }: Candidate): Owner | null {
  const ownIds = new Set<string | null>(own.map(({ id }) => id));
  return nights.firstOwner(span, ownIds);
}

/** An event of the feed that was refused has no block, so nothing conflicts with it. */
function conflictOf(nights: UnitNights, candidate: Candidate): FeedConflict[] {
  const taken = candidate.isPlaced ? null : takenBy(nights, candidate);
  return taken ? [{ ...candidate.event, bookingId: taken.bookingId, blockId: taken.blockId }] : [];
}

/** The blocks of an event that is placed. Nights before today stay as they were. */
function blocksOf(candidate: Candidate, today: StayDate): PlannedBlock[] {
  const { blockId: id, event, nights, held } = candidate;
  const { uid, recurrence } = event;
  const startDate = addDays(today, nights.from);
  const endDate = addDays(today, nights.to);
  const own = { id, uid, recurrence, startDate, endDate };
  if (!held) return [{ ...own, before: null }];
  const before = spanOf(held);
  if (leavesPast(held, candidate, today)) {
    const past = { id: held.id, uid, recurrence, startDate: held.startDate, endDate: today, before };
    return [past, { ...own, before: null }];
  }
  return [{ ...own, startDate: held.startDate < today ? held.startDate : startDate, before }];
}

type UnitNights = ReturnType<typeof createNights>;

/** The nights of one unit from today on, and who takes them. */
function createNights() {
  const owners: (Owner | null)[] = [];
  const fill = ({ from, to }: DaySpan, owner: Owner | null) => {
    for (let night = from; night < to; night += 1) owners[night] = owner;
  };
  return {
    fill,
    keep: ({ id, nights }: KnownBlock) => fill(nights, { bookingId: null, blockId: id }),
    firstOwner({ from, to }: DaySpan, ignoredIds?: ReadonlySet<string | null>): Owner | null {
      for (let night = from; night < to; night += 1) {
        const owner = owners[night];
        if (owner && !ignoredIds?.has(owner.blockId)) return owner;
      }
      return null;
    },
    place(candidate: Candidate): void {
      candidate.isPlaced = true;
      fill(candidate.nights, candidate);
    },
    clear(candidate: Candidate): void {
      candidate.isPlaced = false;
      fill(candidate.nights, null);
    },
    /** The events on these nights. */
    candidatesOn({ from, to }: DaySpan): Set<Candidate> {
      return new Set(
        owners.slice(from, to).filter((owner): owner is Candidate => owner !== null && 'isPlaced' in owner),
      );
    },
  };
}
