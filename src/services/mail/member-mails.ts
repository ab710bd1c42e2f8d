/**
 * Messages to the members of a team, whose texts the team cannot replace. Messages to members are rendered when
 * they are written.
 */
import { findBooking } from '../../db/queries/bookings/bookings.ts';
import type { TeamEventRecord } from '../../db/queries/events/team-events.ts';
import { findBuildingTitle } from '../../db/queries/listings/building-title.ts';
import { listMailedMembers, type MailRecord } from '../../db/queries/mail/mails.ts';
import { listSuppressedKeys } from '../../db/queries/mail/settings.ts';
import { findTeamRecord } from '../../db/queries/teams/teams.ts';
import { nameInBuilding } from '../../domain/text/place-name.ts';
import { foldCase } from '../../domain/text/text.ts';
import type { MemberMailKind } from '../../domain/vocabulary.ts';
import type { SystemScope, WriteScope } from '../team-scope.ts';
import { buildMail, SUPPRESSED } from './new-mail.ts';
import { presentLongDay, type RenderedMail, renderLines } from './rendering/page.ts';
import type { MailSettings } from './settings.ts';

type Scope = Pick<WriteScope<SystemScope>, 'tx' | 'teamId' | 'now'>;
type MailContent = {
  kind: MemberMailKind;
  bookingId: string | null;
  guestId: string | null;
  text: RenderedMail;
};

/** Writes one message for each member and each event that the member wants to hear of. */
export async function buildMemberMails(
  scope: Scope,
  settings: MailSettings,
  events: readonly TeamEventRecord[],
): Promise<MailRecord[]> {
  const mailedEvents = events.filter((event) => findMemberMailKind(event) !== null);
  if (mailedEvents.length === 0) return [];
  const { tx, teamId, now } = scope;
  const team = await findTeamRecord(tx, teamId);
  const members = await listMailedMembers(tx, teamId);
  const suppressed = await listSuppressedKeys(
    tx,
    teamId,
    members.map(({ email }) => foldCase(email)),
  );
  const made: MailRecord[] = [];
  for (const event of mailedEvents) {
    const content = await buildContent(scope, settings, { event, slug: team?.slug ?? '' });
    if (content === null) continue;
    const { kind, bookingId, guestId, text } = content;
    for (const to of members) {
      if (to.mailKinds !== null && !to.mailKinds.includes(kind)) continue;
      const mail = buildMail(settings, { teamId, kind, to, now });
      made.push({
        ...mail,
        ...(suppressed.has(foldCase(to.email)) ? SUPPRESSED : {}),
        bookingId,
        guestId,
        subject: text.subject,
        plainText: text.text,
        html: text.html,
      });
    }
  }
  return made;
}

function findMemberMailKind({ type, actorType, data }: TeamEventRecord): MemberMailKind | null {
  if (type === 'booking.created' && actorType === 'site' && data.status === 'pending')
    return 'request_arrived';
  if (type === 'calendar_feed.failed') return 'feed_failing';
  if (type === 'webhook.disabled') return 'webhook_disabled';
  return null;
}

async function buildContent(
  { tx, teamId }: Scope,
  { publicUrl }: MailSettings,
  { event, slug }: { event: TeamEventRecord; slug: string },
): Promise<MailContent | null> {
  const kind = findMemberMailKind(event);
  const page = (path: string) => (publicUrl === null ? null : `${publicUrl}/app/teams/${slug}/${path}`);
  const nobody = { bookingId: null, guestId: null };
  switch (kind) {
    case 'request_arrived': {
      const found = event.bookingId === null ? null : await findBooking(tx, teamId, event.bookingId);
      if (!found) return null;
      const { booking, listing, guest } = found;
      const buildingTitle = await findBuildingTitle(tx, teamId, listing);
      const place = nameInBuilding(listing.publicTitle, buildingTitle);
      const lines = [
        `${guest.name} would like to stay at ${place}.`,
        `From ${presentLongDay(booking.checkIn)} to ${presentLongDay(booking.checkOut)}, ${booking.numberOfGuests} ${booking.numberOfGuests === 1 ? 'guest' : 'guests'}.`,
        ...(booking.specialRequests === null ? [] : [booking.specialRequests]),
        `Booking code: ${booking.confirmationCode}`,
      ];
      const text = renderLines(`A request for ${place}`, lines, page(`bookings/${booking.id}`));
      return { kind, bookingId: booking.id, guestId: guest.id, text };
    }
    case 'feed_failing': {
      const lines = [
        'A calendar that Innkeep reads could not be read three times in a row. Its nights stay closed.',
      ];
      return {
        kind,
        ...nobody,
        text: renderLines('A calendar cannot be read', lines, page('calendar-feeds')),
      };
    }
    case 'webhook_disabled': {
      const lines = [
        'A webhook was disabled, because its receiver takes nothing any more. It keeps its place in the feed.',
      ];
      return { kind, ...nobody, text: renderLines('A webhook was disabled', lines, page('webhooks')) };
    }
    default:
      return null;
  }
}
