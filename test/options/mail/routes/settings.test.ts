import { describe, expect, it, test } from 'vitest';
import { openSharedApp } from '../../../helpers/app.ts';
import { expectRefusal, openInn } from '../../../helpers/bookings.ts';
import { buildListing } from '../../../helpers/factories.ts';

const world = await openSharedApp({ publicUrl: 'https://stay.example' });

const KINDS = [
  'booking_requested',
  'booking_confirmed',
  'booking_changed',
  'booking_cancelled',
  'booking_expired',
  'payment_due',
  'payment_received',
  'before_arrival',
  'after_departure',
];
const fieldsOf = (answer: { status: number; body: { errors: object } }) => ({
  status: answer.status,
  fields: Object.keys(answer.body.errors).sort(),
});

describe('mail rules', () => {
  it('a team’s mail rules begin with four kinds of messages for bookings from the site', async () => {
    const inn = await openInn(world);
    const { rules } = await inn.read('/mail-rules');
    expect(rules.map(({ kind }: { kind: string }) => kind)).toEqual(KINDS);
    expect(rules.filter(({ active }: { active: boolean }) => active)).toEqual(
      ['booking_requested', 'booking_confirmed', 'booking_cancelled', 'booking_expired'].map((kind) => ({
        kind,
        active: true,
        days: null,
        hour: null,
        sources: ['booking_site'],
        listings: null,
      })),
    );
    expect(rules.filter(({ days }: { days: number | null }) => days !== null)).toMatchObject([
      { kind: 'payment_due', days: 3, hour: 10, active: false },
      { kind: 'before_arrival', days: 3, hour: 10, active: false },
      { kind: 'after_departure', days: 1, hour: 10, active: false },
    ]);
  });

  it('mail rules are changed kind by kind and key by key, with one event, and return to their defaults by null', async () => {
    const inn = await openInn(world, { listing: { slug: 'sea-loft' } });
    const rule = { kind: 'before_arrival', active: true, days: 60, hour: 0, listings: ['sea-loft'] };
    const changed = await inn.data(inn.send('PUT', '/mail-rules', { rules: [rule] }));
    expect(changed.rules[7]).toEqual({ ...rule, sources: null });
    expect(changed.rules[1]).toMatchObject({ kind: 'booking_confirmed', active: true });
    const again = { rules: [{ kind: 'before_arrival', sources: ['airbnb', 'channel:holidu'], days: null }] };
    const after = await inn.data(inn.send('PUT', '/mail-rules', again));
    expect(after.rules[7]).toEqual({ ...rule, days: 3, sources: ['airbnb', 'channel:holidu'] });
    // The same once more is no change.
    await inn.data(inn.send('PUT', '/mail-rules', again));
    const { data } = (await inn.send('GET', '/events?types=team.changed')).body;
    expect(data.map((event: { data: object }) => event.data)).toEqual([
      { changed: ['mail_rules'] },
      { changed: ['mail_rules'] },
    ]);
    expect(await inn.read('/mail-rules')).toEqual(after);
  });

  it('mail rules can be changed only with the ETag of their present version', async () => {
    const inn = await openInn(world);
    const { headers } = await inn.send('GET', '/mail-rules');
    const body = { rules: [{ kind: 'payment_due', active: true }] };
    const put = () => inn.send('PUT', '/mail-rules', body, { 'if-match': String(headers.etag) });
    expect((await put()).status).toBe(200);
    expect((await put()).status).toBe(412);
  });

  it('invalid mail rules are refused with the place of each mistake', async () => {
    const inn = await openInn(world);
    const wrong = {
      rules: [
        { kind: 'booking_confirmed', days: 1, hour: 1 },
        { kind: 'before_arrival', days: 61, hour: 24, sources: ['fax'], listings: ['No slug'] },
        { kind: 'newsletter' },
        { kind: 'payment_due', active: 'yes' },
        { kind: 'booking_changed', active: 'yes', days: 1 },
      ],
    };
    expect(fieldsOf(await inn.send('PUT', '/mail-rules', wrong))).toEqual({
      status: 422,
      fields: [
        'rules.0.days',
        'rules.0.hour',
        'rules.1.days',
        'rules.1.hour',
        'rules.1.listings',
        'rules.1.sources',
        'rules.2.kind',
        'rules.3.active',
        'rules.4.active',
        'rules.4.days',
      ],
    });
    const unknown = { rules: [{ kind: 'payment_due' }, { kind: 'before_arrival', listings: ['moon'] }] };
    expect(fieldsOf(await inn.send('PUT', '/mail-rules', unknown))).toEqual({
      status: 422,
      fields: ['rules.1.listings'],
    });
    const twice = { rules: [{ kind: 'payment_due' }, { kind: 'payment_due', active: true }] };
    expect(fieldsOf(await inn.send('PUT', '/mail-rules', twice))).toEqual({
      status: 422,
      fields: ['rules.1.kind'],
    });
    const twiceAndWrong = { rules: [{ kind: 'payment_due', active: 'yes' }, { kind: 'payment_due' }] };
    expect(fieldsOf(await inn.send('PUT', '/mail-rules', twiceAndWrong))).toEqual({
      status: 422,
      fields: ['rules.0.active', 'rules.1.kind'],
    });
    expect(fieldsOf(await inn.send('PUT', '/mail-rules', {}))).toEqual({ status: 422, fields: ['rules'] });
  });

  it('mail rules no longer name a deleted listing', async () => {
    const inn = await openInn(world);
    const { id } = await buildListing(world, { teamId: inn.teamId, slug: 'shed' });
    await inn.data(inn.send('PUT', '/mail-rules', { rules: [{ kind: 'payment_due', listings: ['shed'] }] }));
    expect((await inn.send('DELETE', `/listings/${id}`)).status).toBe(204);
    expect((await inn.read('/mail-rules')).rules[5]).toMatchObject({ kind: 'payment_due', listings: [] });
  });
});

