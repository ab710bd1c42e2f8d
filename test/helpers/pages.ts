/** A browser without scripts: forms, cookies and redirects, and people who can sign in with it. */

import { argon2Sync, randomUUIDv7 } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import { memberships, people } from '../../src/db/schema/teams.ts';
import { foldCase } from '../../src/domain/text/text.ts';
import { addMembership } from '../../src/services/people/members.ts';
import type { TestApp } from './app.ts';
import { clientOf } from './bookings.ts';
import { buildListing, buildTeam, buildToken, buildUnit } from './factories.ts';

export const PASSWORD = 'quiet lamps at sea';
const CREATED_AT = new Date('2021-01-05T14:03:22Z');
/** A hash contains its own cost. Here it is as low as possible, unlike the service's own. */
const PASSWORD_HASH = cheapHashOf(PASSWORD);
let made = 0;

export type Fields = Record<string, string>;

const SEEN =
  /<form[^>]* action="([^"]+)"[^>]*>\s*(?:<input type="hidden"[^>]*>)*?<input type="hidden" name="seen" value="([^"]*)">/g;

/**
 * Opens pages of a test app, keeps its cookies, and sends forms with the token of the last page, and with the version of
 * what they showed last.
 */
export function visitorOf(world: TestApp, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') {
  const cookies = new Map<string, string>();
  /** By the address of the form. */
  const seen = new Map<string, string>();
  let page = '';

  async function send(
    method: 'GET' | 'POST',
    url: string,
    payload?: string,
    more: Record<string, string> = {},
  ): Promise<LightMyRequestResponse> {
    const answer = await world.app.inject({
      method,
      url,
      remoteAddress,
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(payload === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
        ...headers,
        ...more,
      },
      ...(payload === undefined ? {} : { payload }),
    });
    for (const { name, value, maxAge } of answer.cookies) {
      if (maxAge === 0) cookies.delete(name);
      else cookies.set(name, value);
    }
    if (answer.body !== '') page = answer.body;
    for (const [, action = '', version = ''] of answer.body.matchAll(SEEN))
      seen.set(action.replaceAll('&#61;', '='), version);
    return answer;
  }

  const visitor = {
    cookies,
    get: (url: string, more?: Record<string, string>) => send('GET', url, undefined, more),
    /** The form token of the last page. */
    formToken: () => /name="form_token" value="([^"]+)"/.exec(page)?.[1] ?? '',
    post(url: string, fields: Fields = {}, more: Record<string, string> = {}) {
      const version = seen.get(url) ?? seen.get(`${url}?page=1`);
      const hidden = { form_token: visitor.formToken(), ...(version === undefined ? {} : { seen: version }) };
      return send('POST', url, `${new URLSearchParams({ ...hidden, ...fields })}`, more);
    },
    /** Sends a form and opens the page that it leads to. */
    async submit(url: string, fields: Fields = {}) {
      const answer = await visitor.post(url, fields);
      return answer.statusCode === 303 ? visitor.get(String(answer.headers.location)) : answer;
    },
    async signIn(email: string, password = PASSWORD) {
      await visitor.get('/app/sign-in');
      const answer = await visitor.post('/app/sign-in', { email, password, next: '' });
      // The next page has the forms of the new session.
      if (answer.statusCode === 303) await visitor.get('/app/nothing');
      return answer;
    },
  };
  return visitor;
}

/** A member of a team, with a password unless it is null. */
export async function buildMember(
  world: TestApp,
  given: {
    teamId?: number;
    email?: string;
    name?: string;
    password?: null;
    role?: string;
    listings?: string[];
  } = {},
) {
  made += 1;
  const { email = `member-${made}@example.com`, name = `Member ${made}` } = given;
  const team = given.teamId === undefined ? await buildTeam(world) : null;
  const teamId = team?.id ?? given.teamId ?? 0;
  const id = randomUUIDv7();
  const passwordHash = given.password === null ? null : PASSWORD_HASH;
  const times = { createdAt: CREATED_AT, updatedAt: CREATED_AT };
  await world.db
    .insert(people)
    .values({ id, email, emailKey: foldCase(email), name, passwordHash, ...times });
  const { role = 'owner', listings = null } = given;
  await world.db.transaction((tx) =>
    addMembership(tx, teamId, { personId: id, role, listings, createdAt: CREATED_AT }),
  );
  return { id, email, name, teamId };
}

