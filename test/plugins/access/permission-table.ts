/**
 * What each role may call, generated from what the operations and pages declare, and sent (docs/rules.md, 27.2). A request
 * that a role permits is answered with anything but a 403, and one that it does not with the 403 that names what is missing.
 */
import type { RouteOptions } from 'fastify';
import { expect } from 'vitest';
import {
  GIVEN_ROLE_CODES,
  GIVEN_ROLES,
  type Permission,
  toPermissionSet,
} from '../../../src/domain/access/permissions.ts';
import { findObstacle } from '../../../src/plugins/permissions.ts';
import { WORKING_ROLE } from '../../helpers/access.ts';
import { openTestApp } from '../../helpers/app.ts';
import { clientOf } from '../../helpers/bookings.ts';
import { buildListing, buildTeam, buildToken } from '../../helpers/factories.ts';
import { buildMember, visitorOf } from '../../helpers/pages.ts';
import { FIXED_PARAMETERS } from '../../registers/all.ts';
import { collectRoutes, type ExistingRoute } from '../../registers/existing-routes.ts';

/** An id that nothing has. */
const NOBODY = '01943600-0000-7000-8000-ffffffffffff';

/** A given role, or one of the team's own; also with only some of the team's listings. */
const CALLERS = [
  ...GIVEN_ROLE_CODES.map((role) => ({ role, isLimited: false })),
  ...['desk', 'accountant', 'housekeeping', WORKING_ROLE.code].map((role) => ({ role, isLimited: true })),
];
const nameCaller = ({ role, isLimited }: (typeof CALLERS)[number]) =>
  isLimited ? `${role}, some listings` : role;
const permissionsOf: Record<string, readonly Permission[]> = {
  ...Object.fromEntries(Object.entries(GIVEN_ROLES).map(([role, { permissions }]) => [role, permissions])),
  [WORKING_ROLE.code]: WORKING_ROLE.permissions,
};

export type Case = { name: string; caller: string; missing: string | null };

/** All operations and pages of a team with each given role. */
export async function openPermissionTable() {
  const routes: ExistingRoute[] = [];
  const world = await openTestApp({ sendsMail: true, extend: (app) => collectRoutes(app, routes) });
  await world.app.ready();
  const team = await buildTeam(world);
  // So that no role's member is the last owner.
  await buildMember(world, { teamId: team.id });
  const listing = await buildListing(world, { teamId: team.id });
  const owner = clientOf(world, await buildToken(world, { teamId: team.id, role: 'owner' }));
  await owner.data(owner.send('POST', '/roles', WORKING_ROLE), 201);
  const callers = new Map(
    await Promise.all(
      CALLERS.map(async (caller) => {
        const { role, isLimited } = caller;
        const access = { teamId: team.id, role, ...(isLimited ? { listings: [listing.id] } : {}) };
        const token = await buildToken(world, access);
        const { email } = await buildMember(world, access);
        const visitor = visitorOf(world);
        await visitor.signIn(email);
        return [nameCaller(caller), { token, visitor }] as const;
      }),
    ),
  );
  const guarded = routes.filter(
    ({ name, isFormAddress }) =>
      !isFormAddress && (/ \/v1\/(?!public)/.test(name) || name.includes(' /app/teams/')),
  );
  const optionsOf = new Map(guarded.map(({ name, options }) => [name, options]));
  const cases: Case[] = guarded.flatMap(({ name, options }) =>
    CALLERS.map((caller) => ({
      name,
      caller: nameCaller(caller),
      missing:
        findObstacle(options.config ?? {}, {
          permissions: toPermissionSet(permissionsOf[caller.role] ?? []),
          listings: caller.isLimited ? [] : null,
        })?.permission ?? null,
    })),
  );

  const pathOf = ({ url }: RouteOptions): string =>
    url.replaceAll(/:(\w+)/g, (_text, name: string) =>
      name === 'team' ? team.slug : (FIXED_PARAMETERS[name] ?? (name === 'code' ? 'nothing' : NOBODY)),
    );

  /** With a body that no operation takes, so that nothing is written. */
  async function sendToApi(options: RouteOptions, token: string) {
    const { statusCode, body } = await world.app.inject({
      method: options.method as 'GET',
      url: pathOf(options),
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(options.method === 'GET' || options.method === 'DELETE' ? {} : { payload: '[' }),
    });
    return statusCode === 403 ? JSON.parse(body).permission : null;
  }

  /** Of a form without its token. */
  async function sendToPage(options: RouteOptions, visitor: ReturnType<typeof visitorOf>) {
    const url = pathOf(options);
    const { body } =
      options.method === 'GET' ? await visitor.get(url) : await visitor.post(url, { form_token: '' });
    if (body.includes('you have only some of its places')) return options.config?.permission;
    return /lacks the permission ([a-z:]+)\./.exec(body)?.[1] ?? null;
  }

  return {
    world,
    cases,
    async check({ name, caller: named, missing }: Case): Promise<void> {
      const options = optionsOf.get(name);
      const caller = callers.get(named);
      if (!options || !caller) throw new Error(`There is no ${name}.`);
      const answered = name.includes(' /v1/')
        ? await sendToApi(options, caller.token)
        : await sendToPage(options, caller.visitor);
      expect([name, named, answered]).toEqual([name, named, missing]);
    },
  };
}
