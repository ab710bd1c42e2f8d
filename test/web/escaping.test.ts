/** People's names are shown as text on every page, whatever they contain. */

import { expect, test } from 'vitest';
import { listTokens } from '../../src/services/tokens/tokens.ts';
import { openSharedApp } from '../helpers/app.ts';
import { buildTeam, buildToken } from '../helpers/factories.ts';
import { buildMember, joinTeam, linkIn, visitorOf } from '../helpers/pages.ts';

const world = await openSharedApp();

const BREAKING = `<script>alert(1)</script>"'><img src=x onerror=alert(2)> & </title></textarea>`;

/** The escaped text in a page: no part of it begins a tag, ends an attribute or is read as an entity. */
const escaped = (text: string) => text.replace(/["&'<=>]/g, (character) => `&#${character.charCodeAt(0)};`);

test.each([
  ['tags and quotes', BREAKING],
  ['emoji and other scripts', '👩‍👩‍👧 Ünïcode 世界'],
  ['200 characters', 'W'.repeat(200)],
  ['what templates look for', `!$${'{name}'} $${'{7*7}'} {{7*7}} <%= 7*7 %> $& $1`],
])('pages show names and emails of %s unchanged and escaped', async (_what, text) => {
  const tokenName = [...text].slice(0, 100).join('');
  const email = `${text}@example.com`;
  const team = await buildTeam(world, { name: text });
  const other = await buildTeam(world, { name: text });
  const member = await buildMember(world, { teamId: team.id, name: text, email });
  await joinTeam(world, member.id, other.id);
  await buildMember(world, { teamId: team.id, name: text });
  await buildToken(world, { teamId: team.id, name: tokenName });
  const [token] = await listTokens({ db: world.services.db, teamId: team.id });
  const visitor = visitorOf(world);
  await visitor.signIn(email);
  const base = `/app/teams/${team.slug}`;

  const pages = [
    await visitor.get('/app'),
    await visitor.get(`${base}/tokens`),
    await visitor.get(`${base}/tokens/${token?.id}`),
    await visitor.post(`${base}/tokens/${token?.id}/show`),
    await visitor.get(`${base}/tokens/${token?.id}/revoke`),
    await visitor.post(`${base}/tokens`, { name: tokenName, scope: text }),
    await visitor.get(`${base}/members/${member.id}/remove`),
    await visitor.get(`${base}/usage`),
    await visitor.post(`${base}/members`, { name: text, email: text }),
    await visitor.submit(`${base}/members`, { name: text, email: `plain@${team.slug}.example` }),
    await visitor.submit(`${base}/tokens/${token?.id}/revoke`),
  ];
  const link = linkIn(pages[9]?.body ?? '');
  const guest = visitorOf(world);
  pages.push(await guest.get(link), await guest.post(link, { password: text.slice(0, 5) }));
  pages.push(await visitor.get(`${base}/members`));
  await guest.get('/app/sign-in');
  pages.push(await guest.post('/app/sign-in', { email: text, password: text, next: text }));
  const last = visitorOf(world);
  pages.push(await last.get(`/app/sign-in?next=${encodeURIComponent(text)}&out=${encodeURIComponent(text)}`));

  for (const { body, statusCode } of pages) {
    expect(statusCode).toBeLessThan(500);
    // No part of the name becomes markup, even if the page shows only a part.
    for (const part of ['<script>alert', '<img src=x', '"\'>', '</title></textarea>'])
      expect(body).not.toContain(part);
    expect(body.match(/<script/g)).toHaveLength(1);
    expect(body.match(/<\/title>/g)).toHaveLength(1);
  }
  for (const { body } of pages.slice(0, 8)) expect(body).toContain(escaped(text));
  expect(pages.at(-2)?.body ?? '').not.toContain(
    `value="${escaped(text)}">\n<div class="field">\n<label for="password"`,
  );
});
