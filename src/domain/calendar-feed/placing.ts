import { addDays, type StayDate } from '../dates.ts';
import type { NightSpan } from '../inventory.ts';
import { buildDaySpanKey, type MatchedEvent } from './matching.ts';
import type {
  BlockWithSpan,
  DaySpan,
  FeedConflict,
  NightsOutsideFeed,
  PlannedFeedBlock,
} from './reconcile.ts';

type PlacingInput = {
  events: readonly MatchedEvent[];
  /** The feed's blocks that stay although they have no event. */
  staying: readonly BlockWithSpan[];
  others: readonly (NightsOutsideFeed & { nights: DaySpan })[];
  /** Whether an event with other nights than before may free those. */
  mayMove: boolean;
};

/** Takes a night: something that stays, or an event that has been placed. */
type NightOwner = { bookingId: string | null; blockId: string | null };
/** An event that needs nights. `own` are the blocks that it leaves once it is placed. */
type PlacingCandidate = NightOwner &
  MatchedEvent & { blockId: string; own: readonly BlockWithSpan[]; isPlaced: boolean };

/** How often events without their nights are tried again, as long as one is placed. The next reading tries the rest. */
const MAX_PLACING_PASSES = 20;

/**
 * Places the events of a feed on the nights of its unit. Events that move free their nights for others of the feed. An
 * event that cannot move keeps its nights.
 */
export function placeFeedEvents(
  { events, staying, others, mayMove }: PlacingInput,
  { today, newId }: { today: StayDate; newId: () => string },
): { stored: PlannedFeedBlock[]; left: BlockWithSpan[]; conflicts: FeedConflict[] } {
  const fixedNights = createNightOwners();
  for (const other of others) fixedNights.fill(other.nights, other);
  for (const block of staying) fixedNights.keep(block);
  const adoptable = new Map(
    others.filter(({ isAdoptable }) => isAdoptable).map((block) => [buildDaySpanKey(block), block]),
  );
  const blocksToStore: PlannedFeedBlock[] = [];
  const blocksLeft: BlockWithSpan[] = [];
  const candidates: PlacingCandidate[] = [];
  for (const event of events) {
    const { held, alike } = event;
    const adopted = held ? undefined : adoptable.get(buildDaySpanKey(event));
    const isUnmoved = held !== null && buildDaySpanKey(held) === buildDaySpanKey(event);
    if (adopted) blocksToStore.push(renameBlock(event, { ...adopted, id: adopted.blockId ?? '' }));
    if (isUnmoved) blocksLeft.push(...alike);
    if (isUnmoved && !isNamedAfterEvent(held, event)) blocksToStore.push(renameBlock(event, held));
    if (held && (isUnmoved || !mayMove)) fixedNights.keep(held);
    else if (!adopted) candidates.push(buildPlacingCandidate(event, today, newId));
  }
  candidates.sort((a, b) => a.nights.from - b.nights.from || a.nights.to - b.nights.to);
  const nights = placeCandidates(fixedNights, candidates);
  const placed = candidates.filter(({ isPlaced }) => isPlaced);
  return {
    stored: [...blocksToStore, ...placed.flatMap((one) => buildPlannedBlocks(one, today))],
    left: [...blocksLeft, ...placed.flatMap(({ own, held }) => own.filter((block) => block !== held))],
    conflicts: candidates.flatMap((candidate) => listConflictOfCandidate(nights, candidate)),
  };
}

/**
 * Places the candidates in their order, on nights that all of them have left. One that cannot have its new nights keeps
 * its own ones, and then the order begins again, because another may have been placed there. At the end, those without
 * their nights are tried again, until nothing changes. Returns the nights with those that are placed.
 */
function placeCandidates(fixed: NightOwners, candidates: readonly PlacingCandidate[]): NightOwners {
  const refusedCandidates = new Set<PlacingCandidate>();
  let nights = fixed;
  for (let hasChanged = true; hasChanged; ) {
    nights = fixed.copy();
    for (const { own } of refusedCandidates) for (const block of own) nights.keep(block);
    for (const candidate of candidates) candidate.isPlaced = false;
    hasChanged = candidates.some((candidate) => {
      if (refusedCandidates.has(candidate) || nights.place(candidate)) return false;
      refusedCandidates.add(candidate);
      return candidate.own.length > 0;
    });
  }
  for (let pass = 0, hasChanged = true; pass < MAX_PLACING_PASSES && hasChanged; pass += 1)
    hasChanged = candidates.filter(({ isPlaced }) => !isPlaced).filter(nights.place).length > 0;
  return nights;
}

