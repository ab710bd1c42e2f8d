/** What answers of mail servers, as they word them, say about an address (docs/rules.md, 25.17). */
import { describe, expect, it } from 'vitest';
import {
  isAddressBlocked,
  judgeRefusal,
  type RefusalMeaning,
} from '../../../../src/options/mail/domain/refusals.ts';

/** Whether the answer is to RCPT TO, its text, and what it says. */
const ANSWERS: [server: string, text: string, meaning: RefusalMeaning, isToRecipient?: boolean][] = [
  // Postfix, and mailcow, which is Postfix.
  [
    'Postfix',
    '550 5.1.1 <bea@example.com>: Recipient address rejected: User unknown in local recipient table',
    'no_such_address',
  ],
  [
    'Postfix',
    '550 5.1.1 <bea@example.com>: Recipient address rejected: User unknown in virtual mailbox table',
    'no_such_address',
  ],
  ['Postfix', '554 5.7.1 <bea@example.com>: Relay access denied', 'other'],
  [
    'Postfix',
    '554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org',
    'other',
  ],
  ['Postfix', '552 5.2.2 <bea@example.com>: Recipient address rejected: Mailbox is over quota', 'other'],
  ['Postfix', '550 5.1.8 <mail@stay.example>: Sender address rejected: Domain not found', 'other'],
  [
    'Postfix',
    '550 5.1.0 <bea@example.com>: Recipient address rejected: User unknown in relay recipient table',
    'other',
  ],
  ['Postfix', '552 5.3.4 Message size exceeds fixed limit', 'other', false],
  [
    'mailcow',
    '550 5.1.1 <bea@example.com>: Recipient address rejected: undeliverable address: unknown user',
    'no_such_address',
  ],
  ['mailcow', '554 5.7.1 Spam message rejected', 'other', false],
  // Exim says no enhanced status codes by itself.
  ['Exim', '550 Unrouteable address', 'doubtful_address'],
  ['Exim', '550 No such user here', 'doubtful_address'],
  ['Exim', '550 Unknown user', 'doubtful_address'],
  ['Exim', '550 relay not permitted', 'other'],
  ['Exim', '550 relay not permitted, authentication required', 'other'],
  ['Exim', '550 Sender verify failed', 'other'],
  ['Exim', '552 Mailbox is full', 'other'],
  ['Exim', '550 JunkMail rejected - [192.0.2.1] is in an RBL', 'other'],
  ['Exim', '550 The user you are trying to contact is not found', 'doubtful_address', true],
  ['Exim', '550 This message was not accepted: unknown charset', 'other', false],
  // Exchange and Microsoft 365.
  [
    'Exchange',
    '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient bea@example.com not found by SMTP address lookup',
    'no_such_address',
  ],
  ['Exchange', '550 5.4.1 Recipient address rejected: Access denied. AS(201806281)', 'other'],
  ['Exchange', '550 5.7.64 TenantAttribution; Relay Access Denied', 'other'],
  ['Exchange', '552 5.2.2 Mailbox full', 'other'],
  ['Exchange', '550 5.2.1 Mailbox cannot be accessed', 'doubtful_address'],
  ['Exchange', '550 5.7.708 Service unavailable. Access denied, traffic not accepted from this IP.', 'other'],
  ['Exchange', '550 5.1.6 Recipient addresses in single label domains not accepted', 'no_such_address'],
  // Gmail answers with several lines.
  [
    'Gmail',
    '550-5.1.1 The email account that you tried to reach does not exist. Please try\n550 5.1.1 double-checking the address',
    'no_such_address',
  ],
  [
    'Gmail',
    '550-5.2.1 The email account that you tried to reach is disabled.\n550 5.2.1 Learn more',
    'doubtful_address',
  ],
  [
    'Gmail',
    '552-5.2.2 The email account that you tried to reach is over quota.\n552 5.2.2 Please direct',
    'other',
  ],
  [
    'Gmail',
    '550-5.7.26 Unauthenticated email from stay.example is not accepted due to domain\n550 5.7.26 DMARC policy',
    'other',
    false,
  ],
  ['Gmail', '550 5.4.5 Daily user sending limit exceeded.', 'other'],
  [
    'Gmail',
    '553-5.1.2 We were unable to find the recipient domain.\n553 5.1.2 Please check',
    'doubtful_address',
  ],
  ['Gmail', '553 5.1.3 The recipient address is not a valid RFC 5321 address.', 'no_such_address'],
  // Postal, and a few more.
  ['Postal', '530 Authentication required', 'other'],
  ['Postal', '550 Invalid recipient', 'doubtful_address'],
  ['Postal', '550 Not authenticated', 'other'],
  ['qmail', "553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)", 'other'],
  ['qmail', '550 sorry, no mailbox here by that name (#5.1.1)', 'other'],
  ['qmail', '551 sorry, no such recipient', 'doubtful_address'],
  ['Yahoo', "554 delivery error: dd This user doesn't have a yahoo.com account", 'other'],
  ['Dovecot', "550 5.1.1 <bea@example.com> User doesn't exist: bea@example.com", 'no_such_address'],
  ['a server', '550 5.1.11 Something new', 'other'],
  ['a server', '550 5.1.1: No such user', 'no_such_address'],
];

describe('an answer of a mail server', () => {
  it.each(ANSWERS)('%s: “%s” means “%s”', (_server, text, meaning, isToRecipient = true) => {
    expect(judgeRefusal({ status: Number(text.slice(0, 3)), text, isToRecipient })).toBe(meaning);
  });

  it('to the message says nothing of an address without a code, and the same with one', () => {
    const said = (text: string) => judgeRefusal({ status: 550, text, isToRecipient: false });
    expect(said('550 No such user')).toBe('other');
    expect(said('550 5.1.1 No such user')).toBe('no_such_address');
  });

  it('with a status that is not about addresses says nothing of one', () => {
    for (const status of [500, 501, 552, 554])
      expect(judgeRefusal({ status, text: `${status} unknown user`, isToRecipient: true })).toBe('other');
  });
});

describe('an address is blocked', () => {
  const since = new Date('2031-05-05T10:00:00Z');
  const after = (seconds: number) => new Date(since.getTime() + seconds * 1_000);
  const HOUR = 3_600;
  const WEEK = 7 * 24 * HOUR;
  it.each<[RefusalMeaning, boolean, number, boolean]>([
    ['no_such_address', false, 0, true],
    ['doubtful_address', false, HOUR - 1, false],
    ['doubtful_address', false, HOUR, true],
    ['other', false, 10 * WEEK, false],
    ['no_such_address', true, WEEK - 1, false],
    ['no_such_address', true, WEEK, true],
    ['doubtful_address', true, WEEK - 1, false],
    ['doubtful_address', true, WEEK, true],
    ['other', true, 10 * WEEK, false],
  ])('by “%s”, of a member: %s, after %i seconds: %s', (meaning, isMember, seconds, expected) => {
    expect(isAddressBlocked(meaning, { isMember, since, now: after(seconds) })).toBe(expected);
  });
});