function cheapHashOf(message: string): string {
  const nonce = Buffer.alloc(16, 'salt');
  const hash = argon2Sync('argon2id', {
    message,
    nonce,
    memory: 8,
    passes: 1,
    parallelism: 1,
    tagLength: 32,
  });
  const [salt, rest] = [nonce, hash].map((bytes) => bytes.toString('base64').replace(/=+$/, ''));
  return `$argon2id$v=19$m=8,t=1,p=1$${salt}$${rest}`;
}

/** Makes a person a member of one more team. */
export const joinTeam = (world: TestApp, personId: string, teamId: number) =>
  world.db.insert(memberships).values({ teamId, personId, createdAt: CREATED_AT });

/** A team with a signed-in member, and the paths of its pages. */
export async function openTeamPages(world: TestApp, overrides: Parameters<typeof buildTeam>[1] = {}) {
  const team = await buildTeam(world, overrides);
  const member = await buildMember(world, { teamId: team.id });
  const visitor = visitorOf(world);
  await visitor.signIn(member.email);
  const base = `/app/teams/${team.slug}`;
  return {
    team,
    member,
    visitor,
    base,
    today: `${base}/today`,
    tokens: `${base}/tokens`,
    members: `${base}/members`,
  };
}

/** A team as `openTeamPages` opens it, a place with two units at 100.00 a night, and a client of its API. */
export async function openDesk(world: TestApp, listing: Parameters<typeof buildListing>[1] = {}) {
  const pages = await openTeamPages(world, { depositPpm: 300_000 });
  const teamId = pages.team.id;
  const place = await buildListing(world, { teamId, publicTitle: 'Sea Loft', ...listing });
  for (const name of ['Loft A', 'Loft B']) await buildUnit(world, { teamId, listingId: place.id, name });
  const client = clientOf(world, await buildToken(world, { teamId }));
  return { ...pages, place, client, list: `${pages.base}/bookings` };
}

/** The values of a form's fields, as a browser would send them. */
export function fieldsOf(page: string, action: string): Fields {
  const form = new RegExp(`<form method="post" action="${action}">([\\s\\S]*?)</form>`).exec(page)?.[1] ?? '';
  const inputs = [
    ...form.matchAll(/<input[^>]*? name="(\w+)"(?![^>]*type="checkbox")[^>]*?value="([^"]*)"/g),
  ];
  return Object.fromEntries(inputs.map(([, name = '', value = '']) => [name, value]));
}

/** The texts of a table's rows, without their actions. */
export const tableRowsIn = (page: string): string[][] =>
  [...page.matchAll(/<tr role="row">((?:<td.*?<\/td>)+)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<span class="cell">(.*?)<\/span><\/td>/gs)]
      .slice(0, 5)
      .map(([, cell = '']) => cell.replace(/<[^>]+>/g, '').trim()),
  );

/** What requests by other means need of a visitor: the cookies, and the token of forms. */
export function browserOf(visitor: ReturnType<typeof visitorOf>) {
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return { cookie, formToken: visitor.formToken() };
}

/** Sends a picture as the script of the page does, with the token that the page shows. */
export async function sendPicture(
  { world, visitor }: { world: TestApp; visitor: ReturnType<typeof visitorOf> },
  { page, upload }: { page: string; upload: string },
  picture: Buffer,
  headers: Record<string, string> = {},
) {
  const token = /data-token="([^"]+)"/.exec((await visitor.get(page)).body)?.[1] ?? '';
  const { cookie } = browserOf(visitor);
  return world.app.inject({
    method: 'POST',
    url: upload,
    headers: { cookie, 'content-type': 'image/jpeg', 'form-token': token, ...headers },
    payload: picture,
  });
}

/** The link that a members page shows once. */
export const linkIn = (page: string): string => /\/app\/invitations\/[\w.-]{43,}/.exec(page)?.[0] ?? '';

/** The token that a page shows. */
export const tokenIn = (page: string): string | null => /ink_[0-9A-Za-z]{46}/.exec(page)?.[0] ?? null;

/** A page with this status and, somewhere in it, this text. */
export function expectPage(
  { statusCode, body }: { statusCode: number; body: string },
  status: number,
  text: string,
): void {
  expect([statusCode, body]).toEqual([status, expect.stringContaining(text)]);
}
