import type { BookingSource } from '../../domain/vocabulary.ts';
import { presentClock } from './when.ts';

/** The sources whose channels have a colour of their own on the pages. */
const COLOURED: ReadonlySet<string> = new Set(['airbnb', 'booking_com', 'vrbo', 'expedia']);

/** The CSS classes of what a channel has sold, in the channel's colour. A feed that is gone has no source. */
export const presentChannelClass = (source: BookingSource | null): string =>
  source !== null && COLOURED.has(source) ? `channel ${source}` : 'channel';

/** Says that a channel's calendar no longer has a stay, and when the nights are free again. */
export const sayGone = (freeAgainAt: Date, now: Date, zone: string): string =>
  `gone; free again ${freeAgainAt > now ? presentClock(freeAgainAt, now, zone) : 'at the next reading'}`;
