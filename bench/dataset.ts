/** The sizes, names and ids of the teams that `data.sql` generates. */
import { addDays, todayInZone } from '../src/domain/dates/dates.ts';

export type Size = {
  name: 'tiny' | 'small' | 'large' | 'team' | 'searched' | 'vast';
  teams: number;
  bookings: number;
  guests: number;
  /** How many times a team has the twenty listings below, with 54 units. */
  scale: number;
};

const usual = { bookings: 2_000, guests: 500, scale: 1 };

export const SIZES: Record<Size['name'], Size> = {
  /** For tests, and to try a script out. */
  tiny: { ...usual, name: 'tiny', teams: 40, bookings: 500 },
  /** One team, and a thousand of the same size: only the number of teams differs. */
  small: { ...usual, name: 'small', teams: 1 },
  large: { ...usual, name: 'large', teams: 1_000 },
  /** One very large team, with 500 listings. */
  team: { name: 'team', teams: 1, bookings: 30_000, guests: 10_000, scale: 25 },
  /** One team with 1,120 listings, and one with 20,000. */
  searched: { name: 'searched', teams: 1, bookings: 60_000, guests: 20_000, scale: 56 },
  vast: { name: 'vast', teams: 1, bookings: 1_000_000, guests: 300_000, scale: 1_000 },
};

export const APP_KEY = Buffer.alloc(32, 'innkeep bench');
export const TOKENS_PER_TEAM = 20;
export const today = (): string => todayInZone('Europe/Lisbon', new Date());
/** The first day after all generated bookings. They are in the 730 days before today and the 365 days after it. */
export const firstFreeDay = (): string => addDays(today(), 365 + 20);

const KINDS = {
  listing: 1,
  unit: 2,
  guest: 3,
  booking: 4,
  payment: 5,
  invoice: 6,
  event: 7,
  photo: 8,
  token: 9,
  block: 10,
};

const hex = (n: number, digits: number) => n.toString(16).padStart(digits, '0');

/** The id of a team's n-th entity of a kind. `pg_temp.id` in `data.sql` makes the same ones. */
export const idOf = (kind: keyof typeof KINDS, team: number, n: number): string =>
  `0198${hex(KINDS[kind], 1)}000-${hex(team, 4)}-7000-8000-${hex(n, 12)}`;
export const teamSlug = (team: number): string => `team-${team}`;
export const tokenOf = (team: number, n: number): string => `bench-token-${n}-of-the-team-number-${team}`;
export const confirmationCodeOf = (n: number): string => `B${hex(n, 7).toUpperCase()}`;

/** Of every twenty listings, 14 are standalone with one unit, and two are buildings with two unit types of ten units. */
const kindOf = (n: number) => {
  const place = n % 20;
  if (place < 14) return 'standalone';
  return place === 14 || place === 17 ? 'building' : 'unit_type';
};

/** A team's listings. Their numbers are the same in every team. */
export const listingsOf = ({ scale }: Pick<Size, 'scale'>) =>
  Array.from({ length: 20 * scale }, (_, n) => ({ n, kind: kindOf(n), slug: `place-${n}` }));

/** Spreads a number over 31 bits, so that neighbours look unrelated. */
export function mix(n: number): number {
  let x = (n + 0x9e3779b9) | 0;
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return (x ^ (x >>> 16)) & 0x7fffffff;
}
