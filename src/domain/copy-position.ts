/**
 * Positions of the copies that other systems keep of a team's bookings, guests, listings, units and blocks, and
 * the texts by which callers name them (docs/rules.md, 3.17).
 */
import { MAX_EVENT_POSITION } from './limits.ts';

/** The kinds of things of which another system can keep a copy. */
export const COPIED_KINDS = ['bookings', 'guests', 'listings', 'units', 'blocks'] as const;
export type CopiedKind = (typeof COPIED_KINDS)[number];

/** A walk over all things of a kind in the order of their ids, which then goes on with the events after `from`. */
export type WalkPosition = {
  phase: 'walk';
  /** The last position of the feed when the walk began, or null if the walk begins now. */
  from: number | null;
  /** The id of the last thing that was told, or null at the beginning. */
  afterId: string | null;
};
/** A position of the feed: all events up to it have been looked at. */
export type FeedPosition = {
  phase: 'feed';
  after: number;
  /**
   * If only some of the things that the next event touches have been told, the last of their ids. An event may
   * touch many things, such as all bookings of an erased guest.
   */
  toldId: string | null;
};
export type CopyPosition = WalkPosition | FeedPosition;

export const BEGINNING: WalkPosition = { phase: 'walk', from: null, afterId: null };

const FEED_PATTERN = /^(?:0|[1-9][0-9]{0,14})$/;
const INNER_PATTERN =
  /^([a-z]+)\.(walk|event)\.(0|[1-9][0-9]{0,14})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Writes a position as an answer's `next`. Between two events it is the position in the feed of events itself. */
export function formatCopyPosition(kind: CopiedKind, position: CopyPosition): string {
  if (position.phase === 'walk') return `${kind}.walk.${position.from ?? 0}.${position.afterId ?? ''}`;
  return position.toldId === null
    ? String(position.after)
    : `${kind}.event.${position.after}.${position.toldId}`;
}

/** Reads the text of a position. Returns null if the text is none, or belongs to the copy of another kind. */
export function parseCopyPosition(kind: CopiedKind, text: string): CopyPosition | null {
  if (text === '') return BEGINNING;
  if (FEED_PATTERN.test(text)) return { phase: 'feed', after: Number(text), toldId: null };
  const [, named, phase, position, id = ''] = INNER_PATTERN.exec(text) ?? [];
  if (named !== kind || Number(position) > MAX_EVENT_POSITION) return null;
  return phase === 'walk'
    ? { phase, from: Number(position), afterId: id }
    : { phase: 'feed', after: Number(position), toldId: id };
}
