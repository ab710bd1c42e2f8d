import type { SystemScope } from '../../../services/team-scope.ts';
import { type Party, readCleaning, type UnitToClean } from './cleaning.ts';
import type { DeskView } from './desk-views.ts';
import { type DeskStay, type DeskStays, readDeskStays } from './today.ts';

/** A stay without its guest's name, words and amounts. */
export type ShortStay = Pick<
  DeskStay,
  | 'listingTitle'
  | 'buildingTitle'
  | 'unitName'
  | 'timezone'
  | 'checkIn'
  | 'checkOut'
  | 'checkInTime'
  | 'checkOutTime'
> & {
  isPending: boolean;
  /** Null for a stay that a channel has sold. */
  party: Party | null;
};

export type ShortDay = Pick<
  DeskStays,
  'from' | 'to' | 'otherDates' | 'hasSeveralZones' | 'hasListings' | 'now' | 'isCut'
> & {
  view: DeskView;
  toClean: UnitToClean[];
  arrivals: ShortStay[];
  departures: ShortStay[];
};

/** For those who see the calendar and no bookings, such as the housekeeping (docs/rules.md, 27.8). */
export async function readShortDay(scope: SystemScope, view: DeskView, timezone: string): Promise<ShortDay> {
  const [stays, cleaning] = await Promise.all([
    readDeskStays(scope, view, timezone),
    readCleaning(scope, view, timezone),
  ]);
  const { from, to, otherDates, hasSeveralZones, hasListings, now } = stays;
  return {
    view,
    from,
    to,
    otherDates,
    hasSeveralZones,
    hasListings,
    now,
    isCut: stays.isCut || cleaning.isCut,
    toClean: cleaning.units,
    arrivals: stays.arrivals.map(toShortStay),
    departures: stays.departures.map(toShortStay),
  };
}

function toShortStay(stay: DeskStay): ShortStay {
  const { listingTitle, buildingTitle, unitName, timezone } = stay;
  const { checkIn, checkOut, checkInTime, checkOutTime } = stay;
  return {
    listingTitle,
    buildingTitle,
    unitName,
    timezone,
    checkIn,
    checkOut,
    checkInTime,
    checkOutTime,
    isPending: stay.kind === 'booking' && stay.status === 'pending',
    party:
      stay.kind === 'channel'
        ? null
        : { numberOfGuests: stay.numberOfGuests, infants: stay.infants, pets: stay.pets },
  };
}