describe('mail texts', () => {
  const path = '/mail-texts/booking_confirmed/en';

  it('a mail text is the default until the team writes its own, and again after that is deleted', async () => {
    const inn = await openInn(world);
    const ours = await inn.read(path);
    expect(ours).toMatchObject({ kind: 'booking_confirmed', language: 'en', replaced: false });
    const own = { subject: 'Come, {{ guest.name }}', body: 'See you **soon**.' };
    expect(await inn.data(inn.send('PUT', path, own))).toEqual({ ...ours, ...own, replaced: true });
    expect(await inn.data(inn.send('PUT', path, { subject: null }))).toEqual({
      ...ours,
      body: own.body,
      replaced: true,
    });
    const list = await inn.read('/mail-texts');
    expect(list.map(({ kind, replaced }: { kind: string; replaced: boolean }) => [kind, replaced])).toEqual(
      KINDS.map((kind) => [kind, kind === 'booking_confirmed']),
    );
    for (const _ of [1, 2]) expect((await inn.send('DELETE', path)).status).toBe(204);
    expect(await inn.read(path)).toEqual(ours);
    const { data } = (await inn.send('GET', '/events?types=team.changed')).body;
    expect(data.map((event: { data: object }) => event.data)).toEqual(
      Array(3).fill({ changed: ['mail_texts'] }),
    );
  });

  it('every default mail text can be sent back as it was read', async () => {
    const inn = await openInn(world);
    for (const text of await inn.read('/mail-texts'))
      expect(await inn.data(inn.send('PUT', `/mail-texts/${text.kind}/en`, text))).toEqual({
        ...text,
        replaced: true,
      });
  });

  it('a mail text of an unknown kind or language is a 404', async () => {
    const inn = await openInn(world);
    for (const unknown of ['/mail-texts/newsletter/en', '/mail-texts/booking_confirmed/xx'])
      for (const [method, body] of [['GET'], ['PUT', { subject: 'x', body: 'y' }], ['DELETE']] as const)
        expect((await inn.send(method, unknown, body)).status).toBe(404);
  });

  test.each([
    ['{% assign name = "x" %}', 'assign'],
    ['{% include "x" %}', 'include'],
    ['{{ guest.name | append: "x" }}', 'append'],
    ['{{ guest.phone }}', 'guest.phone'],
    ['{{ booking.lines }}', 'booking.lines'],
    ['{{ payment.amount }}', 'payment.amount'],
    ['{{ booking.was }}', 'booking.was'],
    ['{{ currency }}', 'currency'],
    ['{{ booking["link"] }}', 'booking["link"]'],
    ['{% for n in (1..9) %}{% endfor %}', 'loop'],
    ['{% for line in booking.lines limit: 2 %}{% endfor %}', 'limit'],
    ['{% for line in booking.lines %}{{ line.code }}{% endfor %}', 'line.code'],
    ['{% for line in booking.lines %}{{ forloop.index }}{% endfor %}', 'forloop.index'],
    ['{% if guest.name %}{% if guest.name %}{% if guest.name %}{% if guest.name %}', 'not closed'],
    [`${'{% if guest.name %}'.repeat(4)}x${'{% endif %}'.repeat(4)}`, '3 deep'],
    ['[Write]({{ guest.name }})', 'guest.name'],
    ['<mailto:{{ guest.email }}>', 'guest.email'],
    ['[Write](mailto:{{ team.email }})', 'team.email'],
    ['[Here]({{ booking.link | upcase }})', 'address of a link'],
    ['[Here]({{ booking.link }}&evil)', 'address'],
    ['[Here]: {{ guest.name }}\n\n[Here]', 'guest.name'],
    [
      '{% for a in booking.lines %}{% for b in booking.lines %}{{ a.name }} and {{ b.name }}, long enough{% endfor %}{% endfor %}',
      '100 kB',
    ],
  ])('the mail text %j is refused at its body, and the message names what is wrong', async (body, named) => {
    const inn = await openInn(world);
    const answer = await inn.send('PUT', path, { subject: 'Hello', body });
    expect(fieldsOf(answer)).toEqual({ status: 422, fields: ['body'] });
    expect(answer.body.message).toMatch(/^The body field must .*\.$/);
    expect(answer.body.message).toContain(named);
    expect(await inn.read(path)).toMatchObject({ replaced: false });
  });

  // On a busy machine the thread that renders texts gives way to everything else.
  it('a mail text that takes longer than 100 ms is refused, and one with tags three deep is not', {
    timeout: 180_000,
  }, async () => {
    const inn = await openInn(world);
    const loops = `${'{% for line in booking.lines %}'.repeat(3)}${'{% endfor %}'.repeat(3)}`;
    // Millions of rounds, which no machine is fast enough for.
    const answer = await inn.send('PUT', path, { subject: 'Hello', body: `x${loops.repeat(70)}` });
    expect(fieldsOf(answer)).toEqual({ status: 422, fields: ['body'] });
    expect(answer.body.message).toContain('100 ms');
    expect(await inn.read(path)).toMatchObject({ replaced: false });
    // liquidjs is quick with it, and Markdown is not.
    const open = `{% for line in booking.lines %}${'!['.repeat(900)}{% endfor %}`;
    const links = await inn.send('PUT', path, { subject: 'Hello', body: open });
    expect(fieldsOf(links)).toEqual({ status: 422, fields: ['body'] });
    expect(links.body.message).toContain('100 ms');
    const nested =
      '{% if guest.name %}{% for a in booking.lines %}{% if a.amount > 0 %}.{% endif %}{% endfor %}{% endif %}';
    expect((await inn.send('PUT', path, { subject: 'Hello', body: nested })).status).toBe(200);
  });

  it('a mail text that takes long to check delays no other request', async () => {
    const inn = await openInn(world);
    const order: string[] = [];
    const body = `{% for line in booking.lines %}${'!['.repeat(900)}{% endfor %}`;
    const refused = inn.send('PUT', path, { body }).then(({ status }) => order.push(`text ${status}`));
    for (const _ of [1, 2, 3]) await inn.read('/team').then(() => order.push('team'));
    await refused;
    expect(order).toEqual(['team', 'team', 'team', 'text 422']);
  });

  it('a mail text that fails for a booking gives way to ours', async () => {
    const inn = await openInn(world);
    const rules = [{ kind: 'booking_confirmed', active: true, sources: null }];
    await inn.data(inn.send('PUT', '/mail-rules', { rules }));
    const body = '{{ booking.special_requests }}'.repeat(11);
    expect((await inn.send('PUT', path, { body })).status).toBe(200);
    const guest = { name: 'Bea', email: 'bea@example.com' };
    await inn.book({ guest, special_requests: 'x'.repeat(10_000) });
    const [{ id }] = await inn.read('/mails');
    expect((await inn.read(`/mails/${id}`)).text).toContain('Your booking is confirmed.');
  });

  test.each([
    ['written out', `"${'%A'.repeat(50)}!"`],
    ['of one letter with a width', `"${'%5d'.repeat(34)}"`],
  ])('a mail text whose date format has more than 100 characters is refused: %s', async (_, format) => {
    const inn = await openInn(world);
    const date = `{{ booking.check_in | date: ${format} }}`;
    // Also in a branch that the sample booking does not take, and behind another filter.
    for (const text of [
      date,
      `{% if booking.nights == 1 %}${date}{% endif %}x`,
      date.replace('|', '| upcase |'),
    ])
      for (const part of ['subject', 'body']) {
        const answer = await inn.send('PUT', path, { [part]: text });
        expect(fieldsOf(answer)).toEqual({ status: 422, fields: [part] });
        expect(answer.body.message).toBe(
          `The ${part} field must not have a date format of more than 100 characters.`,
        );
      }
  });

  it('a mail text may have a date format of 100 characters', async () => {
    const inn = await openInn(world);
    const body = `{{ booking.check_in | date: "${'%A'.repeat(50)}" }}`;
    expect((await inn.send('PUT', path, { body })).status).toBe(200);
  });

  it('an invalid mail text is refused with all of its fields at once', async () => {
    const inn = await openInn(world);
    const wrong = { subject: '{{ nobody }}', body: 'x'.repeat(10_001) };
    expect(fieldsOf(await inn.send('PUT', path, wrong)).fields).toEqual(['body', 'subject']);
    const keyed = await inn.send('PUT', path, { subject: '{{ nobody }}' }, { 'idempotency-key': 'once' });
    expect(fieldsOf(keyed).fields).toEqual(['subject']);
  });

  it('a mail text may use all allowed tags, filters and variables', async () => {
    const inn = await openInn(world);
    const body = `{% for line in booking.lines %}{% if line.amount > 0 %}{% unless guest.email %}{{ line.name | upcase }}: {{ line.amount | money }}{% endunless %}{% endif %}{% endfor %}
{% case booking.status %}{% when "confirmed" %}Yes{% else %}No{% endcase %}
[Your booking]({{ booking.link }}), [us]({{ team.website }}), {{ booking.nights | number }}, {{ booking.expires_at | default: "never" }}`;
    expect((await inn.send('PUT', path, { body })).status).toBe(200);
    const due = {
      subject: '{{ payment.amount | money }}',
      body: 'Until {{ payment.due_on | date: "%d.%m.%Y" }}',
    };
    expect((await inn.send('PUT', '/mail-texts/payment_due/en', due)).status).toBe(200);
    expect(
      (await inn.send('PUT', '/mail-texts/booking_cancelled/en', { body: '{{ booking.was }}' })).status,
    ).toBe(200);
  });
});

