/** See docs/rules.md, 25.9. */
import { type BookingRow, findBooking } from '../../../db/queries/bookings/bookings.ts';
import type { TeamEventRecord } from '../../../db/queries/events/team-events.ts';
import { findBuildingTitle } from '../../../db/queries/listings/building-title.ts';
import type { PermissionSet, RequiredPermission } from '../../../domain/access/permissions.ts';
import { nameInBuilding } from '../../../domain/text/place-name.ts';
import type { MemberMailKind } from '../../../domain/vocabulary.ts';
import type { SystemScope, WriteScope } from '../../../services/team-scope.ts';
import { listNamedFeeds, type NamedFeed } from '../../calendars/db/queries/named-feeds.ts';
import { listBookingsInNights, listCodesOfBookings } from '../db/queries/failing-feeds.ts';
import { type MailButton, presentLongDay, type RenderedMail, renderLines } from './rendering/page.ts';

type Scope = Pick<WriteScope<SystemScope>, 'tx' | 'teamId'>;
/** A page to which a message may lead, below the team's. */
type LinkedPage = { path: string; words: string; needs: RequiredPermission };
/**
 * The button leads to the first of the pages that the member may open. It is null if there is none, or if the
 * service has no public address. `house` is the team's name, which stands above the text.
 */
export type PageAddress = (
  pages: readonly LinkedPage[],
  own: PermissionSet,
) => { button: MailButton | null; house: string | null };
export type MemberMail = {
  kind: MemberMailKind;
  bookingId: string | null;
  guestId: string | null;
  /** For a member with these permissions. */
  render: (own: PermissionSet) => RenderedMail;
};

const TODAY: LinkedPage = {
  path: 'today',
  words: 'See it on Today',
  needs: { any: ['calendar:read', 'bookings:read'] },
};
const ALL_FEEDS: LinkedPage = {
  path: 'calendar-feeds',
  words: 'See the calendars',
  needs: { all: ['calendar:read', 'listings:read'] },
};
const linkBooking = (id: string): LinkedPage => ({
  path: `bookings/${id}`,
  words: 'See the booking',
  needs: 'bookings:read',
});

/** Of one feed its own page, which only those may open who may change it. */
function linkFeeds(ids: readonly string[]): LinkedPage[] {
  const [id, ...others] = new Set(ids);
  const own: LinkedPage = {
    path: `calendar-feeds/${id}`,
    words: 'See the calendar',
    needs: 'calendar:write',
  };
  return [...(id !== undefined && others.length === 0 ? [own] : []), ALL_FEEDS, TODAY];
}

const MAX_NAMED = 20;

const nameFeed = ({ name, unitName, listingTitle, buildingTitle }: NamedFeed): string =>
  `${name} (${nameInBuilding(listingTitle, buildingTitle)}, ${unitName})`;

const cut = (lines: readonly string[]): string[] =>
  lines.length <= MAX_NAMED
    ? [...lines]
    : [...lines.slice(0, MAX_NAMED), `And ${lines.length - MAX_NAMED} more.`];

export async function buildBookingMail(
  { tx, teamId }: Scope,
  page: PageAddress,
  { type, bookingId, data }: TeamEventRecord,
): Promise<MemberMail | null> {
  const found = bookingId === null ? null : await findBooking(tx, teamId, bookingId);
  if (!found) return null;
  const { booking, listing, guest } = found;
  const place = nameInBuilding(listing.publicTitle, await findBuildingTitle(tx, teamId, listing));
  const { kind, subject, sentence } = describe(type, String(data.status), found, place);
  const lines = [
    sentence,
    `From ${presentLongDay(booking.checkIn)} to ${presentLongDay(booking.checkOut)}, ${booking.numberOfGuests} ${booking.numberOfGuests === 1 ? 'guest' : 'guests'}.`,
    ...findWords(type, found),
    `Booking code: ${booking.confirmationCode}`,
  ];
  const render = (own: PermissionSet) => renderLines(subject, lines, page([linkBooking(booking.id)], own));
  return { kind, bookingId: booking.id, guestId: guest.id, render };
}

type Description = { kind: MemberMailKind; subject: string; sentence: string };

function describe(type: string, status: string, { booking, guest }: BookingRow, place: string): Description {
  if (type === 'booking.created')
    return status === 'pending'
      ? {
          kind: 'request_arrived',
          subject: `A request for ${place}`,
          sentence: `${guest.name} would like to stay at ${place}.`,
        }
      : {
          kind: 'booking_arrived',
          subject: `A booking of ${place}`,
          sentence: `${guest.name} has booked ${place}.`,
        };
  return booking.confirmedAt === null
    ? {
        kind: 'cancelled_by_guest',
        subject: `A request for ${place} was withdrawn`,
        sentence: `${guest.name} has withdrawn the request for ${place}.`,
      }
    : {
        kind: 'cancelled_by_guest',
        subject: `The booking of ${place} was cancelled`,
        sentence: `${guest.name} has cancelled the booking of ${place}.`,
      };
}

const findWords = (type: string, { booking }: BookingRow): string[] => {
  const words = type === 'booking.created' ? booking.specialRequests : booking.cancellationReason;
  return words === null ? [] : [words];
};

