import { TEAM_EVENT_TYPES, type TeamEventType } from './vocabulary.ts';

const patternOf = (type: TeamEventType): string => `${type.slice(0, type.indexOf('.'))}.*`;

/** Every type of event and, for each kind, the pattern for all of its types: `booking.*`. */
export const EVENT_PATTERNS: readonly string[] = [
  ...new Set(TEAM_EVENT_TYPES.map(patternOf)),
  ...TEAM_EVENT_TYPES,
];

/**
 * The types that match the given names and patterns, in the order of the vocabulary. Every name and pattern must be
 * known.
 */
export function typesNamed(patterns: readonly string[]): TeamEventType[] {
  const names = new Set(patterns);
  return TEAM_EVENT_TYPES.filter((type) => names.has(type) || names.has(patternOf(type)));
}
