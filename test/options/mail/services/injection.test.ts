/**
 * Nothing that a guest typed, and nothing that a team wrote, becomes anything else than text in a message: no header, no
 * markup, no link and no further reader (docs/rules.md, 25.4).
 */
import fc from 'fast-check';
import ICAL from 'ical.js';
import { afterAll, describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../../../src/domain/languages/languages.ts';
import { GUEST_MAIL_KINDS } from '../../../../src/domain/vocabulary.ts';
import { findOurMailText } from '../../../../src/options/mail/domain/our-texts.ts';
import { type MailValues, SAMPLE_MAIL_VALUES } from '../../../../src/options/mail/domain/values.ts';
import {
  fillInLink,
  type RenderedMail,
  renderLines,
} from '../../../../src/options/mail/services/rendering/page.ts';
import { renderMail } from '../../../../src/options/mail/services/rendering/render.ts';
import { MailTextProblem } from '../../../../src/options/mail/services/rendering/text-problem.ts';
import { createMailTransport } from '../../../../src/options/mail/services/sending/transport.ts';
import { formatStayCalendar } from '../../../../src/options/mail/services/stay-calendar.ts';
import { escapeHtml } from '../../../../src/web/views/html.ts';
import { itHolds, propertyRuns } from '../../../helpers/arbitraries.ts';
import { openMailServer } from '../../../helpers/mail-server.ts';
import { seed } from '../../../helpers/random.ts';

/** Fewer than of other properties, as each is a whole message: 40, or a twenty-fifth of PROPERTY_RUNS. */
const RUNS = { numRuns: Math.ceil(propertyRuns / 25), seed };
/** Each is sent over a connection of its own. */
const SENT = { numRuns: Math.ceil(propertyRuns / 100), seed };

/** What somebody types who wants to be more than text. */
const ATTACKS = [
  ...['\r', '\n', '\r\n', '\0', '\t', '\x1b[31m', '\u2028', '\u0085', '\x7f', '\ud800', '\ufeff'],
  ...['\u202e', '\u2066', '\u200f', 'שלום', '\ue000', '\ue0000\ue001', '\ue00f', '$&', '$1', '\\'],
  ...['\r\nBcc: all@evil.example', '\r\n\r\n<b>body</b>', '=?utf-8?q?=0D=0ABcc:_a@evil.example?='],
  ...['<script>', '<img src=x onerror=alert(1)>', '</main>', '<!--', '-->', '&lt;', '&#xE000;0&#xE001;'],
  ...['" onmouseover="x', "'", '[x](https://evil.example)', '![x](https://evil.example/p.png)', '`', '```'],
  ...['<https://evil.example>', 'https://evil.example', '[x]: https://evil.example', '# ', '- ', '1. ', '> '],
  ...['**', '__', '---', '===', '{{ guest.email }}', '{% for a in booking.lines %}', '{% raw %}', '{%', '}}'],
  ...['"', ',', ';', ':', '<bea@evil.example>', 'BEGIN:VEVENT', 'x'.repeat(10_000), '['.repeat(10_000)],
];
const hostile = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...ATTACKS) },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map((parts) => parts.join(''));

/** As long as names, titles and subjects may be. */
const shortHostile = hostile.map((text) => text.slice(0, 255));

/** Each value that a person types, in the place of a word that occurs nowhere else. */
const FIELDS = [
  'guest.name',
  'team.name',
  'team.phone',
  'listing.title',
  'listing.address',
  'booking.special_requests',
  'line.name',
] as const;
const wordOf = (field: string) => `QQ${FIELDS.indexOf(field as never)}QQ`;
const everyField = fc.record(Object.fromEntries(FIELDS.map((field) => [field, hostile])));

function valuesWith(typed: Readonly<Record<string, string>>): MailValues {
  const { guest, team, listing, booking } = SAMPLE_MAIL_VALUES;
  const at = (field: (typeof FIELDS)[number]) => typed[field] ?? '';
  return {
    ...SAMPLE_MAIL_VALUES,
    guest: { ...guest, name: at('guest.name') },
    team: { ...team, name: at('team.name'), phone: at('team.phone') },
    listing: { ...listing, title: at('listing.title'), address: at('listing.address') },
    booking: {
      ...booking,
      special_requests: at('booking.special_requests'),
      lines: [{ name: at('line.name'), amount: 5_000 }],
    },
  };
}
const BENIGN = valuesWith(Object.fromEntries(FIELDS.map((field) => [field, wordOf(field)])));

