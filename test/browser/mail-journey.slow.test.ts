/** What guests and members read in their mail, and where its links lead them, from the first request on. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import ICAL from 'ical.js';
import { afterAll, describe, expect, test } from 'vitest';
import { teams } from '../../src/db/schema/teams.ts';
import { createMailTransport } from '../../src/options/mail/services/sending/transport.ts';
import { startMailSending } from '../../src/options/mail/services/sending/worker.ts';
import { TEST_NOW } from '../helpers/app.ts';
import { buildListing, buildUnit, day } from '../helpers/factories.ts';
import { createSendingMail } from '../helpers/mail.ts';
import { type Arrived, openMailServer } from '../helpers/mail-server.ts';
import { BROWSER_SUITE, hasChromium } from './chromium.ts';
import { usePageBrowser } from './page-browser.ts';

const PUBLIC_URL = 'http://stay.example';
const PHONE = { viewport: { width: 390, height: 844 } };
const KHAL = '/usr/bin/khal';
const NEW_PASSWORD = 'nine grey herons';

describe.runIf(hasChromium)('mail in a browser', BROWSER_SUITE, async () => {
  const { own, settings } = createSendingMail(PUBLIC_URL);
  const server = await openMailServer();
  afterAll(() => server.close());
  const { world, base, openBrowser, openTeam } = usePageBrowser(settings);

  const startSending = () =>
    startMailSending({
      ...world().services,
      ...own,
      transport: createMailTransport({
        url: server.url,
        from: 'mail@stay.example',
        isInsecure: true,
        dkim: null,
      }),
      from: 'mail@stay.example',
      perMinute: 0,
      everyMs: 50,
      onError: (error) => world().backgroundErrors.push(error),
    });
  async function arrived(email: string, subject: RegExp): Promise<Arrived['mail']> {
    const find = () =>
      server.arrived.find(
        ({ envelope, mail }) => envelope.to[0] === email && subject.test(mail.subject ?? ''),
      );
    await expect.poll(find, { timeout: 20_000 }).toBeDefined();
    return find()?.mail ?? expect.fail('It did not arrive.');
  }
  /** The link of a message, on this machine. */
  const linkIn = ({ text }: Arrived['mail']): string =>
    (/http:\/\/stay\.example[^\s)]+/.exec(text ?? '')?.[0] ?? '').replace(PUBLIC_URL, base());

  test('a guest asks, a member reads of it and confirms, and the guest opens the ticket on a phone by its link', async () => {
    world().clock.set(TEST_NOW);
    const { page, team, member } = await openTeam();
    await world()
      .db.update(teams)
      .set({ siteBookings: 'request', contact: { email: 'desk@stay.example', phone: null, website: null } });
    const listing = await buildListing(world(), {
      teamId: team.id,
      publicTitle: 'The Mill',
      timezone: 'Europe/Lisbon',
      street: 'Rua do Mar 1',
      city: 'Lisbon',
      country: 'PT',
    });
    await buildUnit(world(), { teamId: team.id, listingId: listing.id });
    const sending = startSending();
    const { page: site } = await openBrowser(PHONE);
    await site.clock.setFixedTime(world().clock.now());
    await site.goto(`/site/${team.slug}/${listing.slug}?check_in=${day(10)}&check_out=${day(13)}&guests=2`);
    await site.getByRole('link', { name: 'Request this stay' }).click();
    await site.getByLabel('Your name').fill('Bea Lind');
    await site.getByLabel('Email').fill('bea@example.com');
    await site.getByRole('button', { name: /^Send the request for/ }).click();

    expect((await arrived('bea@example.com', /^Your request for The Mill$/)).text).toContain(
      'Dear Bea Lind,',
    );
    const request = await arrived(member.email, /^A request for The Mill$/);
    expect(request.text).toContain('Bea Lind would like to stay at The Mill.');
    expect(request.text).toMatch(/From \w+day \d+ \w+ \d{4} to \w+day \d+ \w+ \d{4}, /);
    await page.goto(linkIn(request));
    await page.getByText('Held until').waitFor();
    await page.getByRole('button', { name: 'Confirm', exact: true }).click();
    await page.getByText('The booking is confirmed.').waitFor();

    const confirmed = await arrived('bea@example.com', /is confirmed$/);
    const { page: phone } = await openBrowser(PHONE);
    await phone.clock.setFixedTime(world().clock.now());
    await phone.goto(linkIn(confirmed));
    const ticket = phone.getByRole('article', { name: 'Your booking' });
    await ticket.getByText('Rua do Mar 1').waitFor();
    // The key is out of the address, so that nobody reads it there.
    expect(phone.url()).not.toContain('key=');
    const isWide = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';
    expect(await phone.evaluate(isWide)).toBe(false);

    const file = confirmed.attachments.find(({ filename }) => filename === 'stay.ics');
    await expectStay(String(file?.content));
    await sending.stop();
  });

  /** The stay as a calendar program shows it: khal, where there is one. */
  async function expectStay(ics: string): Promise<void> {
    const event = new ICAL.Event(
      new ICAL.Component(ICAL.parse(ics)).getFirstSubcomponent('vevent') ?? undefined,
    );
    expect([event.summary, event.location]).toEqual(['The Mill', 'Rua do Mar 1, Lisbon, PT']);
    expect(event.startDate.toJSDate() < event.endDate.toJSDate()).toBe(true);
    if (!existsSync(KHAL)) return;
    const folder = await mkdtemp(path.join(tmpdir(), 'innkeep-khal-'));
    await mkdir(path.join(folder, 'calendar'));
    await writeFile(path.join(folder, 'stay.ics'), ics);
    await writeFile(
      path.join(folder, 'config'),
      `[calendars]\n[[stays]]\npath = ${folder}/calendar\n[sqlite]\npath = ${folder}/khal.db\n[locale]\n` +
        'timeformat = %H:%M\ndateformat = %Y-%m-%d\nlongdateformat = %Y-%m-%d\ndatetimeformat = %Y-%m-%d %H:%M\n' +
        'longdatetimeformat = %Y-%m-%d %H:%M\nlocal_timezone = Europe/Lisbon\ndefault_timezone = Europe/Lisbon\n',
    );
    const khal = (...args: string[]) =>
      execFileSync(KHAL, ['-c', path.join(folder, 'config'), ...args], {
        encoding: 'utf8',
        env: { ...process.env, HOME: folder, LC_ALL: 'C.UTF-8' },
      });
    khal('import', '--batch', '-a', 'stays', path.join(folder, 'stay.ics'));
    const shown = khal('list', '--format', '{start-long} {end-long} {title} {location}', day(10), day(11));
    expect(shown).toContain(`${day(10)} 15:00 ${day(13)} 11:00 The Mill Rua do Mar 1, Lisbon, PT`);
    await rm(folder, { recursive: true, force: true });
  }

  test('a forgotten password is set anew by the link that comes by mail', async () => {
    world().clock.set(TEST_NOW);
    const { page, member } = await openTeam();
    const sending = startSending();
    const { page: other } = await openBrowser(PHONE);
    await other.goto('/app/sign-in');
    await other.getByRole('link', { name: 'Forgot your password?' }).click();
    await other.getByLabel('Email').fill(member.email);
    await other.getByRole('button', { name: 'Send me a link' }).click();
    await other.getByRole('heading', { name: 'Look at your email' }).waitFor();
    await other.goto(linkIn(await arrived(member.email, /^Choose a new password$/)));
    await other.getByLabel('New password').fill('short');
    await other.getByRole('button', { name: 'Change password' }).click();
    await other.getByText('Password must have at least').waitFor();
    await other.getByLabel('New password').fill(NEW_PASSWORD);
    await other.getByRole('button', { name: 'Change password' }).click();
    await other.getByText('Your password has been changed').waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await other.getByLabel('Email').fill(member.email);
    await other.getByLabel('Password').fill(NEW_PASSWORD);
    await other.getByRole('button', { name: 'Sign in' }).click();
    await other.getByRole('heading', { name: 'Today', exact: true }).waitFor();
    await arrived(member.email, /^Your password was changed$/);
    await sending.stop();
  });
});