export async function findFeedsOf(
  { tx, teamId }: Scope,
  events: readonly TeamEventRecord[],
): Promise<Map<string, NamedFeed>> {
  if (events.length === 0) return new Map();
  const ids = new Set(events.map(({ data }) => String(data.feed_id)));
  return new Map((await listNamedFeeds(tx, teamId, [...ids])).map((feed) => [feed.id, feed]));
}

export async function buildConflictMail(
  scope: Scope,
  page: PageAddress,
  events: readonly TeamEventRecord[],
): Promise<MemberMail | null> {
  const { tx, teamId } = scope;
  const feeds = await findFeedsOf(scope, events);
  const conflicts = events.slice(0, MAX_NAMED).map(({ data }) => ({
    feedId: String(data.feed_id),
    unitId: String(data.unit_id),
    startDate: String(data.start_date),
    endDate: String(data.end_date),
  }));
  const bookings = await listBookingsInNights(tx, teamId, conflicts);
  const lines = conflicts.flatMap(({ feedId, startDate, endDate }, index) => {
    const feed = feeds.get(feedId);
    if (!feed) return [];
    const codes = (bookings[index] ?? []).map(({ code }) => code);
    const others = codes.length > 0 ? `the booking ${codes.join(', ')}` : 'a block';
    return [
      `${nameFeed(feed)} has a stay from ${presentLongDay(startDate)} to ${presentLongDay(endDate)}, where ${others} has the nights already.`,
    ];
  });
  if (lines.length === 0) return null;
  if (events.length > MAX_NAMED) lines.push(`And ${events.length - MAX_NAMED} more.`);
  const subject = 'Two stays have the same nights';
  const [booking, ...otherBookings] = new Set(bookings.flat().map(({ id }) => id));
  const isOfOneBooking = booking !== undefined && otherBookings.length === 0 && events.length <= MAX_NAMED;
  const pages = [
    ...(isOfOneBooking ? [linkBooking(booking)] : []),
    ...linkFeeds(events.map(({ data }) => String(data.feed_id))),
  ];
  const render = (own: PermissionSet) => renderLines(subject, lines, page(pages, own));
  return { kind: 'channel_conflict', bookingId: null, guestId: null, render };
}

export async function buildDifferenceMail(
  scope: Scope,
  page: PageAddress,
  events: readonly TeamEventRecord[],
): Promise<MemberMail | null> {
  const { tx, teamId } = scope;
  const feeds = await findFeedsOf(scope, events);
  const shown = events.slice(0, MAX_NAMED);
  const codes = await listCodesOfBookings(
    tx,
    teamId,
    shown.map(({ data }) => String(data.booking_id)),
  );
  const lines = shown.flatMap(({ data }) => {
    const feed = feeds.get(String(data.feed_id));
    if (!feed) return [];
    const booking = `the booking ${codes.get(String(data.booking_id)) ?? ''}`;
    return data.gone === true
      ? [`${nameFeed(feed)} no longer has the stay of ${booking}.`]
      : [
          `${nameFeed(feed)} has the stay of ${booking} from ${presentLongDay(String(data.start_date))} to ${presentLongDay(String(data.end_date))}, which are other dates than here.`,
        ];
  });
  if (lines.length === 0) return null;
  if (events.length > MAX_NAMED) lines.push(`And ${events.length - MAX_NAMED} more.`);
  const render = (own: PermissionSet) =>
    renderLines('A stay has changed on its channel', lines, page([TODAY], own));
  return { kind: 'channel_conflict', bookingId: null, guestId: null, render };
}

export const buildWebhookMail = (page: PageAddress): MemberMail => ({
  kind: 'webhook_disabled',
  bookingId: null,
  guestId: null,
  render: (own) =>
    renderLines(
      'A webhook was disabled',
      [
        'A webhook was disabled, because its receiver takes nothing any more. It keeps its place in the feed.',
      ],
      page([{ path: 'webhooks', words: 'See the webhooks', needs: 'webhooks:read' }], own),
    ),
});

export function buildFailingFeedsMail(
  page: PageAddress,
  { failing, recovered }: { failing: readonly NamedFeed[]; recovered: readonly NamedFeed[] },
): MemberMail {
  const lines = [
    ...(failing.length === 0
      ? []
      : [
          'These calendars could not be read several times in a row. Their nights stay closed.',
          ...cut(failing.map((feed) => `${nameFeed(feed)}: ${feed.lastError ?? 'no answer'}`)),
        ]),
    ...(recovered.length === 0
      ? []
      : ['These calendars can be read again.', ...cut(recovered.map(nameFeed))]),
  ];
  const subject =
    failing.length === 0
      ? 'Calendars can be read again'
      : failing.length === 1
        ? 'A calendar cannot be read'
        : `${failing.length} calendars cannot be read`;
  const pages = linkFeeds([...failing, ...recovered].map(({ id }) => id));
  return {
    kind: 'feed_failing',
    bookingId: null,
    guestId: null,
    render: (own) => renderLines(subject, lines, page(pages, own)),
  };
}