/** A text that has the values where Markdown, HTML and links could take them for something else. */
const TEXT = {
  subject: '{{ guest.name }} at {{ listing.title }}: {{ booking.special_requests }}',
  body: `# {{ guest.name }}

- {{ listing.title }} *{{ team.name }}* **{{ team.phone }}** \`{{ listing.address }}\`
- {{ booking.special_requests }}{{ guest.name }}

> {{ booking.special_requests }}

[{{ guest.name }}](https://stay.example) [{{ team.name }}]({{ booking.link }}) [{{ guest.name }}] ({{ team.name }})

{% for line in booking.lines %}{{ line.name }}: {{ line.amount | money }}
{% endfor %}
!{{ guest.name }} <{{ guest.name }}> &{{ guest.name }}; {{ guest.name | upcase | downcase | escape }}`,
};
const render = (values: MailValues, text = TEXT): RenderedMail =>
  fillInLink(
    renderMail('booking_confirmed', text, { language: 'en', values, hasLink: true, picture: null }),
    'https://stay.example/b#key=x',
  );

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about.
const STRAY = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
/** A value as it may stand in a message: a line end is one, other controls are spaces, marks are replaced. */
const plain = (value: string) =>
  value
    .replace(/[\ue000-\ue00f]/g, '\ufffd')
    .replace(/\r\n?/g, '\n')
    .replace(STRAY, ' ');
const asHtml = (value: string) =>
  plain(value).replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? '&quot;');
const isTooLong = (typed: Readonly<Record<string, string>>) =>
  Object.values(typed).some((value) => value.length > 6_000);
const withoutSpace = (text: string) => text.replace(/\s+/g, ' ').trim();
const lower = (typed: Readonly<Record<string, string>>) =>
  (typed['guest.name'] ?? '').toUpperCase().toLowerCase();

const language = fc.constantFrom(...LANGUAGES);