/** A block that keeps its nights and gets the name of its event. */
function renameBlock({ event }: MatchedEvent, block: NightSpan & { id: string }): PlannedFeedBlock {
  const { uid, recurrence } = event;
  const { id, startDate, endDate } = block;
  return { uid, recurrence, id, startDate, endDate, before: { startDate, endDate } };
}

const isNamedAfterEvent = (block: BlockWithSpan, { event }: MatchedEvent): boolean =>
  block.uid === event.uid && block.recurrence === event.recurrence;

/** Whether a block's nights before today become a block of their own, because its event no longer has them. */
const hasPastNightsToKeep = (block: BlockWithSpan, { nights }: MatchedEvent, today: StayDate): boolean =>
  block.startDate < today && nights.from > 0;

function buildPlacingCandidate(event: MatchedEvent, today: StayDate, newId: () => string): PlacingCandidate {
  const { held, alike } = event;
  const blockId = held && !hasPastNightsToKeep(held, event, today) ? held.id : newId();
  return { ...event, bookingId: null, blockId, own: held ? [held, ...alike] : alike, isPlaced: false };
}

/** An event of the feed that has no block is in nobody's way, so nothing conflicts with it. */
function listConflictOfCandidate(nights: NightOwners, candidate: PlacingCandidate): FeedConflict[] {
  const owner = candidate.isPlaced ? null : nights.findOwner(candidate);
  return owner ? [{ ...candidate.event, bookingId: owner.bookingId, blockId: owner.blockId }] : [];
}

/** The blocks of an event that is placed. Nights before today stay as they were. */
function buildPlannedBlocks(candidate: PlacingCandidate, today: StayDate): PlannedFeedBlock[] {
  const { blockId: id, event, nights, held } = candidate;
  const { uid, recurrence } = event;
  const startDate = addDays(today, nights.from);
  const endDate = addDays(today, nights.to);
  const ownBlock = { id, uid, recurrence, startDate, endDate };
  if (!held) return [{ ...ownBlock, before: null }];
  const before = { startDate: held.startDate, endDate: held.endDate };
  if (hasPastNightsToKeep(held, candidate, today)) {
    const past = { id: held.id, uid, recurrence, startDate: held.startDate, endDate: today, before };
    return [past, { ...ownBlock, before: null }];
  }
  return [{ ...ownBlock, startDate: held.startDate < today ? held.startDate : startDate, before }];
}

type NightOwners = ReturnType<typeof createNightOwners>;

/** The nights of one unit from today on, and who takes them. */
function createNightOwners(owners: (NightOwner | null)[] = []) {
  function fill({ from, to }: DaySpan, owner: NightOwner | null): void {
    for (let night = from; night < to; night += 1) owners[night] = owner;
  }

  /** What else takes one of the nights that a candidate needs. */
  function findOwner({ nights: { from, to }, own }: PlacingCandidate): NightOwner | null {
    for (let night = from; night < to; night += 1) {
      const owner = owners[night];
      if (owner && !own.some(({ id }) => id === owner.blockId)) return owner;
    }
    return null;
  }

  return {
    copy: () => createNightOwners([...owners]),
    fill,
    keep: ({ id, nights }: BlockWithSpan) => fill(nights, { bookingId: null, blockId: id }),
    findOwner,

    /** Gives a candidate its nights, and frees those that it leaves. Returns false if something else takes one of them. */
    place(candidate: PlacingCandidate): boolean {
      if (findOwner(candidate)) return false;
      for (const { id, nights } of candidate.own)
        for (let night = nights.from; night < nights.to; night += 1)
          if (owners[night]?.blockId === id) owners[night] = null;
      fill(candidate.nights, candidate);
      candidate.isPlaced = true;
      return true;
    },
  };
}
