/** A team's messages on its pages (docs/rules.md, 25). */
import { beforeEach, describe, expect, it } from 'vitest';
import { openSharedApp } from '../../../helpers/app.ts';
import { openInn } from '../../../helpers/bookings.ts';
import { buildMember, expectPage, visitorOf } from '../../../helpers/pages.ts';

const world = await openSharedApp({ publicUrl: 'https://stay.example' });
const KIND = 'booking_confirmed';
beforeEach(() => world.clock.set('2031-05-05T10:00:00Z'));

/** A team with a booking whose guest has a message, and its pages. */
async function openMessages() {
  const inn = await openInn(world);
  const rules = [{ kind: KIND, active: true, sources: null }];
  await inn.data(inn.send('PUT', '/mail-rules', { rules }));
  const booking = await inn.book({ guest: { name: 'Bea <b>Lind</b>', email: 'bea@example.com' } });
  const { slug } = await inn.read('/team');
  const member = await buildMember(world, { teamId: inn.teamId });
  const visitor = visitorOf(world);
  await visitor.signIn(member.email);
  const base = `/app/teams/${slug}/messages`;
  const [mail] = await inn.read('/mails');
  return { inn, booking, mail, visitor, base, kind: `${base}/kinds/${KIND}` };
}

describe('the outbox', () => {
  it('lists messages, filters them, and shows one as its reader sees it', async () => {
    const { visitor, base, mail } = await openMessages();
    const list = await visitor.get(base);
    expectPage(list, 200, mail.subject.replaceAll('&', '&amp;'));
    expect(list.body).toContain('This server sends no email');
    expectPage(await visitor.get(`${base}?status=sent`), 200, 'No message matches');
    expectPage(await visitor.get(`${base}?status=kept&kind=${KIND}`), 200, 'bea@example.com');
    const one = await visitor.get(`${base}/${mail.id}`);
    expectPage(one, 200, '<iframe class="mail" title="The message" sandbox=""');
    expect(one.body).not.toContain('<b>Lind</b>');
    expect(one.headers['content-security-policy']).toMatch(/style-src 'self' 'sha256-/);
    // The picture of the place, which may be on another server.
    expect(one.headers['content-security-policy']).toContain("img-src 'self' https: http:");
    for (const wrong of [crypto.randomUUID(), 'no-id'])
      expect((await visitor.get(`${base}/${wrong}`)).statusCode).toBe(404);
  });

  it('sends a message again, and withdraws one', async () => {
    const { inn, visitor, base, mail } = await openMessages();
    await visitor.get(`${base}/${mail.id}`);
    expectPage(
      await visitor.submit(`${base}/${mail.id}/resend`),
      200,
      'This is the message that is sent again.',
    );
    const [again] = await inn.read('/mails');
    expect(again.id).not.toBe(mail.id);
    expectPage(await visitor.submit(`${base}/${again.id}/withdraw`), 200, 'The message is withdrawn.');
    expectPage(
      await visitor.post(`${base}/${again.id}/withdraw`),
      422,
      'that is withdrawn cannot be withdrawn',
    );
    expect(await inn.read(`/mails/${again.id}`)).toMatchObject({ status: 'withdrawn' });
  });

  it('is nobody else’s', async () => {
    const { mail } = await openMessages();
    const other = await openMessages();
    expect((await other.visitor.get(`${other.base}/${mail.id}`)).statusCode).toBe(404);
    expect((await other.visitor.post(`${other.base}/${mail.id}/withdraw`)).statusCode).toBe(404);
  });
});

describe('rules and texts', () => {
  it('are listed, and a rule is changed', async () => {
    const { inn, visitor, base } = await openMessages();
    expectPage(await visitor.get(`${base}/kinds`), 200, '3 days before check-in, at 10:00');
    const path = `${base}/kinds/before_arrival`;
    expectPage(await visitor.get(path), 200, 'Days before check-in');
    expectPage(
      await visitor.submit(`${path}/rule`, { active: 'on', days: '2', hour: '9', sources: 'booking_site' }),
      200,
      'The rule is saved.',
    );
    const find = async () =>
      (await inn.read('/mail-rules')).rules.find(({ kind }: { kind: string }) => kind === 'before_arrival');
    expect(await find()).toMatchObject({ active: true, days: 2, hour: 9, sources: ['booking_site'] });
    expectPage(await visitor.post(`${path}/rule`, { days: '61', hour: '24' }), 422, 'Days must be');
    await visitor.get(path);
    await visitor.submit(`${path}/rule`, { days: '2', hour: '9' });
    expect(await find()).toMatchObject({ active: false, sources: null });
    expect((await visitor.get(`${base}/kinds/nothing`)).statusCode).toBe(404);
  });

  it('are for all places, or for those that are ticked', async () => {
    const { inn, visitor, base } = await openMessages();
    const path = `${base}/kinds/before_arrival`;
    const fields = { active: 'on', days: '2', hour: '9' };
    const find = async () =>
      (await inn.read('/mail-rules')).rules.find(({ kind }: { kind: string }) => kind === 'before_arrival');
    await visitor.get(path);
    const none = await visitor.post(`${path}/rule`, { ...fields, places: 'some' });
    expectPage(none, 422, 'Tick the places that it is for.');
    await visitor.submit(`${path}/rule`, { ...fields, places: 'some', listings: inn.listing.slug });
    expect(await find()).toMatchObject({ listings: [inn.listing.slug] });
    expectPage(await visitor.get(`${base}/kinds`), 200, `at ${inn.listing.publicTitle}`);
    const shown = await visitor.get(path);
    expect(shown.body).toMatch(new RegExp(`value="${inn.listing.slug}"[^>]* checked`));
    await visitor.submit(`${path}/rule`, { ...fields, places: 'all', listings: inn.listing.slug });
    expect(await find()).toMatchObject({ active: true, listings: null });
  });

  it('a rule is for some places, and keeps the sources that only the API knows', async () => {
    const { inn, visitor, base } = await openMessages();
    const path = `${base}/kinds/payment_due`;
    const { slug } = inn.listing;
    const find = async () =>
      (await inn.read('/mail-rules')).rules.find(({ kind }: { kind: string }) => kind === 'payment_due');
    const rules = [
      { kind: 'payment_due', active: true, sources: ['airbnb', 'channel:holidu'], listings: [slug] },
    ];
    await inn.data(inn.send('PUT', '/mail-rules', { rules }));
    const shown = await visitor.get(path);
    expect(shown.body).toMatch(/name="sources" value="channel:holidu" checked/);
    expect(shown.body).toMatch(new RegExp(`name="listings" value="${slug}" checked`));
    const fields = { active: 'on', days: '3', hour: '10', sources: 'channel:holidu' };
    expectPage(
      await visitor.post(`${path}/rule`, { ...fields, places: 'some' }),
      422,
      'Tick the places that it is for.',
    );
    expectPage(
      await visitor.post(`${path}/rule`, { ...fields, places: 'some', listings: 'moon' }),
      422,
      'Only these places must be slugs of listings',
    );
    await visitor.get(path);
    expectPage(
      await visitor.submit(`${path}/rule`, { ...fields, places: 'some', listings: slug }),
      200,
      'The rule is saved.',
    );
    expect(await find()).toMatchObject({ sources: ['channel:holidu'], listings: [slug] });
    await visitor.submit(`${path}/rule`, { ...fields, places: 'all' });
    expect(await find()).toMatchObject({ listings: null });
  });

  it('show what the guest of a real booking would read, and are stored only if they are right', async () => {
    const { inn, booking, visitor, kind } = await openMessages();
    const page = await visitor.get(kind);
    expectPage(page, 200, 'As a guest sees it');
    const text = {
      subject: 'For {{ guest.name }}',
      body: 'Code **{{ booking.confirmation_code }}**',
      booking_id: booking.id,
    };
    const seen = /\/text"[^>]*>.*?name="seen" value="([^"]+)"/.exec(page.body)?.[1] ?? '';
    const shown = await visitor.post(`${kind}/preview`, { ...text, seen });
    expectPage(shown, 200, `Code &#60;strong&#62;${booking.confirmation_code}`);
    expect(shown.body).toContain('For Bea &#60;b&#62;Lind&#60;/b&#62;');
    expect(await inn.read(`/mail-texts/${KIND}/en`)).toMatchObject({ replaced: false });
    const wrong = await visitor.post(`${kind}/text`, { ...text, body: '{{ nothing.there }}' });
    expectPage(wrong, 422, 'must not name an unknown variable: nothing.there');
    expect(wrong.body).toContain('{{ nothing.there }}');
    expectPage(await visitor.submit(`${kind}/text`, text), 200, 'The text is saved.');
    expect(await inn.read(`/mail-texts/${KIND}/en`)).toMatchObject({ replaced: true, subject: text.subject });
    expectPage(await visitor.submit(`${kind}/ours`), 200, 'Our text is used again.');
    expect(await inn.read(`/mail-texts/${KIND}/en`)).toMatchObject({ replaced: false });
  });

  it('are not deleted by somebody who has not seen them (docs/rules.md, 21.21)', async () => {
    const { inn, visitor, kind } = await openMessages();
    const text = { subject: 'One', body: 'Two' };
    await visitor.get(kind);
    await visitor.submit(`${kind}/text`, text);
    await inn.data(inn.send('PUT', `/mail-texts/${KIND}/en`, { subject: 'Three' }));
    const told = await visitor.post(`${kind}/ours`);
    expectPage(told, 422, 'Somebody has changed this meanwhile.');
    expectPage(told, 422, 'value="Three"');
    expect(await inn.read(`/mail-texts/${KIND}/en`)).toMatchObject({ replaced: true, subject: 'Three' });
    expectPage(await visitor.submit(`${kind}/ours`), 200, 'Our text is used again.');
  });

  it('show each language of the team, and name those that lack an own text', async () => {
    const { inn, visitor, base, kind } = await openMessages();
    expect((await visitor.get(kind)).body).not.toContain('aria-label="Languages"');
    await inn.data(inn.send('PUT', '/team', { languages: ['en', 'de', 'fr'] }));
    const english = await visitor.get(kind);
    expect(english.body).toContain('English <span class="faint">ours</span>');
    expect(english.body).not.toContain('is missing in');
    const german = await visitor.get(`${kind}?language=de`);
    expectPage(german, 200, 'Guten Tag {{ guest.name }},');
    expectPage(german, 200, '&#60;p&#62;Guten Tag Bea');
    const saved = await visitor.submit(`${kind}/text?language=de`, {
      subject: 'Bis bald',
      body: 'Wir freuen uns.',
    });
    expectPage(saved, 200, 'Your own text is missing in English, French: guests who read it get ours.');
    expect(saved.body).toContain('value="Bis bald"');
    expectPage(await visitor.get(`${base}/kinds`), 200, 'Your own, missing in English, French');
    expect(await inn.read(`/mail-texts/${KIND}/de`)).toMatchObject({ subject: 'Bis bald' });
    expect(await inn.read(`/mail-texts/${KIND}/en`)).toMatchObject({ replaced: false });
    await inn.data(inn.send('PUT', '/team', { languages: ['en', 'fr'] }));
    expectPage(
      await visitor.get(`${kind}?language=de`),
      200,
      'You do not offer German, so this text is kept and not used.',
    );
    await visitor.submit(`${kind}/ours?language=de`);
    expect(await inn.read(`/mail-texts/${KIND}/de`)).toMatchObject({ replaced: false });
    expect((await visitor.get(`${kind}?language=de`)).body).not.toContain('German');
  });
});

it('addresses are blocked, once, and freed again', async () => {
  const { inn, visitor, base } = await openMessages();
  const path = `${base}/suppressions`;
  expectPage(await visitor.get(path), 200, 'No address is blocked');
  expectPage(
    await visitor.submit(path, { email: 'bea@example.com', reason: 'Asked by phone.' }),
    200,
    'Nothing more is sent to bea@example.com.',
  );
  expectPage(await visitor.post(path, { email: 'BEA@example.com', reason: '' }), 422, 'Email must not be');
  const [{ id }] = await inn.read('/mail-suppressions');
  expectPage(await visitor.submit(`${path}/${id}/delete`), 200, 'Messages go to this address again.');
  expect(await inn.read('/mail-suppressions')).toEqual([]);
});
