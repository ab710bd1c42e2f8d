/** Forms that are sent after their session has ended are kept (docs/rules.md, 21.19). */
import { expect, test } from 'vitest';
import { openSharedApp } from '../../../../helpers/app.ts';
import { openSharedClient } from '../../../../helpers/database.ts';
import { expectPage, openDesk, PASSWORD } from '../../../../helpers/pages.ts';
import { fingerprintOf } from '../../../../helpers/rows.ts';

const world = await openSharedApp();
const { client: database } = await openSharedClient(world.url);
/** What a browser says of a form from one of this site's own pages. */
const FROM_HERE = { 'sec-fetch-site': 'same-origin' };
const GUEST = { name: 'Ann "A" <b> & Søn 👩‍👧', email: 'ann@example.com', notes: 'Line one\n\nline three' };

/** The hidden fields of the page's form with this action. */
function hiddenIn(page: string, action: string): [string, string][] {
  const form = page.split(`action="${action}"`)[1]?.split('</form>')[0] ?? '';
  const decode = (text: string) => text.replaceAll(/&#(\d+);/g, (_all, code) => String.fromCodePoint(code));
  return [...form.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(
    ([, name = '', value = '']) => [decode(name), decode(value)],
  );
}

/** A desk whose member has typed a form, and whose session ends before it is sent. */
async function openEndedDesk() {
  const desk = await openDesk(world);
  const { visitor, base } = desk;
  await visitor.get(`${base}/guests`);
  const form_token = visitor.formToken();
  const session = visitor.cookies.get('innkeep-session') ?? '';
  await visitor.post('/app/sign-out');
  visitor.cookies.set('innkeep-session', session);
  return { ...desk, sent: { ...GUEST, form_token }, path: `${base}/guests` };
}

test('a form whose session has ended is sent after signing in, with everything that was typed', async () => {
  const { visitor, member, path, sent, client } = await openEndedDesk();
  const before = await fingerprintOf(database);
  const asked = await visitor.post(path, sent, FROM_HERE);
  expect(await fingerprintOf(database)).toBe(before);
  expectPage(asked, 403, 'then you can send it without typing it again');
  const { kept = '' } = Object.fromEntries(hiddenIn(asked.body, '/app/sign-in'));
  const wrong = await visitor.post('/app/sign-in', { kept, email: member.email, password: 'x' });
  expectPage(wrong, 422, 'password is wrong');
  expect(Object.fromEntries(hiddenIn(wrong.body, '/app/sign-in')).kept).toBe(kept);
  const signedIn = await visitor.post('/app/sign-in', { kept, email: member.email, password: PASSWORD });
  expectPage(signedIn, 200, 'Send it now');
  expect(await client.read('/guests')).toEqual([]);
  const { form_token: _old, ...fields } = Object.fromEntries(hiddenIn(signedIn.body, path));
  expect(fields).toEqual(GUEST);
  expectPage(await visitor.submit(path, fields), 200, 'The guest is added.');
  expect(await client.read('/guests')).toMatchObject([GUEST]);
});

test('a form of a session that was ended and begun anew in another tab asks whether to send it', async () => {
  const { visitor, member, path, sent, client } = await openEndedDesk();
  visitor.cookies.delete('innkeep-session');
  await visitor.signIn(member.email);
  const asked = await visitor.post(path, sent, FROM_HERE);
  expectPage(asked, 403, 'nothing of it is lost');
  expect(await client.read('/guests')).toEqual([]);
  const { form_token: _old, ...fields } = Object.fromEntries(hiddenIn(asked.body, path));
  expectPage(await visitor.submit(path, fields), 200, 'The guest is added.');
});

test('fields that are sent several times are kept as often', async () => {
  const { visitor, base, sent } = await openEndedDesk();
  const body = `${new URLSearchParams([
    ['weekdays', '1'],
    ['weekdays', '2'],
    ['form_token', sent.form_token],
  ])}`;
  const asked = await world.app.inject({
    method: 'POST',
    url: `${base}/prices/adjust?from=1`,
    headers: {
      ...FROM_HERE,
      'content-type': 'application/x-www-form-urlencoded',
      cookie: [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    },
    payload: body,
  });
  const [, kept = ''] = hiddenIn(asked.body, '/app/sign-in').find(([name]) => name === 'kept') ?? [];
  expect(JSON.parse(kept)).toEqual({
    path: `${base.replace('/app', '')}/prices/adjust?from=1`,
    fields: [
      ['weekdays', '1'],
      ['weekdays', '2'],
    ],
  });
});

test.each([
  ['the browser does not say where it comes from', GUEST, {}],
  ['it is larger than what is kept', { ...GUEST, notes: 'x'.repeat(40_000) }, FROM_HERE],
])('a form is not kept if %s: the sign-in page says that it is not saved', async (_why, fields, headers) => {
  const { visitor, path, sent } = await openEndedDesk();
  const answer = await visitor.post(path, { ...sent, ...fields }, headers);
  expect([answer.statusCode, answer.headers.location]).toEqual([303, '/app/sign-in']);
  expectPage(await visitor.get('/app/sign-in'), 200, 'What you have just sent is not saved');
});

test('a form of another site is never kept', async () => {
  const { visitor, path, sent } = await openEndedDesk();
  const answer = await visitor.post(path, sent, { 'sec-fetch-site': 'cross-site' });
  expectPage(answer, 403, 'That form is out of date');
  expect(answer.body).not.toContain('Line one');
});

test.each([
  ['no form', 'x'],
  ['another site', JSON.stringify({ path: '//evil.example/x', fields: [] })],
  ['a page above', JSON.stringify({ path: '/teams/inn/../../account', fields: [] })],
  ['a page without a team', JSON.stringify({ path: '/account/password', fields: [] })],
  ['fields that are none', JSON.stringify({ path: '/teams/inn/guests', fields: [['a']] })],
])('what is sent as a kept form, but is %s, is left out when its sender signs in', async (_what, kept) => {
  const { visitor, member } = await openEndedDesk();
  visitor.cookies.delete('innkeep-session');
  await visitor.get('/app/sign-in');
  const answer = await visitor.post('/app/sign-in', { kept, email: member.email, password: PASSWORD });
  expect([answer.statusCode, answer.headers.location]).toEqual([303, '/app']);
});
