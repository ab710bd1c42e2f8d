import { randomOf } from '../helpers/random.ts';

export type Chance = ReturnType<typeof chanceOf>;

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const HEX = '0123456789abcdef';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Random texts and choices that repeat with the same seed. */
export function chanceOf(seed: number) {
  const random = randomOf(seed);
  const below = (count: number): number => random.between(0, count - 1);
  const oneOf = (letters: string): string => letters.charAt(below(letters.length));

  return {
    below,
    letters: (count: number): string => Array.from({ length: count }, () => oneOf(LOWER)).join(''),

    /** Some of a list, each at most once. */
    some<T>(list: readonly T[], count: number): T[] {
      const rest = [...list];
      return Array.from(
        { length: Math.min(count, rest.length) },
        () => rest.splice(below(rest.length), 1)[0] as T,
      );
    },

    /** Another text of the same form: letters for letters, digits for digits. A UUID keeps its version. */
    like(text: string): string {
      const isUuid = UUID.test(text);
      return [...text]
        .map((sign, index) => {
          if (isUuid) return sign === '-' || index === 14 || index === 19 ? sign : oneOf(HEX);
          if (/[a-z]/.test(sign)) return oneOf(LOWER);
          if (/[A-Z]/.test(sign)) return oneOf(LOWER.toUpperCase());
          return /[0-9]/.test(sign) ? oneOf('0123456789') : sign;
        })
        .join('');
    },
  };
}
