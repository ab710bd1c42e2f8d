/**
 * What a member or a token may do (docs/rules.md, 27.1). A permission is a resource and `read` or `write`, and
 * `write` includes `read`.
 */
export const RESOURCES = [
  'listings',
  'prices',
  'calendar',
  'bookings',
  'money',
  'guests',
  'mails',
  'reports',
  'webhooks',
  'tokens',
  'people',
  'settings',
] as const;
export type Resource = (typeof RESOURCES)[number];

const LEVELS = ['read', 'write'] as const;
export type Permission = `${Resource}:${(typeof LEVELS)[number]}`;

/** By resource, `read` before `write`: the order in which a role lists its own. */
export const PERMISSIONS: readonly Permission[] = RESOURCES.flatMap((resource) =>
  LEVELS.map((level): Permission => `${resource}:${level}`),
);
export const READ_PERMISSIONS: readonly Permission[] = PERMISSIONS.filter((one) => one.endsWith(':read'));

/** What an operation or a page needs. Null if everybody who is let in may call it. */
export type RequiredPermission =
  | null
  | Permission
  | { readonly all: readonly Permission[] }
  | { readonly any: readonly Permission[] };

/** With each `write` also its `read`. */
export type PermissionSet = ReadonlySet<Permission>;

export const toPermissionSet = (permissions: readonly Permission[]): PermissionSet =>
  new Set(permissions.flatMap((one) => [one, toRead(one)]));

const toRead = (permission: Permission): Permission =>
  `${permission.slice(0, permission.indexOf(':')) as Resource}:read`;

/** In order, each resource once: without the `read` that a `write` includes. */
export function sortPermissions(permissions: Iterable<Permission>): Permission[] {
  const all = new Set(permissions);
  return PERMISSIONS.filter(
    (one) => all.has(one) && !(one.endsWith(':read') && all.has(one.replace(/read$/, 'write') as Permission)),
  );
}

/** The first that is missing, or null if nothing is. Of a choice, the first is named. */
export function findMissingPermission(required: RequiredPermission, own: PermissionSet): Permission | null {
  if (required === null) return null;
  if (typeof required === 'string') return own.has(required) ? null : required;
  if ('all' in required) return required.all.find((one) => !own.has(one)) ?? null;
  return required.any.some((one) => own.has(one)) ? null : (required.any[0] ?? null);
}

/** The first of `permissions` that is not among `own`. */
export const findLackedPermission = (
  permissions: Iterable<Permission>,
  own: PermissionSet,
): Permission | null => findMissingPermission({ all: sortPermissions(permissions) }, own);

export const GIVEN_ROLE_CODES = ['owner', 'manager', 'desk', 'accountant', 'housekeeping'] as const;
type GivenRoleCode = (typeof GIVEN_ROLE_CODES)[number];

/** A member has it unless somebody says otherwise. */
export const DEFAULT_ROLE: GivenRoleCode = 'owner';

type GivenRole = { name: string; permissions: readonly Permission[] };

const writeAll = (resources: readonly Resource[]): Permission[] =>
  resources.map((resource): Permission => `${resource}:write`);

/** What guards access itself. A token that another token has made has neither. */
const GUARDING_RESOURCES: readonly Resource[] = ['tokens', 'people'];
const WORKING_RESOURCES = RESOURCES.filter((resource) => !GUARDING_RESOURCES.includes(resource));

export const isGuarding = (permission: Permission): boolean =>
  GUARDING_RESOURCES.some((resource) => permission.startsWith(`${resource}:`));

/** What concerns the whole team, and so nobody who is limited to some of its listings has (docs/rules.md, 27.31). */
const WHOLE_TEAM_RESOURCES: readonly Resource[] = ['webhooks', 'tokens', 'people', 'settings'];

/** The first of them that concerns the whole team, or null. */
export const findWholeTeamPermission = (permissions: Iterable<Permission>): Permission | null =>
  sortPermissions(permissions).find((one) =>
    WHOLE_TEAM_RESOURCES.some((resource) => one.startsWith(`${resource}:`)),
  ) ?? null;

/** They cannot be changed or removed (docs/rules.md, 27.4). */
export const GIVEN_ROLES: Record<GivenRoleCode, GivenRole> = {
  owner: { name: 'Owner', permissions: writeAll(RESOURCES) },
  manager: { name: 'Manager', permissions: writeAll(WORKING_RESOURCES) },
  desk: {
    name: 'Front desk',
    permissions: sortPermissions([
      ...writeAll(['bookings', 'guests', 'calendar', 'money']),
      'listings:read',
      'prices:read',
      'mails:read',
    ]),
  },
  accountant: {
    name: 'Accountant',
    permissions: sortPermissions([
      'money:write',
      'bookings:read',
      'guests:read',
      'prices:read',
      'reports:read',
    ]),
  },
  housekeeping: { name: 'Housekeeping', permissions: ['calendar:read'] },
};

export const isGivenRole = (code: string): code is GivenRoleCode => Object.hasOwn(GIVEN_ROLES, code);

/** Of an owner, of a command, and of Innkeep's own work. */
export const ALL_PERMISSIONS = toPermissionSet(PERMISSIONS);
/** Of a token without a role, whose scope is another thing (docs/rules.md, 27.7). */
export const PERMISSIONS_WITHOUT_ROLE = toPermissionSet(writeAll(WORKING_RESOURCES));

const GIVEN_SETS = new Map<string, PermissionSet>(
  Object.entries(GIVEN_ROLES).map(([code, { permissions }]) => [code, toPermissionSet(permissions)]),
);
const NO_PERMISSIONS: PermissionSet = new Set();

/** `own` are those of the team's role with this code, or null if the team has none. */
export const findPermissionsOfRole = (code: string, own: readonly Permission[] | null): PermissionSet =>
  GIVEN_SETS.get(code) ?? (own ? toPermissionSet(own) : NO_PERMISSIONS);
