import type { Permission } from '../../src/domain/access/permissions.ts';

/** What may do everything that a caller with `listings` may be permitted. */
export const WORKING_ROLE: { code: string; name: string; permissions: Permission[] } = {
  code: 'working',
  name: 'Working',
  permissions: [
    'listings:write',
    'prices:write',
    'calendar:write',
    'bookings:write',
    'money:write',
    'guests:write',
    'mails:write',
    'reports:read',
  ],
};
