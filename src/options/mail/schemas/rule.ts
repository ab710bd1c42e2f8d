import { z } from 'zod';
import { MAX_LISTINGS_OF_CHARGE, MAX_MAIL_RULE_DAYS } from '../../../domain/limits.ts';
import { isDnsLabel } from '../../../domain/text/slug.ts';
import { GUEST_MAIL_KINDS, isBookingSource } from '../../../domain/vocabulary.ts';
import { BOOKING_SOURCES_TEXT } from '../../../schemas/bookings/source.ts';
import { EVEN_IF_FIELDS_ARE_WRONG } from '../../../schemas/fields/checks.ts';
import { booleanField, integer, objectEntry, wordField } from '../../../schemas/fields/fields.ts';
import { buildIssue, distinctListOf, mustBe } from '../../../schemas/fields/lists.ts';
import { type PresentedEntry, wordSchema } from '../../../schemas/formats.ts';
import { isGuestMailKind, MAIL_SCHEDULES } from '../domain/kinds.ts';
import type { MailRuleChange, ShownMailRule } from '../services/rules.ts';

const MAX_SOURCES = 100;
const isSource = (value: unknown): value is string => typeof value === 'string' && isBookingSource(value);
const isSlug = (value: unknown): value is string => typeof value === 'string' && isDnsLabel(value);

/** An error is reported under the list itself, even if a single item is wrong. */
const wholeList = (isItem: (value: unknown) => value is string, max: number, predicate: string) =>
  z
    .custom<string[]>(
      (value) => Array.isArray(value) && value.length <= max && value.every(isItem),
      mustBe(predicate),
    )
    .transform((items) => [...new Set(items)])
    .meta({ type: 'array', maxItems: max, items: { type: 'string' } });

const ruleFields = {
  active: booleanField
    .nullish()
    .describe('Whether messages are sent. Default: true for four kinds about bookings from the site.'),
  days: integer(0, MAX_MAIL_RULE_DAYS)
    .nullish()
    .describe(
      'For `payment_due`, `before_arrival` and `after_departure`: how many days before or after. Null for all others.',
    ),
  hour: integer(0, 23).nullish().describe('For the same kinds: the hour of the day in the listing’s zone.'),
  sources: wholeList(isSource, MAX_SOURCES, `a list of sources of bookings: ${BOOKING_SOURCES_TEXT}`)
    .nullish()
    .describe('The sources of bookings. Null for all.'),
  listings: wholeList(isSlug, MAX_LISTINGS_OF_CHARGE, 'a list of slugs of listings, or null')
    .nullish()
    .describe('The slugs of the listings. Null for all.'),
};

const kindField = wordField(GUEST_MAIL_KINDS).describe('The kind of message.');

const UNSCHEDULED = 'must be null, because nothing but a change brings this message about';

/** Only scheduled kinds of messages may have days and an hour. */
function refuseSchedule(
  rule: { kind?: unknown; days?: unknown; hour?: unknown },
  context: z.core.$RefinementCtx,
) {
  if (typeof rule.kind !== 'string' || !isGuestMailKind(rule.kind) || MAIL_SCHEDULES[rule.kind]) return;
  for (const field of ['days', 'hour'] as const)
    if (rule[field] !== null && rule[field] !== undefined)
      context.addIssue({ ...buildIssue('not_allowed', UNSCHEDULED), path: [field], input: rule[field] });
}

/** A field that is left out keeps its stored value. */
export const mailRuleEntry = objectEntry({ kind: kindField, ...ruleFields }).superRefine(
  refuseSchedule,
  EVEN_IF_FIELDS_ARE_WRONG,
);
type MailRuleEntry = z.infer<typeof mailRuleEntry>;

export const toMailRuleChange = (entry: MailRuleEntry): MailRuleChange => ({
  kind: entry.kind,
  isActive: entry.active,
  days: entry.days,
  hour: entry.hour,
  sources: entry.sources,
  slugs: entry.listings,
});

/** Each kind at most once. */
export const mailRulesChangeBody = z
  .object({
    rules: distinctListOf(mailRuleEntry, GUEST_MAIL_KINDS.length, {
      field: 'kind',
      value: kindField,
      error: 'must not be that of an earlier rule',
    }).describe('Each kind at most once. A kind that is left out keeps its rule.'),
  })
  .transform(({ rules }) => rules.map(toMailRuleChange))
  .meta({
    id: 'MailRulesChange',
    description: 'Rules to change. What a rule leaves out stays.',
    examples: [{ rules: [{ kind: 'before_arrival', active: true, days: 3, hour: 10 }] }],
  });

const mailRuleSchema = z
  .object({
    kind: wordSchema(GUEST_MAIL_KINDS).describe('The kind of message.'),
    active: z.boolean().describe('Whether messages of this kind are sent.'),
    days: z
      .int()
      .nullable()
      .describe('How many days before or after. Null for kinds that a change brings about.'),
    hour: z
      .int()
      .nullable()
      .describe('The hour of the day in the listing’s zone, 0 to 23. Null as for `days`.'),
    sources: z.array(z.string()).nullable().describe('The sources of bookings. Null for all.'),
    listings: z.array(z.string()).nullable().describe('The slugs of the listings. Null for all.'),
  })
  .meta({ id: 'MailRule', description: 'When a kind of message is sent, and for which bookings.' });

export const mailRulesAnswer = z.object({
  data: z
    .object({ rules: z.array(mailRuleSchema).describe('One for each kind of message to guests.') })
    .meta({ id: 'MailRules', description: 'Which messages guests get.' }),
});

export const presentMailRule = (rule: ShownMailRule) =>
  ({
    kind: rule.kind,
    active: rule.isActive,
    days: rule.days,
    hour: rule.hour,
    sources: rule.sources && [...rule.sources],
    listings: rule.slugs,
  }) satisfies PresentedEntry<MailRuleEntry>;
