import { addDays, type StayDate } from '../../src/domain/dates/dates.ts';
import { bookingOf } from './bookings.ts';
import { STAYS } from './stays.ts';
import team from './team.json' with { type: 'json' };
import { dateOf, daysAround, momentOf, seasonsAround } from './team-dates.ts';

export type HarbourTeam = ReturnType<typeof harbourTeam>;

/** The pictures that the team file names. */
export const PICTURES_FOLDER = new URL('./photos/', import.meta.url);
/** The team is older than its oldest booking. */
const FOUNDED_DAYS_AGO = 400;

/**
 * The demo team as a team file (docs/team-file.md). Its dates move with `today`, so that it never ages, and its history
 * is before today. Its pictures are in `PICTURES_FOLDER`.
 */
export function harbourTeam(today: StayDate) {
  const founded = momentOf(addDays(today, -FOUNDED_DAYS_AGO), '09:00');
  const times = { created_at: founded, updated_at: founded };
  return {
    ...team,
    team: { ...team.team, ...times },
    coupons: team.coupons.map(({ valid_from, valid_until, ...coupon }) => ({
      ...coupon,
      ...(valid_from ? { valid_from: dateOf(valid_from, today) } : {}),
      ...(valid_until ? { valid_until: dateOf(valid_until, today) } : {}),
    })),
    listings: team.listings.map(({ seasons, days, photos, ...listing }) => ({
      ...listing,
      seasons: seasonsAround(seasons ?? {}, today),
      days: daysAround(days ?? [], today),
      photos: photos.map((photo, position) => ({ ...photo, is_featured: position === 0 })),
      ...times,
    })),
    guests: team.guests.map((guest) => ({ ...guest, ...times })),
    blocks: team.blocks.map((block) => ({
      ...block,
      start_date: dateOf(block.start_date, today),
      end_date: dateOf(block.end_date, today),
      created_at: founded,
    })),
    bookings: STAYS.map((row) => {
      const [, slug, , name] = row;
      const listing = team.listings.find((one) => one.slug === slug);
      const guest = team.guests.find((one) => one.name === name);
      if (!listing || !guest)
        throw new Error(`The demo's booking ${row[0]} names an unknown listing or guest.`);
      const building = team.listings.find((one) => one.slug === listing.building);
      const terms = {
        securityDeposit: listing.security_deposit ?? 0,
        cancellationPolicy:
          building?.cancellation_policy ?? listing.cancellation_policy ?? team.team.cancellation_policy,
      };
      return bookingOf(row, guest.email ?? guest.id ?? '', terms, today);
    }),
  };
}
