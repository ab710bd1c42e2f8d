import { describe, expect, it } from 'vitest';
import { EVENT_TYPE_PATTERNS, listEventTypesMatching, TEAM_EVENT_TYPES } from '../../src/domain/events.ts';

const ofKind = (kind: string) => TEAM_EVENT_TYPES.filter((type) => type.split('.')[0] === kind);

describe('names and patterns of event types', () => {
  it('the patterns of event types are one for each kind, such as booking.*, and then each type', () => {
    const kinds = EVENT_TYPE_PATTERNS.slice(0, -TEAM_EVENT_TYPES.length);
    expect(kinds).toContain('booking.*');
    expect(kinds).toContain('guest.*');
    expect(new Set(kinds).size).toBe(kinds.length);
    expect(kinds.flatMap((kind) => ofKind(kind.slice(0, -2))).toSorted()).toEqual(
      [...TEAM_EVENT_TYPES].toSorted(),
    );
    expect(EVENT_TYPE_PATTERNS.slice(kinds.length)).toEqual(TEAM_EVENT_TYPES);
  });

  it('a pattern matches its event types in the order of the vocabulary, each once', () => {
    expect(listEventTypesMatching([])).toEqual([]);
    expect(listEventTypesMatching(['guest.*', 'booking.created'])).toEqual(
      TEAM_EVENT_TYPES.filter((type) => type === 'booking.created' || type.startsWith('guest.')),
    );
    expect(listEventTypesMatching(['booking.cancelled', 'booking.*'])).toEqual(ofKind('booking'));
    expect(listEventTypesMatching(EVENT_TYPE_PATTERNS)).toEqual(TEAM_EVENT_TYPES);
  });

  it('an event pattern matches whole kinds only: book.* does not match booking.created', () => {
    for (const type of TEAM_EVENT_TYPES) expect(listEventTypesMatching([type])).toEqual([type]);
    expect(listEventTypesMatching(['book.*'])).toEqual([]);
  });
});
