/** Who may read which events, in the feed and by webhooks (docs/rules.md, 27.3). */
import { TEAM_EVENT_TYPES, type TeamEventType } from '../events.ts';
import type { Permission, PermissionSet } from './permissions.ts';

const EVENT_PERMISSIONS = {
  'booking.created': 'bookings:read',
  'booking.confirmed': 'bookings:read',
  'booking.changed': 'bookings:read',
  'booking.cancelled': 'bookings:read',
  'booking.expired': 'bookings:read',
  'booking.completed': 'bookings:read',
  'booking.folio_changed': 'money:read',
  'booking.unit_moved': 'bookings:read',
  'block.created': 'calendar:read',
  'block.changed': 'calendar:read',
  'block.deleted': 'calendar:read',
  'guest.created': 'guests:read',
  'guest.changed': 'guests:read',
  'guest.erased': 'guests:read',
  'listing.created': 'listings:read',
  'listing.changed': 'listings:read',
  'listing.deleted': 'listings:read',
  'rates.changed': 'prices:read',
  'charge.created': 'prices:read',
  'charge.changed': 'prices:read',
  'charge.deleted': 'prices:read',
  'team.changed': 'settings:read',
  'team.imported': 'settings:read',
  'token.created': 'tokens:read',
  'token.revoked': 'tokens:read',
  'member.added': 'people:read',
  'member.removed': 'people:read',
  'member.changed': 'people:read',
  'role.created': 'people:read',
  'role.changed': 'people:read',
  'role.deleted': 'people:read',
  'webhook.disabled': 'webhooks:read',
  'calendar_feed.failed': 'calendar:read',
  'calendar_feed.recovered': 'calendar:read',
  'calendar_feed.conflict': 'calendar:read',
  'calendar_feed.differs': 'calendar:read',
} satisfies Record<TeamEventType, Permission>;

/** In the order of the vocabulary. */
export const listReadableEventTypes = (own: PermissionSet): TeamEventType[] =>
  TEAM_EVENT_TYPES.filter((type) => own.has(EVENT_PERMISSIONS[type]));

/** Of the first type that may not be read, or null. */
export function findLackedEventPermission(
  types: readonly TeamEventType[],
  own: PermissionSet,
): Permission | null {
  const lacked = types.find((type) => !own.has(EVENT_PERMISSIONS[type]));
  return lacked === undefined ? null : EVENT_PERMISSIONS[lacked];
}
