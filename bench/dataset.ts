/** The generated teams: sizes, names, ids and dates. They are the same in every run, except for today's date. */
import { addDays, todayIn } from '../src/domain/dates.ts';

export type TeamSize = {
  bookingsPerTeam: number;
  guestsPerTeam: number;
  /** How many times a team has the twenty listings below. */
  scale: number;
  /** The days before today with bookings, if they are not two years. */
  daysBack?: number;
};
export type Size = TeamSize & {
  name: 'tiny' | 'small' | 'large' | 'vast' | 'big' | 'huge' | 'pair';
  teams: number;
  /** The size of the first team, if it differs from that of the others. */
  first?: TeamSize;
};

const usual = { guestsPerTeam: 500, scale: 1 };

export const SIZES: Record<Size['name'], Size> = {
  /** For the test of the query plans. */
  tiny: { name: 'tiny', teams: 40, bookingsPerTeam: 500, ...usual },
  /** One ordinary team, and a thousand of the same size, so that what differs is the number of teams alone. */
  small: { name: 'small', teams: 1, bookingsPerTeam: 2_000, ...usual },
  large: { name: 'large', teams: 1_000, bookingsPerTeam: 2_000, ...usual },
  /** One very large team, which `bench/team.ts` compares with the ordinary one. */
  vast: { name: 'vast', teams: 1, bookingsPerTeam: 300_000, guestsPerTeam: 100_000, scale: 265 },
  /** A team with 1,000 listings, and one with 10,000, for `bench/search.ts`, which looks ahead only. */
  big: { name: 'big', teams: 1, bookingsPerTeam: 21_600, guestsPerTeam: 500, scale: 50, daysBack: 73 },
  huge: { name: 'huge', teams: 1, bookingsPerTeam: 81_000, guestsPerTeam: 500, scale: 500, daysBack: 73 },
  /** A team with 20 listings and one with 20,000, in one database. `bench/large-team` compares them. */
  pair: {
    name: 'pair',
    teams: 2,
    first: { bookingsPerTeam: 1_000, ...usual },
    ...{ bookingsPerTeam: 1_000_000, guestsPerTeam: 300_000, scale: 1_000 },
  },
};

export const sizeOfTeam = (size: Size, team: number): TeamSize => (team === 1 && size.first) || size;

export const TIME_ZONE = 'Europe/Lisbon';
export const today = (): string => todayIn(TIME_ZONE, new Date());

/** Bookings are in these days around today, unless a size says otherwise. Bookings that the bench makes come after them. */
const DAYS_BACK = 730;
const DAYS_AHEAD = 365;
const LONGEST_STAY = 10;

const STANDALONE = 14;
const BUILDINGS = 2;
const UNIT_TYPES_PER_BUILDING = 2;
const UNITS_PER_TYPE = 10;
export const TOKENS_PER_TEAM = 20;
export const PHOTOS_PER_LISTING = 5;

type Kind = keyof typeof KIND_DIGITS;
const KIND_DIGITS = {
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

/** The id of a team's n-th entity of a kind. */
export const idOf = (kind: Kind, team: number, n: number): string =>
  `0198${hex(KIND_DIGITS[kind], 1)}000-${hex(team, 4)}-7000-8000-${hex(n, 12)}`;

const hex = (n: number, digits: number) => n.toString(16).padStart(digits, '0');

export const teamSlug = (team: number) => `team-${team}`;
/** The n-th of a team's tokens. Each of its systems has its own. */
export const tokenOf = (team: number, n: number) => `bench-token-${n}-of-the-team-number-${team}`;

/** The code of a team's n-th booking. */
export const confirmationCodeOf = (n: number) => `B${n.toString(36).toUpperCase().padStart(7, '0')}`;

export type GeneratedListing = {
  n: number;
  id: string;
  slug: string;
  kind: 'standalone' | 'building' | 'unit_type';
  buildingId: string | null;
  /** The numbers of its units within the team. */
  units: number[];
};

/** A team's listings: standalone ones with one unit, and buildings with unit types of ten. */
export function listingsOf(team: number, scale = 1): GeneratedListing[] {
  const listings: GeneratedListing[] = [];
  let units = 0;
  const add = (kind: GeneratedListing['kind'], unitCount: number, buildingId: string | null = null) => {
    const n = listings.length;
    const id = idOf('listing', team, n);
    const own = Array.from({ length: unitCount }, (_, index) => units + index);
    units += unitCount;
    listings.push({ n, id, slug: `${kind.replace('_', '-')}-${n}`, kind, buildingId, units: own });
    return id;
  };
  for (let n = 0; n < STANDALONE * scale; n += 1) add('standalone', 1);
  for (let n = 0; n < BUILDINGS * scale; n += 1) {
    const building = add('building', 0);
    for (let k = 0; k < UNIT_TYPES_PER_BUILDING; k += 1) add('unit_type', UNITS_PER_TYPE, building);
  }
  return listings;
}

export type GeneratedStay = { n: number; unit: number; checkIn: string; nights: number; guests: number };

/** The n-th booking of a team. Bookings are assigned to the units in turn, and never overlap. */
export function stayOf(
  size: TeamSize,
  team: number,
  n: number,
  unitCount: number,
  from: string,
): GeneratedStay {
  const perUnit = Math.ceil(size.bookingsPerTeam / unitCount);
  const { daysBack = DAYS_BACK } = size;
  const spacing = Math.floor((daysBack + DAYS_AHEAD) / perUnit);
  const noise = mix(team * 100_003 + n);
  const nights = 2 + (noise % (LONGEST_STAY - 1));
  const slack = spacing - LONGEST_STAY;
  const offset = Math.floor(n / unitCount) * spacing + (slack > 0 ? (noise >>> 8) % slack : 0);
  return {
    n,
    unit: n % unitCount,
    checkIn: addDays(from, offset - daysBack),
    nights,
    guests: 1 + ((noise >>> 16) % 4),
  };
}

const timeOf = (noise: number): string =>
  new Date((noise % 86_400) * 1_000).toISOString().slice('1970-01-01'.length);

/** The moment at which a team's n-th guest was stored. The moments are in no order, and seldom equal. */
export const guestCreatedAt = (n: number): string =>
  addDays('2023-01-01', mix(n + 7) % 700) + timeOf(mix(n + 8));

/** The moment at which a stay was booked: up to four months before it, and before `from`. */
export function bookedAt({ n, checkIn }: Pick<GeneratedStay, 'n' | 'checkIn'>, from: string): string {
  const ahead = addDays(checkIn, -1 - (mix(n + 9) % 120));
  const latest = addDays(from, -1 - (mix(n + 10) % 30));
  return (ahead < latest ? ahead : latest) + timeOf(mix(n + 11));
}

export const BLOCKS_PER_UNIT = 4;
/** The first night of a unit's n-th block of two nights, before all bookings. */
export const blockStart = (from: string, n: number): string => addDays(from, -DAYS_BACK - 3 * (n + 1));

/** Spreads a number over 31 bits, so that neighbours look unrelated. */
export function mix(n: number): number {
  let x = (n + 0x9e3779b9) | 0;
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return (x ^ (x >>> 16)) & 0x7fffffff;
}

/** The first day after all generated bookings. */
export const firstFreeDay = (): string => addDays(today(), DAYS_AHEAD + 2 * LONGEST_STAY);