describe('a preview of a mail text', () => {
  const path = '/mail-texts/booking_confirmed/en/preview';

  it('a preview of a mail text shows the message for a booking as it would be sent, and stores nothing', async () => {
    const inn = await openInn(world, { team: { siteBookings: 'request', slug: 'harbour' } });
    const booking = await inn.book({ guest: { name: 'Bea Lind', email: 'bea@example.com' } });
    const ours = await inn.data(inn.send('POST', path, { booking_id: booking.id }));
    expect(Object.keys(ours)).toEqual(['subject', 'text', 'html']);
    expect(ours.text).toContain('Dear Bea Lind,');
    const link = `https://stay.example/site/harbour?booking=${booking.confirmation_code}`;
    expect(ours.text).toContain(`\n\nSee your booking\n${link}\n\n`);
    expect(ours.html).toContain(`<a href="${link}">See your booking</a>`);
    const body = 'Total {{ booking.grand_total | money }}\n\n- {{ booking.check_in | date: "%d.%m.%Y" }}';
    const own = await inn.data(inn.send('POST', path, { booking_id: booking.id, subject: 'Hi', body }));
    expect(own).toMatchObject({
      subject: 'Hi',
      text: expect.stringMatching(/^Total €400\.00\n\n- \d\d\.\d\d\.\d{4}$/),
    });
    expect(await inn.read('/mail-texts/booking_confirmed/en')).toMatchObject({ replaced: false });
  });

  it('a preview of a request for a payment shows the whole total, due on arrival, if the booking has no payments', async () => {
    const inn = await openInn(world);
    const { id } = await inn.book({
      totals: { grand_total: 0 },
      check_in: '2031-06-02',
      check_out: '2031-06-05',
    });
    expect((await inn.folio(id)).payments).toEqual([]);
    const body = '{{ payment.amount | money }} until {{ payment.due_on | date: "%d.%m.%Y" }}';
    const preview = { booking_id: id, subject: 'Pay', body };
    const { text } = await inn.data(inn.send('POST', '/mail-texts/payment_due/en/preview', preview));
    expect(text).toContain('€0.00 until 02.06.2031');
  });

  it('a mail text has its addresses in plain text on lines of their own, or before white space', async () => {
    const team = {
      siteBookings: 'request' as const,
      slug: 'lines',
      contact: { email: null, phone: null, website: 'https://us.example' },
    };
    const inn = await openInn(world, { team });
    const { id, confirmation_code: code } = await inn.book();
    const body = [
      '([Your booking]({{ booking.link }}), or [us]({{ team.website }}).)',
      'Open {{ booking.link }}. Us: ({{ team.website }}), [{{ team.website }}]({{ team.website }})!',
      '- [Here]({{ booking.link }}).\n- <https://map.example>, <a@b.example>.',
    ].join('\n\n');
    const { text } = await inn.data(inn.send('POST', path, { booking_id: id, body }));
    const link = `https://stay.example/site/lines?booking=${code}`;
    expect(text).toBe(
      [
        `(Your booking, or us.)\n${link}\nhttps://us.example`,
        `Open ${link} . Us: (https://us.example ), https://us.example !`,
        `- Here.\n  ${link}\n- https://map.example , a@b.example.`,
      ].join('\n\n'),
    );
  });

  it.each([
    ['%A, %-d %B %Y', 'Sunday, 1 June 2031'],
    ['%a %e %b %y, %h', 'Sun  1 Jun 31, Jun'],
    ['%^A %#b %-A %10a %010B', 'SUNDAY JUN Sunday        Sun 000000June'],
    ['%%A %-%B %Q %é %d%', '%A %B %Q %é 01%'],
    ['%j %U %u %C %H:%M', '152 22 7 20 00:00'],
  ])('the date format %j of a mail text writes %j', async (format, written) => {
    const inn = await openInn(world);
    const { id } = await inn.book({ check_in: '2031-06-01', check_out: '2031-06-03' });
    const subject = `{{ booking.check_in | date: "${format}" }}`;
    const preview = inn.send('POST', path, { booking_id: id, subject });
    expect((await inn.data(preview)).subject).toBe(written);
  });

  it('a preview of a mail text has no link if the booking site takes no bookings', async () => {
    const inn = await openInn(world);
    const { id } = await inn.book();
    const body = '[Your booking]({{ booking.link }}){% if booking.link %} there{% endif %}';
    const { text, html } = await inn.data(inn.send('POST', path, { booking_id: id, body }));
    expect(text).toBe('Your booking');
    expect(html).not.toContain('<a');
  });

  it('a mail text shows values literally, never as Markdown, HTML or Liquid', async () => {
    const inn = await openInn(world);
    const name = '**b** [x](https://evil.example) <img src=x> {{ team.name }} \uE0000\uE001';
    const wish = 'One\r\nBcc: all@example.com\n\n# Big\n<script>alert(1)</script>';
    const { id } = await inn.book({ guest: { name }, special_requests: wish });
    const sent = {
      booking_id: id,
      subject: '{{ booking.special_requests }}',
      body: '*{{ guest.name }}*\n\n{{ booking.special_requests }} ![pixel](https://evil.example/p.png) <b>raw</b>',
    };
    const { subject, text, html } = await inn.data(inn.send('POST', path, sent));
    expect(subject).toBe('One Bcc: all@example.com # Big <script>alert(1)</script>');
    expect(text).toContain('**b** [x](https://evil.example) <img src=x> {{ team.name }} \uFFFD0\uFFFD');
    expect(html).toContain('<em>**b** [x](https://evil.example) &lt;img src=x&gt; {{ team.name }}');
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    for (const forbidden of ['<img', '<script', '<b>', 'href', '<h1>']) expect(html).not.toContain(forbidden);
  });

  it('a preview of a mail text refuses an unknown booking, an invalid text, and one that the booking makes too long', async () => {
    const inn = await openInn(world);
    const unknown = { booking_id: '01943600-0000-7000-8000-00000000002a' };
    const refused = await inn.send('POST', path, unknown);
    expectRefusal(refused, ['booking_id']);
    expect(refused.body.message).toBe('The booking id field must be the id of a booking.');
    const wrong = { booking_id: 'x', subject: '{{ a }}', body: '{{ b }}' };
    expect(fieldsOf(await inn.send('POST', path, wrong)).fields).toEqual(['body', 'booking_id', 'subject']);
    const { id } = await inn.book({ special_requests: 'x'.repeat(10_000) });
    const long = { booking_id: id, body: '{{ booking.special_requests }}'.repeat(11) };
    const tooLong = await inn.send('POST', path, long);
    expectRefusal(tooLong, ['body']);
    expect(tooLong.body.message).toBe('The body field must not become longer than 100 kB.');
    const format = { booking_id: id, body: '{{ booking.check_in | date: booking.special_requests }}' };
    const longFormat = await inn.send('POST', path, format);
    expectRefusal(longFormat, ['body']);
    expect(longFormat.body.message).toBe(
      'The body field must not have a date format of more than 100 characters.',
    );
  });
});

