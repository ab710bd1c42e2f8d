import { addDays, type StayDate } from '../dates.ts';
import type { NightSpan } from '../inventory.ts';
import { buildNightsKey, type MatchedEvent } from './matching.ts';
import type { DaySpan, FeedConflict, KnownBlock, OtherNights, PlannedBlock } from './reconcile.ts';

type Placing = {
  events: readonly MatchedEvent[];
  /** The feed's blocks that stay although they have no event. */
  staying: readonly KnownBlock[];
  others: readonly (OtherNights & { nights: DaySpan })[];
  /** Whether an event with other nights than before may free those. */
  mayMove: boolean;
};

/** Takes a night: something that stays, or an event that has been placed. */
type Owner = { bookingId: string | null; blockId: string | null };
/** An event that needs nights. `own` are the blocks that it leaves once it is placed. */
type Candidate = Owner & MatchedEvent & { blockId: string; own: readonly KnownBlock[]; isPlaced: boolean };

/** How often events without their nights are tried again, as long as one is placed. The next reading tries the rest. */
const MAX_PASSES = 20;

/**
 * Places the events of a feed on the nights of its unit. Events that move free their nights for others of the feed. An
 * event that cannot move keeps its nights.
 */
export function placeEvents(
  { events, staying, others, mayMove }: Placing,
  { today, newId }: { today: StayDate; newId: () => string },
): { stored: PlannedBlock[]; left: KnownBlock[]; conflicts: FeedConflict[] } {
  const fixed = createNights();
  for (const other of others) fixed.fill(other.nights, other);
  for (const block of staying) fixed.keep(block);
  const adoptable = new Map(
    others.filter(({ isAdoptable }) => isAdoptable).map((block) => [buildNightsKey(block), block]),
  );
  const stored: PlannedBlock[] = [];
  const left: KnownBlock[] = [];
  const candidates: Candidate[] = [];
  for (const event of events) {
    const { held, alike } = event;
    const adopted = held ? undefined : adoptable.get(buildNightsKey(event));
    const isUnmoved = held !== null && buildNightsKey(held) === buildNightsKey(event);
    if (adopted) stored.push(renameBlock(event, { ...adopted, id: adopted.blockId ?? '' }));
    if (isUnmoved) left.push(...alike);
    if (isUnmoved && !hasNameOf(held, event)) stored.push(renameBlock(event, held));
    if (held && (isUnmoved || !mayMove)) fixed.keep(held);
    else if (!adopted) candidates.push(buildCandidate(event, today, newId));
  }
  candidates.sort((a, b) => a.nights.from - b.nights.from || a.nights.to - b.nights.to);
  const nights = placeCandidates(fixed, candidates);
  const placed = candidates.filter(({ isPlaced }) => isPlaced);
  return {
    stored: [...stored, ...placed.flatMap((one) => buildBlocks(one, today))],
    left: [...left, ...placed.flatMap(({ own, held }) => own.filter((block) => block !== held))],
    conflicts: candidates.flatMap((candidate) => listConflict(nights, candidate)),
  };
}

/**
 * Places the candidates in their order, on nights that all of them have left. One that cannot have its new nights keeps
 * its own ones, and then the order begins again, because another may have been placed there. At the end, those without
 * their nights are tried again, until nothing changes. Returns the nights with those that are placed.
 */
function placeCandidates(fixed: UnitNights, candidates: readonly Candidate[]): UnitNights {
  const refused = new Set<Candidate>();
  let nights = fixed;
  for (let hasChanged = true; hasChanged; ) {
    nights = fixed.copy();
    for (const { own } of refused) for (const block of own) nights.keep(block);
    for (const candidate of candidates) candidate.isPlaced = false;
    hasChanged = candidates.some((candidate) => {
      if (refused.has(candidate) || nights.place(candidate)) return false;
      refused.add(candidate);
      return candidate.own.length > 0;
    });
  }
  for (let pass = 0, hasChanged = true; pass < MAX_PASSES && hasChanged; pass += 1)
    hasChanged = candidates.filter(({ isPlaced }) => !isPlaced).filter(nights.place).length > 0;
  return nights;
}

/** A block that keeps its nights and gets the name of its event. */
function renameBlock({ event }: MatchedEvent, block: NightSpan & { id: string }): PlannedBlock {
  const { uid, recurrence } = event;
  const { id, startDate, endDate } = block;
  return { uid, recurrence, id, startDate, endDate, before: { startDate, endDate } };
}

const hasNameOf = (block: KnownBlock, { event }: MatchedEvent): boolean =>
  block.uid === event.uid && block.recurrence === event.recurrence;

/** Whether a block's nights before today become a block of their own, because its event no longer has them. */
const leavesPast = (block: KnownBlock, { nights }: MatchedEvent, today: StayDate): boolean =>
  block.startDate < today && nights.from > 0;

function buildCandidate(event: MatchedEvent, today: StayDate, newId: () => string): Candidate {
  const { held, alike } = event;
  const blockId = held && !leavesPast(held, event, today) ? held.id : newId();
  return { ...event, bookingId: null, blockId, own: held ? [held, ...alike] : alike, isPlaced: false };
}

/** An event of the feed that has no block is in nobody's way, so nothing conflicts with it. */
function listConflict(nights: UnitNights, candidate: Candidate): FeedConflict[] {
  const owner = candidate.isPlaced ? null : nights.findOwner(candidate);
  return owner ? [{ ...candidate.event, bookingId: owner.bookingId, blockId: owner.blockId }] : [];
}

/** The blocks of an event that is placed. Nights before today stay as they were. */
function buildBlocks(candidate: Candidate, today: StayDate): PlannedBlock[] {
  const { blockId: id, event, nights, held } = candidate;
  const { uid, recurrence } = event;
  const startDate = addDays(today, nights.from);
  const endDate = addDays(today, nights.to);
  const own = { id, uid, recurrence, startDate, endDate };
  if (!held) return [{ ...own, before: null }];
  const before = { startDate: held.startDate, endDate: held.endDate };
  if (leavesPast(held, candidate, today)) {
    const past = { id: held.id, uid, recurrence, startDate: held.startDate, endDate: today, before };
    return [past, { ...own, before: null }];
  }
  return [{ ...own, startDate: held.startDate < today ? held.startDate : startDate, before }];
}

type UnitNights = ReturnType<typeof createNights>;

/** The nights of one unit from today on, and who takes them. */
function createNights(owners: (Owner | null)[] = []) {
  function fill({ from, to }: DaySpan, owner: Owner | null): void {
    for (let night = from; night < to; night += 1) owners[night] = owner;
  }

  /** What else takes one of the nights that a candidate needs. */
  function findOwner({ nights: { from, to }, own }: Candidate): Owner | null {
    for (let night = from; night < to; night += 1) {
      const owner = owners[night];
      if (owner && !own.some(({ id }) => id === owner.blockId)) return owner;
    }
    return null;
  }

  return {
    copy: () => createNights([...owners]),
    fill,
    keep: ({ id, nights }: KnownBlock) => fill(nights, { bookingId: null, blockId: id }),
    findOwner,

    /** Gives a candidate its nights, and frees those that it leaves. Returns false if something else takes one of them. */
    place(candidate: Candidate): boolean {
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
