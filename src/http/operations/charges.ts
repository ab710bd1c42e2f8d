/** Fees, taxes, discounts and coupons: the same five operations for each, from one declaration. */
import { z } from 'zod';
import { MAX_CODE_LENGTH } from '../../domain/limits.ts';
import { chargeSchemas } from '../../schemas/charge.ts';
import { fieldIn, textField } from '../../schemas/fields.ts';
import { CHARGE_KINDS } from '../../services/catalogue/charge-kinds.ts';
import type { ChargeName, ShownCharge } from '../../services/catalogue/charges.ts';
import type { Services } from '../../services/services.ts';
import { givenBody } from '../../services/team-data/judging.ts';
import { type Operation, resource } from '../operation.ts';
import { list, read } from '../reading.ts';
import { write } from '../writing.ts';

type Texts = { plural: string; article: string; matching: string };

const TEXTS: Record<ChargeName, Texts> = {
  fee: { plural: 'fees', article: 'a fee', matching: '' },
  tax: { plural: 'taxes', article: 'a tax', matching: '' },
  discount: { plural: 'discounts', article: 'a discount', matching: '' },
  coupon: { plural: 'coupons', article: 'a coupon', matching: ' Case does not matter.' },
};

/** The paths of the four kinds differ in one word, which types cannot express. */
type Route<Of extends 'all' | 'one', Method extends string> = Of extends 'all'
  ? `${Method} /v1/charges`
  : `${Method} /v1/charges/:code`;

/** The parts that the operations of a kind share. */
function sharedBy(name: ChargeName) {
  const { plural, article, matching } = TEXTS[name];
  const { kind, schema } = CHARGE_KINDS[name];
  const item: z.ZodObject = chargeSchemas[name];
  const code = textField({ min: 1, max: MAX_CODE_LENGTH });
  return {
    plural,
    article,
    kind,
    schema,
    required: Object.fromEntries(kind.required.map((field) => [field, true])) as Record<string, true>,
    item,
    title: capitalised(name),
    titles: capitalised(plural),
    asked: { tag: 'Charges', asks: 'team' } as const,
    all: <Method extends string>(method: Method) => `${method} /v1/${plural}` as Route<'all', Method>,
    one: <Method extends string>(method: Method) => `${method} /v1/${plural}/:code` as Route<'one', Method>,
    theCharge: resource({
      name,
      params: { code: code.describe(`The code of the ${name}.${matching}`) },
      find: ({ services, teamId, params }) => services.charges.findCharge(teamId, name, params.code),
    }),
    answer: z.object({ data: item }),
    present: (charge: ShownCharge) => ({ data: charge }),
  };
}

const capitalised = (word: string) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;

const furtherProblems = ({ services, teamId, sent }: { services: Services; teamId: number; sent: unknown }) =>
  services.charges.unknownListings(teamId, fieldIn(sent, 'listings'));

function readsOf(name: ChargeName): Operation[] {
  const { plural, article, title, titles, item, asked, all, one, theCharge, answer, present } =
    sharedBy(name);
  return [
    list({
      ...asked,
      id: `list${titles}`,
      summary: `List the team’s ${plural}`,
      description: 'By code.',
      route: all('GET'),
      item,
      find: ({ services, teamId }, page) => services.charges.listCharges(teamId, name, page),
      present: (charge: ShownCharge) => charge,
    }),
    read({
      ...asked,
      id: `get${title}`,
      summary: `Read ${article}`,
      route: one('GET'),
      resource: theCharge,
      success: answer,
      isTagged: true,
      answer: ({ found }) => present(found),
    }),
  ];
}

function writesOf(name: ChargeName): Operation[] {
  const { article, title, kind, schema, required, asked, all, one, theCharge, answer, present } =
    sharedBy(name);
  return [
    write({
      ...asked,
      furtherProblems,
      id: `create${title}`,
      summary: `Add ${article}`,
      route: all('POST'),
      body: givenBody(kind, schema.required(required), 'make').meta({ id: `New${title}` }),
      run: ({ services, body }, call) => services.charges.createCharge(call, name, body as never),
      success: 201,
      answers: answer,
      present,
    }),
    write({
      ...asked,
      furtherProblems,
      id: `change${title}`,
      summary: `Change ${article}`,
      description:
        'Send only what changes: an absent key keeps its value, null clears it. A percentage clears the amount, and an amount the percentage. Existing bookings keep their prices.',
      route: one('PUT'),
      resource: theCharge,
      body: givenBody(kind, schema.omit({ code: true }), 'change').meta({ id: `${title}Change` }),
      ifMatch: { schema: answer, present },
      run: ({ services, params: { code }, body }, call) =>
        services.charges.changeCharge(call, { name, code }, body),
      success: 200,
      answers: answer,
      present,
    }),
    write({
      ...asked,
      id: `delete${title}`,
      summary: `Delete ${article}`,
      ...(name === 'coupon'
        ? { description: 'A coupon that a booking has used is a 422: deactivate it instead.' }
        : {}),
      route: one('DELETE'),
      resource: theCharge,
      ifMatch: { schema: answer, present },
      run: ({ services, params: { code } }, call) => services.charges.deleteCharge(call, { name, code }),
      success: 204,
    }),
  ];
}

export const chargeOperations = (Object.keys(TEXTS) as ChargeName[]).flatMap((name) => [
  ...readsOf(name),
  ...writesOf(name),
]);