describe('a value that a person typed', () => {
  itHolds(
    'is in the HTML and the text of a message as it is, and changes nothing around it',
    fc.property(everyField, (typed) => {
      const benign = render(BENIGN);
      let shown: RenderedMail;
      try {
        shown = render(valuesWith(typed));
      } catch (error) {
        // A message may not be longer than 100 kB.
        expect(error).toBeInstanceOf(MailTextProblem);
        expect(isTooLong(typed)).toBe(true);
        return;
      }
      const fill = (text: string, write: (value: string) => string) =>
        FIELDS.reduce(
          (rest, field) => rest.replaceAll(wordOf(field), () => write(typed[field] ?? '')),
          text.replaceAll(wordOf('guest.name').toLowerCase(), () => write(lower(typed))),
        );
      // The title is the subject, whose control characters become spaces.
      const withoutTitle = (document: string) => document.replace(/<title>[^<]*<\/title>/, '');
      const html = fill(withoutTitle(benign.html), (value) => asHtml(value).replaceAll('\n', '<br>\n'));
      expect(withoutTitle(shown.html)).toBe(html);
      expect(withoutSpace(shown.text)).toBe(withoutSpace(fill(benign.text, plain)));
    }),
    RUNS,
  );

  itHolds(
    'is one line of a subject, without controls, of at most 255 characters',
    fc.property(everyField, (typed) => {
      const { subject } = renderMail(
        'booking_confirmed',
        { ...TEXT, body: 'x' },
        {
          language: 'en',
          values: valuesWith(typed),
          hasLink: true,
          picture: null,
        },
      );
      expect(subject).not.toMatch(/[\p{Cc}\p{Bidi_Control}\ue000-\ue00f]/u);
      expect([...subject].length).toBeLessThanOrEqual(255);
    }),
    RUNS,
  );

  itHolds(
    'stands in each of our own texts without a tag or a link of its own',
    fc.property(fc.constantFrom(...GUEST_MAIL_KINDS), language, everyField, (kind, language, typed) => {
      const rendered = (values: MailValues) =>
        renderMail(kind, findOurMailText(kind, language), { language, values, hasLink: true, picture: null });
      const short = Object.fromEntries(
        Object.entries(typed).map(([field, value]) => [field, value.slice(0, 1_000)]),
      );
      const tagsOf = (html: string) => html.match(/<[^>]*>/g)?.filter((tag) => tag !== '<br>');
      expect(tagsOf(rendered(valuesWith(short)).html)).toEqual(tagsOf(rendered(BENIGN).html));
    }),
    RUNS,
  );

  itHolds(
    'is text in the messages to members and people, whose lines are fixed',
    fc.property(hostile, (typed) => {
      const button = { link: 'https://stay.example/?a=1&b=2', words: 'See it' };
      const render = (line: string) => renderLines('A request', [line], { button, house: 'Pier House' });
      expect(render(typed).html).toBe(
        render('QQ').html.replace('QQ', () =>
          typed.replace(/[&<>"]/g, (sign) => asHtml(sign)).replaceAll('\n', '<br>\n'),
        ),
      );
    }),
    RUNS,
  );

  itHolds(
    'is one property of the calendar file, however it is written',
    fc.property(hostile, hostile, shortHostile, (title, address, name) => {
      const file = (values: MailValues) =>
        formatStayCalendar(
          {
            language: 'en',
            bookingId: 'b',
            sequence: 1,
            calendarMethod: 'REQUEST',
            createdAt: new Date('2031-05-05T10:00:00Z'),
            toName: clean(name, values),
            toEmail: 'bea@example.com',
            values: {
              ...values,
              listing: { ...values.listing, title: clean(title, values), address: clean(address, values) },
            },
          },
          { name: clean(name, values), address: 'desk@stay.example' },
        )?.content ?? '';
      const clean = (typed: string, values: MailValues) =>
        values === BENIGN ? 'benign' : typed.replace(/[\p{Cc}]/gu, ' ').toWellFormed();
      const event = (text: string) =>
        new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent') as ICAL.Component;
      const people = (text: string) =>
        ['organizer', 'attendee'].map((role) => {
          const person = event(text).getFirstProperty(role);
          return [person?.getFirstValue(), person?.getFirstParameter('cn')];
        });
      // RFC 5545 has no escapes in parameters, so none are written, but ical.js reads those of TEXT there too.
      const asParameter = (text: string) => ICAL.design.icalendar.value.text.fromICAL(text);
      const hostileFile = file({ ...BENIGN });
      const names = (text: string) =>
        event(text)
          .getAllProperties()
          .map(({ name }) => name);
      expect(names(hostileFile)).toEqual(names(file(BENIGN)));
      expect(event(hostileFile).getFirstPropertyValue('summary')).toBe(
        `${clean(title, { ...BENIGN })}, in ${BENIGN.listing.building}`,
      );
      expect(event(hostileFile).getFirstPropertyValue('location')).toBe(clean(address, { ...BENIGN }));
      expect(people(hostileFile)).toEqual([
        ['mailto:desk@stay.example', asParameter(clean(name, { ...BENIGN }))],
        ['mailto:bea@example.com', asParameter(clean(name, { ...BENIGN }))],
      ]);
      expect(hostileFile.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    }),
    RUNS,
  );
});

/** Pieces of a team's own text, valid and not. */
const PIECES = [
  ...ATTACKS.filter((attack) => attack.length < 100),
  ...['<a href="javascript:alert(1)">x</a>', '[x](javascript:alert(1))', '[x](&#106;avascript:alert(1))'],
  ...[
    '[x](data:text/html,x)',
    '[x](//evil.example)',
    '[x](/app)',
    '<javascript:alert(1)>',
    '<mailto:a@b.example>',
  ],
  ...['[x](mailto:a@b.example)', '![{{ guest.name }}]({{ booking.link }})', '[a][b]\n\n[b]: vbscript:x\n\n'],
  ...['{{ booking.link }}', '[x]({{ booking.link }})', '[x]({{ team.website }})', '[x]({{ guest.name }})'],
  ...['<style>*{display:none}</style>', '<svg/onload=alert(1)>', '<iframe src=x>', '<div>\n', '\n\n', '\n'],
  ...[
    '{% if booking.nights > 1 %}',
    '{% else %}',
    '{% endif %}',
    '{% endfor %}',
    '{{ "<b>" }}',
    "{{ 'x' | upcase }}",
  ],
  ...[
    '{{ guest.name | date: "<b>" }}',
    '{{ "[x](javascript:1)" }}',
    '[x]({{ "javascript:1" }})',
    '&#57344;0&#57345;',
  ],
  ...[
    '&#xE00F;',
    '[x](https://evil.example/?&#xE00F;)',
    '[x](https://a.example "title\\" onclick=\\"x")',
    'word',
  ],
];
const ownText = fc
  .array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 8 })
  .map((parts) => parts.join(' '));
const ALLOWED_TAG =
  /^<p class="(house|button)">$|^<\/?(p|h[1-6]|ul|ol|li|blockquote|hr|br|strong|em|code|s)>$|^<a href="(https?:\/\/|mailto:)[^"<>]*">$|^<\/a>$/i;

