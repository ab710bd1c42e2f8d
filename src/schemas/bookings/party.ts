/** A booking's party (adults, children, pets) and extras (optional fees). */
import { z } from 'zod';
import {
  MAX_CHILD_AGE,
  MAX_CHILDREN,
  MAX_EXTRA_QUANTITY,
  MAX_EXTRAS,
  MAX_GUESTS,
  MAX_PETS,
} from '../../domain/limits.ts';
import { type Party, type PartyRequest, type StoredParty, toParty } from '../../domain/party.ts';
import { type ChosenExtra, EXTRA_CODE_PATTERN } from '../../domain/pricing/extras.ts';
import { buildFieldsCheck, hasValue } from '../fields/checks.ts';
import { guestCountField, integerField } from '../fields/fields.ts';
import { distinctListOf, listOf, refuseAs } from '../fields/lists.ts';
import { integerParameter, listParameter } from '../parameters.ts';

const ADULTS_REQUIRED = 'is required with children ages.';
const NOBODY_MESSAGE = 'must be at least 1 without children.';

const parseAge = (text: string): number => (/^(0|[1-9][0-9]?)$/.test(text) ? Number(text) : Number.NaN);
const agesParameter = listParameter
  .transform((texts) => texts.flatMap((text) => (text === '' ? [] : text.split(',').map(parseAge))))
  .refine((ages) => ages.every((age) => age <= MAX_CHILD_AGE), {
    error: `must be a comma list of ages from 0 to ${MAX_CHILD_AGE}.`,
  })
  .refine(
    (ages) => ages.length <= MAX_CHILDREN,
    refuseAs('too_long', `must not name more than ${MAX_CHILDREN}.`),
  )
  .meta({
    type: 'array',
    maxItems: MAX_CHILDREN,
    items: { type: 'integer', minimum: 0, maximum: MAX_CHILD_AGE },
  });

export const partyParameters = {
  guests: integerParameter({ min: 1, max: MAX_GUESTS })
    .optional()
    .describe('How many stay, without infants. Default: the number in the party, else 1.'),
  adults: integerParameter({ min: 0, max: MAX_GUESTS })
    .optional()
    .describe('How many adults stay. Without them, all guests are adults.'),
  children_ages: agesParameter
    .optional()
    .describe(
      'The ages of the children on the day of arrival, separated by commas or in repeated parameters. Needs `adults`.',
    ),
  pets: integerParameter({ min: 0, max: MAX_PETS }).default(0).describe('How many pets come along.'),
};

type PartyQuery = z.output<z.ZodObject<typeof partyParameters>>;

/** The query is not validated yet. */
const countAges = ({ children_ages: ages }: Record<string, unknown>): number =>
  Array.isArray(ages) ? ages.length : 0;

export const partyChecks = [
  buildFieldsCheck(
    'adults',
    'required',
    ADULTS_REQUIRED,
    (query) => hasValue(query.adults) || countAges(query) === 0,
  ),
  buildFieldsCheck(
    'adults',
    'too_small',
    NOBODY_MESSAGE,
    (query) => query.adults !== 0 || countAges(query) > 0,
  ),
] as const;

export const toPartyOfQuery = ({ guests, adults, children_ages, pets }: PartyQuery): PartyRequest => ({
  numberOfGuests: guests ?? null,
  adults: adults ?? null,
  childrenAges: children_ages ?? [],
  pets,
});

export const partyField = z
  .object({
    adults: integerField(0, MAX_GUESTS).nullish().describe('Without them, all guests are adults.'),
    children_ages: listOf(integerField(0, MAX_CHILD_AGE), MAX_CHILDREN)
      .nullish()
      .describe('The ages of the children on the day of arrival. Needs `adults`.'),
    pets: integerField(0, MAX_PETS).nullish().describe('How many pets come along.'),
  })
  .check(
    buildFieldsCheck(
      'adults',
      'required',
      ADULTS_REQUIRED,
      (party) => hasValue(party.adults) || !hasValue(party.children_ages),
    ),
    buildFieldsCheck(
      'adults',
      'too_small',
      NOBODY_MESSAGE,
      (party) => party.adults !== 0 || countAges(party) > 0,
    ),
  )
  .describe('Who stays. Children younger than the team’s `infant_age` are infants, and no guests.');

/** If the number of adults is missing, a check refuses ages of children. */
export const hasGuestNumbers = (party: unknown) => {
  if (typeof party !== 'object' || party === null) return false;
  const { adults, children_ages: ages } = party as Record<string, unknown>;
  return hasValue(adults) || hasValue(ages);
};

