import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  findLackedEventPermission,
  listReadableEventTypes,
} from '../../../src/domain/access/event-permissions.ts';
import {
  ALL_PERMISSIONS,
  findLackedPermission,
  findMissingPermission,
  findPermissionsOfRole,
  GIVEN_ROLES,
  PERMISSIONS,
  PERMISSIONS_WITHOUT_ROLE,
  type Permission,
  sortPermissions,
  toPermissionSet,
} from '../../../src/domain/access/permissions.ts';
import { TEAM_EVENT_TYPES } from '../../../src/domain/events.ts';

const anyPermissions = fc.array(fc.constantFrom(...PERMISSIONS));

describe('permissions', () => {
  it('write includes read, and read does not include write', () => {
    const own = toPermissionSet(['bookings:write', 'money:read']);
    expect([...own].sort()).toEqual(['bookings:read', 'bookings:write', 'money:read']);
    expect(findMissingPermission('money:write', own)).toBe('money:write');
  });

  it('the first that is missing is named, of all that are needed and of a choice', () => {
    const own = toPermissionSet(['calendar:read']);
    expect(findMissingPermission(null, own)).toBeNull();
    expect(findMissingPermission({ all: ['calendar:read', 'prices:read', 'money:read'] }, own)).toBe(
      'prices:read',
    );
    expect(findMissingPermission({ any: ['money:read', 'calendar:read'] }, own)).toBeNull();
    expect(findMissingPermission({ any: ['money:read', 'guests:read'] }, own)).toBe('money:read');
  });

  it('a sorted list has each resource once, in order, and means the same', () => {
    fc.assert(
      fc.property(anyPermissions, (given) => {
        const sorted = sortPermissions(given);
        expect(toPermissionSet(sorted)).toEqual(toPermissionSet(given));
        expect(new Set(sorted.map((one) => one.split(':')[0])).size).toBe(sorted.length);
        expect(sortPermissions(sorted.toReversed())).toEqual(sorted);
        expect(sorted).toEqual(PERMISSIONS.filter((one) => sorted.includes(one)));
      }),
    );
  });

  it('nothing is lacked by whoever has as much, and what is lacked is the first beyond', () => {
    fc.assert(
      fc.property(anyPermissions, anyPermissions, (own, given) => {
        const set = toPermissionSet(own);
        const lacked = findLackedPermission(given, set);
        const beyond = sortPermissions(given).filter((one) => !set.has(one));
        expect(lacked).toBe(beyond[0] ?? null);
        expect(findLackedPermission(own, set)).toBeNull();
      }),
    );
  });
});

describe('roles', () => {
  it('five are given, each with its permissions', () => {
    expect(GIVEN_ROLES).toMatchObject({
      desk: {
        permissions: [
          'listings:read',
          'prices:read',
          'calendar:write',
          'bookings:write',
          'money:write',
          'guests:write',
          'mails:read',
        ],
      },
      accountant: {
        permissions: ['prices:read', 'bookings:read', 'money:write', 'guests:read', 'reports:read'],
      },
      housekeeping: { permissions: ['calendar:read'] },
    });
    expect(toPermissionSet(GIVEN_ROLES.owner.permissions)).toEqual(ALL_PERMISSIONS);
    const beyondManager = PERMISSIONS.filter(
      (one) => !toPermissionSet(GIVEN_ROLES.manager.permissions).has(one),
    );
    expect(beyondManager).toEqual(['tokens:read', 'tokens:write', 'people:read', 'people:write']);
  });

  it('a role that does not exist may do nothing, and a given one is never the team’s own', () => {
    expect(findPermissionsOfRole('gone', null).size).toBe(0);
    expect(findPermissionsOfRole('housekeeping', ['money:write']).has('money:read')).toBe(false);
    expect([...findPermissionsOfRole('night', ['money:write'])]).toEqual(['money:write', 'money:read']);
    expect(PERMISSIONS_WITHOUT_ROLE).toEqual(toPermissionSet(GIVEN_ROLES.manager.permissions));
  });
});

describe('events', () => {
  it('each type is read with one permission', () => {
    const byType = (permission: Permission) => listReadableEventTypes(new Set([permission]));
    expect(byType('money:read')).toEqual(['booking.folio_changed']);
    expect(byType('prices:read')).toEqual([
      'rates.changed',
      'charge.created',
      'charge.changed',
      'charge.deleted',
    ]);
    expect(PERMISSIONS.flatMap(byType).toSorted()).toEqual(TEAM_EVENT_TYPES.toSorted());
    expect(findLackedEventPermission(['guest.created', 'block.created'], new Set(['guests:read']))).toBe(
      'calendar:read',
    );
    expect(findLackedEventPermission([], new Set())).toBeNull();
  });
});