describe('a text that a team wrote', () => {
  itHolds(
    'is refused, or has no other tags than those of Markdown, and no other links than to the web and to mail',
    fc.property(ownText, everyField, (body, typed) => {
      let shown: RenderedMail;
      try {
        shown = render(valuesWith({ ...typed, 'booking.special_requests': 'x' }), { subject: 'x', body });
      } catch (error) {
        expect(error).toBeInstanceOf(MailTextProblem);
        return;
      }
      const [, content = ''] = /<main>\n([\s\S]*)<\/main>/.exec(shown.html) ?? [];
      const tags = content.match(/<[^>]*>?/g) ?? [];
      expect(tags.filter((tag) => !ALLOWED_TAG.test(tag))).toEqual([]);
      expect(shown.html + shown.text).not.toMatch(/[\ue000-\ue00f]/);
      if (/&#(xE0|573)/.test(body) && !body.includes('{{')) expect(content).not.toContain('stay.example/b');
      // The key of the booking is in its own address alone.
      expect(content.replaceAll('https://stay.example/b#key=x', '')).not.toContain('key=x');
    }),
    RUNS,
  );
});

describe('a message on its way', async () => {
  const server = await openMailServer();
  afterAll(() => server.close());
  const from = 'mail@stay.example';
  const transport = createMailTransport({ url: server.url, from, isInsecure: true, dkim: null });
  const HEADERS = [
    ...[
      'auto-submitted',
      'content-type',
      'date',
      'from',
      'message-id',
      'mime-version',
      'reply-to',
      'subject',
      'to',
    ],
  ];

  it('has one reader, its own headers alone, and the text that was written', {
    timeout: 600_000,
  }, async () => {
    let sent = 0;
    await fc.assert(
      fc.asyncProperty(
        shortHostile,
        shortHostile,
        shortHostile,
        hostile,
        async (name, sender, subject, text) => {
          sent += 1;
          const address = `bea-${sent}@example.com`;
          const outcome = await transport.send({
            messageId: `<${sent}@stay.example>`,
            date: new Date('2031-05-05T10:00:00Z'),
            from: { name: sender, address: from },
            to: { name, address },
            replyTo: 'desk@stay.example',
            subject: `x${subject}`,
            text,
            html: `<p>${escapeHtml(text)}</p>`,
            calendar: { method: 'REQUEST', filename: 'stay.ics', content: 'BEGIN:VCALENDAR\r\n' },
          });
          expect(outcome).toEqual({ result: 'sent' });
          const { envelope, mail, raw } = server.arrived.pop() ?? expect.fail('It did not arrive.');
          expect(envelope).toEqual({ from, to: [address] });
          expect([...mail.headers.keys()].sort()).toEqual(HEADERS);
          const { to } = mail;
          const readers = to === undefined || Array.isArray(to) ? [] : to.value;
          expect(readers.map((one) => one.address)).toEqual([address]);
          expect(mail.from?.value.map((one) => one.address)).toEqual([from]);
          // The calendar as an alternative of the text, and as a file.
          expect(mail.attachments).toHaveLength(2);
          expect(
            raw.split('\r\n').every((line) => !/[\r\n\0]/.test(line) && Buffer.byteLength(line) < 998),
          ).toBe(true);
        },
      ),
      SENT,
    );
  });
});
