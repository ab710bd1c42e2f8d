import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { MAX_CODE_LENGTH } from '../domain/limits.ts';
import { found } from '../plugins/errors.ts';
import { paginate } from '../plugins/paging.ts';
import { write } from '../plugins/writes.ts';
import {
  chargeAnswers,
  chargeChangeBodies,
  chargePages,
  newChargeBodies,
  presentCharge,
} from '../schemas/charge.ts';
import { textField } from '../schemas/fields.ts';
import { noContent } from '../schemas/formats.ts';
import { pageQuery } from '../schemas/page.ts';
import { conditionalWriteHeaders, writeHeaders } from '../schemas/writes.ts';
import type { ChargeEntry } from '../services/catalogue/charge-kinds.ts';
import type { ChargeName, ShownCharge } from '../services/catalogue/charges.ts';
import type { Services } from '../services/services.ts';

const tags = ['Charges'];

const KINDS = {
  fee: {
    plural: 'fees',
    operationIds: {
      list: 'listFees',
      read: 'getFee',
      create: 'createFee',
      change: 'changeFee',
      remove: 'deleteFee',
    },
  },
  tax: {
    plural: 'taxes',
    operationIds: {
      list: 'listTaxes',
      read: 'getTax',
      create: 'createTax',
      change: 'changeTax',
      remove: 'deleteTax',
    },
  },
  discount: {
    plural: 'discounts',
    operationIds: {
      list: 'listDiscounts',
      read: 'getDiscount',
      create: 'createDiscount',
      change: 'changeDiscount',
      remove: 'deleteDiscount',
    },
  },
  coupon: {
    plural: 'coupons',
    operationIds: {
      list: 'listCoupons',
      read: 'getCoupon',
      create: 'createCoupon',
      change: 'changeCoupon',
      remove: 'deleteCoupon',
    },
  },
} satisfies Record<ChargeName, object>;

const present = (charge: ShownCharge) => ({ data: presentCharge(charge) });

type Options = Pick<Services, 'charges'> & { name: ChargeName };

/** Fees, taxes, discounts and coupons: the same five routes for each. */
export const chargeRoutes: FastifyPluginAsyncZod<Pick<Services, 'charges'>> = async (app, { charges }) => {
  app.register(routesOfKind, { charges, name: 'fee', prefix: '/fees' });
  app.register(routesOfKind, { charges, name: 'tax', prefix: '/taxes' });
  app.register(routesOfKind, { charges, name: 'discount', prefix: '/discounts' });
  app.register(routesOfKind, { charges, name: 'coupon', prefix: '/coupons' });
};

const routesOfKind: FastifyPluginAsyncZod<Options> = async (app, { charges, name }) => {
  const { plural, operationIds } = KINDS[name];
  const isCoupon = name === 'coupon';
  const code = textField({ min: 1, max: MAX_CODE_LENGTH });
  const params = z.object({
    code: code.describe(`The code of the ${name}.${isCoupon ? ' Case does not matter.' : ''}`),
  });

  app.get(
    '',
    {
      schema: {
        operationId: operationIds.list,
        tags,
        summary: `List the team’s ${plural}`,
        description: 'By code.',
        querystring: pageQuery,
        response: { 200: chargePages[name] },
      },
    },
    (request) => paginate(request, presentCharge, (page) => charges.listCharges(request.team.id, name, page)),
  );

  app.get(
    '/:code',
    {
      config: { etag: true, resource: name },
      schema: {
        operationId: operationIds.read,
        tags,
        summary: `Read a ${name}`,
        params,
        response: { 200: chargeAnswers[name] },
      },
    },
    async ({ team, params }) => present(found(name, await charges.findCharge(team.id, name, params.code))),
  );

  app.post(
    '',
    {
      schema: {
        operationId: operationIds.create,
        tags,
        summary: `Add a ${name}`,
        headers: writeHeaders,
        body: newChargeBodies[name],
        response: { 201: chargeAnswers[name] },
      },
    },
    (request, reply) =>
      write(request, reply.code(201), present, (call) =>
        charges.createCharge(call, name, request.body as ChargeEntry),
      ),
  );

  app.put(
    '/:code',
    {
      config: { resource: name },
      schema: {
        operationId: operationIds.change,
        tags,
        summary: `Change a ${name}`,
        description:
          'Send only what changes: an absent key keeps its value, null clears it. A percentage clears the amount, and an amount the percentage. Existing bookings keep their prices.',
        params,
        headers: conditionalWriteHeaders,
        body: chargeChangeBodies[name],
        response: { 200: chargeAnswers[name] },
      },
    },
    (request, reply) =>
      write(request, reply, present, (call) =>
        charges.changeCharge(call, { name, code: request.params.code }, request.body),
      ),
  );

  app.delete(
    '/:code',
    {
      config: { resource: name },
      schema: {
        operationId: operationIds.remove,
        tags,
        summary: `Delete a ${name}`,
        ...(isCoupon
          ? { description: 'A coupon that a booking has used is a 422: deactivate it instead.' }
          : {}),
        params,
        headers: conditionalWriteHeaders,
        response: { 204: noContent },
      },
    },
    (request, reply) =>
      write(request, reply.code(204), { present: null, version: present }, (call) =>
        charges.deleteCharge(call, { name, code: request.params.code }),
      ),
  );
};
