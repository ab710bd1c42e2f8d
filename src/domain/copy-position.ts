/**
 * How far another system's copy of a team's things has come, and the text by which callers name it
 * (docs/rules.md, 3.17).
 */
import { MAX_EVENT_POSITION } from './limits.ts';

export const COPIED_KINDS = ['bookings', 'guests', 'listings', 'units', 'blocks'] as const;
export type CopiedKind = (typeof COPIED_KINDS)[number];

/**
 * `seenBy` is what the caller could see when the answer was made, if that was not everything (`fingerprintAccess`).
 */
type SeenBy = { seenBy: string | null };
/** Goes over all things in the order of their ids, and then on with the events after `from`. */
export type WalkPosition = {
  phase: 'walk';
  /** The last position of the feed when the walk began, or null if it begins now. */
  from: number | null;
  /** The last thing in the answers so far, or null at the beginning. */
  afterId: string | null;
} & SeenBy;
/** All events up to `after` have been looked at. */
export type FeedPosition = {
  phase: 'feed';
  after: number;
  /**
   * The last thing in the answers so far, if the next event touches more of them: it may touch many, such as
   * all bookings of an erased guest.
   */
  toldId: string | null;
} & SeenBy;
export type CopyPosition = WalkPosition | FeedPosition;

export const BEGINNING: WalkPosition = { phase: 'walk', from: null, afterId: null, seenBy: null };

const SEEN_BY_PATTERN = /^(.+)~([0-9a-f]{8})$/;
const FEED_PATTERN = /^(?:0|[1-9][0-9]{0,14})$/;
const INNER_PATTERN =
  /^([a-z]+)\.(walk|event)\.(0|[1-9][0-9]{0,14})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Between two events, the text is the position in the feed of events itself. */
export const formatCopyPosition = (kind: CopiedKind, position: CopyPosition): string =>
  formatWhole(kind, position) + (position.seenBy === null ? '' : `~${position.seenBy}`);

function formatWhole(kind: CopiedKind, position: CopyPosition): string {
  if (position.phase === 'walk') return `${kind}.walk.${position.from ?? 0}.${position.afterId ?? ''}`;
  return position.toldId === null
    ? String(position.after)
    : `${kind}.event.${position.after}.${position.toldId}`;
}

/** Null if the text is no position, or belongs to the copy of another kind. */
export function parseCopyPosition(kind: CopiedKind, text: string): CopyPosition | null {
  if (text === '') return BEGINNING;
  const [, whole = text, seenBy = null] = SEEN_BY_PATTERN.exec(text) ?? [];
  if (FEED_PATTERN.test(whole)) return { phase: 'feed', after: Number(whole), toldId: null, seenBy };
  const [, named, phase, position, id = ''] = INNER_PATTERN.exec(whole) ?? [];
  if (named !== kind || Number(position) > MAX_EVENT_POSITION) return null;
  return phase === 'walk'
    ? { phase, from: Number(position), afterId: id, seenBy }
    : { phase: 'feed', after: Number(position), toldId: id, seenBy };
}
