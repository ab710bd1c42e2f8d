import type { BookingSource } from '../../domain/vocabulary.ts';
import { presentClock } from './when.ts';

/** Their channels have a colour of their own. */
const COLOURED: ReadonlySet<string> = new Set(['airbnb', 'booking_com', 'vrbo', 'expedia']);

/** How a booking came if no channel sold it. */
const OWN: ReadonlySet<string> = new Set(['api', 'manual', 'booking_site', 'import', 'other']);

export const isChannel = (source: BookingSource): boolean => !OWN.has(source);

/** Such as "BC" for Booking.com, and at most three letters. */
export const presentInitials = (name: string): string =>
  name
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => word.slice(0, 1).toUpperCase())
    .join('')
    .slice(0, 3);

/** A feed that is gone has no source. */
export const presentChannelClass = (source: BookingSource | null): string =>
  source !== null && COLOURED.has(source) ? `channel ${source}` : 'channel';

export const sayGone = (freeAgainAt: Date, now: Date, zone: string): string =>
  `gone; free again ${freeAgainAt > now ? presentClock(freeAgainAt, now, zone) : 'at the next reading'}`;