export const guestsFields = {
  number_of_guests: guestCountField
    .nullish()
    .describe('How many stay, without infants. Required, unless `party.adults` says it.'),
  party: partyField.nullish(),
};

/** Guests or adults. */
export const guestsCheck = buildFieldsCheck(
  'number_of_guests',
  'required',
  'is required.',
  (body) => hasValue(body.number_of_guests) || hasGuestNumbers(body.party),
);

type PartyBody = {
  number_of_guests?: number | null | undefined;
  party?: z.output<typeof partyField> | null | undefined;
};

export const toPartyOfBody = ({ number_of_guests, party }: PartyBody): PartyRequest => ({
  numberOfGuests: number_of_guests ?? null,
  adults: party?.adults ?? null,
  childrenAges: party?.children_ages ?? [],
  pets: party?.pets ?? null,
});

const EXTRA_PATTERN = /^([A-Za-z0-9._-]{1,40})(?::([1-9][0-9]{0,2}))?$/;

function parseExtra(text: string): ChosenExtra | null {
  const [, code, quantity = '1'] = EXTRA_PATTERN.exec(text) ?? [];
  return code === undefined || Number(quantity) > MAX_EXTRA_QUANTITY
    ? null
    : { code, quantity: Number(quantity) };
}

const areDistinctCodes = (codes: readonly string[]): boolean => new Set(codes).size === codes.length;

export const extrasParameter = listParameter
  .transform((texts) => texts.flatMap((text) => (text === '' ? [] : text.split(',').map(parseExtra))))
  .refine((extras): extras is ChosenExtra[] => extras.every((extra) => extra !== null), {
    error: `must be a comma list of codes, each with a quantity up to ${MAX_EXTRA_QUANTITY}, such as breakfast:2,parking.`,
  })
  .refine(
    (extras) => extras.length <= MAX_EXTRAS,
    refuseAs('too_long', `must not name more than ${MAX_EXTRAS}.`),
  )
  .refine(
    (extras) => areDistinctCodes(extras.flatMap((extra) => (extra ? [extra.code] : []))),
    refuseAs('contradicts', 'must not name a code twice.'),
  )
  .meta({ type: 'array', maxItems: MAX_EXTRAS, items: { type: 'string', pattern: EXTRA_PATTERN.source } })
  .optional()
  .describe(
    'The codes of the chosen extras, each with its quantity: `breakfast:2,parking`, or in repeated parameters.',
  );

const extraField = z.object({
  code: z
    .string()
    .trim()
    .regex(EXTRA_CODE_PATTERN, { error: 'must be the code of an extra' })
    .describe('The code of an optional fee.'),
  quantity: integerField(1, MAX_EXTRA_QUANTITY).nullish().describe('Default: 1.'),
});

export const extrasField = distinctListOf(extraField, MAX_EXTRAS, {
  field: 'code',
  value: extraField.shape.code,
  error: 'must not be named twice',
}).nullish();

export const toExtras = (extras: z.output<typeof extrasField>): ChosenExtra[] =>
  (extras ?? []).map(({ code, quantity }) => ({ code, quantity: quantity ?? 1 }));

export const partySchema = z
  .object({
    adults: z.int().describe('How many adults stay.'),
    children_ages: z.array(z.int()).describe('On the day of arrival, ascending. Infants are the youngest.'),
    infants: z.int().describe('How many of the children are no guests.'),
    pets: z.int().describe('How many pets come along.'),
  })
  .meta({ id: 'Party', description: 'Who stays. Guests are adults and children who are no infants.' });

export const numberOfGuestsSchema = z.int().describe('How many stay, without infants.');

export const presentParty = ({
  adults,
  childrenAges,
  infants,
  pets,
}: Party): z.infer<typeof partySchema> => ({
  adults,
  children_ages: [...childrenAges],
  infants,
  pets,
});

export const presentStoredParty = (booking: StoredParty) => presentParty(toParty(booking));

export const extrasSchema = z
  .array(
    z
      .object({
        code: z.string().describe('The code of an optional fee.'),
        quantity: z.int().describe('How often it was chosen.'),
      })
      .meta({ id: 'ChosenExtra', description: 'An optional fee that was chosen.' }),
  )
  .describe('The chosen extras, by code.');

export const presentExtras = (extras: readonly ChosenExtra[]): z.infer<typeof extrasSchema> =>
  extras.map(({ code, quantity }) => ({ code, quantity }));
