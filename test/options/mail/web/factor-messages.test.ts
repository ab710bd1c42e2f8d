/** What people hear by mail of their second factor, and that a forgotten password leaves it (docs/rules.md, 27.12 and 27.13). */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { personMails } from '../../../../src/options/mail/db/schema/person-mails.ts';
import { renderFactorChanged } from '../../../../src/options/mail/services/people/texts.ts';
import { deriveLinkSecret } from '../../../../src/services/people/derived-secrets.ts';
import { resetFactors } from '../../../../src/services/people/factors/own-factors.ts';
import { openSharedApp } from '../../../helpers/app.ts';
import { addApp, codeOf, sendCode } from '../../../helpers/factors.ts';
import { createSendingMail } from '../../../helpers/mail.ts';
import { expectPage, openTeamPages, PASSWORD, visitorOf } from '../../../helpers/pages.ts';

const NEW_PASSWORD = 'nine grey herons';
const { settings } = createSendingMail();
const world = await openSharedApp(settings);

const listMails = (personId: string) =>
  world.db.select().from(personMails).where(eq(personMails.personId, personId));

test('adding or removing an app is told to its person, and making recovery codes is not', async () => {
  const { member, visitor } = await openTeamPages(world);
  await addApp(world, visitor);
  const told = async () => (await listMails(member.id)).map(({ kind, status }) => [kind, status]);
  expect(await told()).toEqual([['factor_changed', 'pending']]);
  await visitor.get('/app/account/recovery-codes');
  await visitor.post('/app/account/recovery-codes', { password: PASSWORD });
  expect(await told()).toHaveLength(1);
  const { body } = await visitor.get('/app/account');
  const removal = /href="(\/app\/account\/factors\/[^"]+\/remove)"/.exec(body)?.[1] ?? '';
  await visitor.get(removal);
  await visitor.post(removal, { password: 'wrong' });
  expect(await told()).toHaveLength(1);
  await visitor.post(removal, { password: PASSWORD });
  expect(await told()).toHaveLength(2);
  await addApp(world, visitor);
  await resetFactors(world.services, member.email);
  expect(await told()).toEqual(Array(4).fill(['factor_changed', 'pending']));
});

test('the message leads to the account and says what to do', () => {
  const { subject, text } = renderFactorChanged({ name: 'Ana', link: 'https://stay.example/app/account' });
  expect(subject).toBe('Your second factor was changed');
  expect(text).toContain('Hello Ana,');
  expect(text).toContain('https://stay.example/app/account');
});

test('a forgotten password never removes a second factor', async () => {
  const { member, visitor } = await openTeamPages(world);
  const { secret } = await addApp(world, visitor);
  const other = visitorOf(world);
  await other.get('/app/forgot-password');
  await other.post('/app/forgot-password', { email: member.email });
  const mail = (await listMails(member.id)).find(({ kind }) => kind === 'password_reset');
  const key = deriveLinkSecret(world.services.keyring, 'password_reset', mail?.id ?? '');
  const link = `/app/new-password/${mail?.account}/${mail?.id}/${key}`;
  await other.get(link);
  expect((await other.post(link, { password: NEW_PASSWORD })).headers.location).toBe('/app/sign-in');
  expectPage(await other.signIn(member.email, NEW_PASSWORD), 200, 'autocomplete="one-time-code"');
  expect(other.cookies.has('innkeep-session')).toBe(false);
  expect((await sendCode(other, codeOf(world, secret))).statusCode).toBe(303);
});
