import { MAX_UNITS_OF_LISTING } from '../../../../domain/limits.ts';

const RANGE = /^(\d{1,9})-(\d{1,9})$/;

/** A rising range of numbers, such as `101-105`, is a name for each. Any other name is one unit's. */
export function expandUnitNames(typed: readonly string[]): string[] {
  const names: string[] = [];
  for (const name of typed) {
    names.push(...expandRange(name.trim()));
    // The others do not matter, because so many are refused.
    if (names.length > MAX_UNITS_OF_LISTING) break;
  }
  return names;
}

/** Leading zeros stay. Of a longer range than a listing may have units, the names are one too many. */
function expandRange(name: string): string[] {
  const [, first = '', last = ''] = RANGE.exec(name) ?? [];
  const count = Number(last) - Number(first) + 1;
  if (count < 2) return [name];
  return Array.from({ length: Math.min(count, MAX_UNITS_OF_LISTING + 1) }, (_, index) =>
    String(Number(first) + index).padStart(first.length, '0'),
  );
}