describe('suppressions', () => {
  it('addresses that must not get mail are added once, listed newest first, and removed', async () => {
    const inn = await openInn(world);
    const add = (email: unknown, reason?: string) =>
      inn.send('POST', '/mail-suppressions', { email, reason });
    const first = await inn.data(add('Bea@example.com', 'Asked by phone.'), 201);
    expect(first).toMatchObject({ email: 'Bea@example.com', reason: 'Asked by phone.' });
    expect(fieldsOf(await add('bea@EXAMPLE.com'))).toEqual({ status: 422, fields: ['email'] });
    for (const wrong of ['nobody', '', 1, { length: { toString: 1 } }])
      expect(fieldsOf(await add(wrong))).toEqual({ status: 422, fields: ['email'] });
    world.clock.set('2031-05-05T10:01:00Z');
    const second = await inn.data(add('carl@example.com'), 201);
    expect(await inn.read('/mail-suppressions')).toEqual([second, first]);
    expect((await inn.send('DELETE', `/mail-suppressions/${first.id}`)).status).toBe(204);
    expect((await inn.send('DELETE', `/mail-suppressions/${first.id}`)).status).toBe(404);
    const other = await openInn(world);
    expect((await other.send('DELETE', `/mail-suppressions/${second.id}`)).status).toBe(404);
    expect(await inn.read('/mail-suppressions')).toEqual([second]);
  });
});
