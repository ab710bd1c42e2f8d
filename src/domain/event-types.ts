import { TEAM_EVENT_TYPES, type TeamEventType } from './vocabulary.ts';

const isOfKind = (type: TeamEventType, kind: string): boolean => type.startsWith(`${kind}.`);

/** Every type of event and, for each kind, the pattern for all of its types: `booking.*` (contract, section 17). */
export const EVENT_PATTERNS: readonly string[] = [
  ...new Set(TEAM_EVENT_TYPES.map((type) => `${type.slice(0, type.indexOf('.'))}.*`)),
  ...TEAM_EVENT_TYPES,
];

/**
 * The types that match the given names and patterns, in the order of the vocabulary. Every name and pattern must be
 * known.
 */
export function typesNamed(patterns: readonly string[]): TeamEventType[] {
  const names = new Set(patterns);
  const kinds = patterns.filter((name) => name.endsWith('.*')).map((name) => name.slice(0, -2));
  return TEAM_EVENT_TYPES.filter((type) => names.has(type) || kinds.some((kind) => isOfKind(type, kind)));
}
