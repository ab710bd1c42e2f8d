import type { BookingSource } from '../../domain/vocabulary.ts';
import { presentClock } from './when.ts';

/** Their channels have a colour of their own. */
const COLOURED: ReadonlySet<string> = new Set(['airbnb', 'booking_com', 'vrbo', 'expedia']);

/** A feed that is gone has no source. */
export const presentChannelClass = (source: BookingSource | null): string =>
  source !== null && COLOURED.has(source) ? `channel ${source}` : 'channel';

export const sayGone = (freeAgainAt: Date, now: Date, zone: string): string =>
  `gone; free again ${freeAgainAt > now ? presentClock(freeAgainAt, now, zone) : 'at the next reading'}`;
