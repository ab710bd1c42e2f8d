/** A message tells only who may read what it tells (docs/rules.md, 27.8). */
import { MEMBER_MAIL_KINDS, type MemberMailKind } from '../vocabulary.ts';
import type { Permission, PermissionSet } from './permissions.ts';

const MEMBER_MAIL_PERMISSIONS = {
  request_arrived: 'bookings:read',
  booking_arrived: 'bookings:read',
  cancelled_by_guest: 'bookings:read',
  channel_conflict: 'calendar:read',
  feed_failing: 'calendar:read',
  webhook_disabled: 'webhooks:read',
} satisfies Record<MemberMailKind, Permission>;

/** In the order of the vocabulary. */
export const listReadableMailKinds = (own: PermissionSet): MemberMailKind[] =>
  MEMBER_MAIL_KINDS.filter((kind) => own.has(MEMBER_MAIL_PERMISSIONS[kind]));
