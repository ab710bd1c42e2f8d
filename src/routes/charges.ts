import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { MAX_CODE_LENGTH } from '../domain/limits.ts';
import { requireFound } from '../plugins/errors.ts';
import { paginate } from '../plugins/paging.ts';
import { writeAndAnswer } from '../plugins/writes.ts';
import {
  chargeAnswers,
  chargeChangeBodies,
  chargeListAnswers,
  newChargeBodies,
  presentCharge,
} from '../schemas/charges/api.ts';
import { typedTextField } from '../schemas/fields/fields.ts';
import { noContentAnswer } from '../schemas/formats.ts';
import { pageQuery } from '../schemas/page.ts';
import { conditionalWriteHeaders, writeHeaders } from '../schemas/writes.ts';
import {
  type ChargeKind,
  changeCharge,
  createCharge,
  deleteCharge,
  findCharge,
  listCharges,
  type ShownCharge,
} from '../services/catalogue/charges.ts';

const tags = ['Charges'];

const present = (charge: ShownCharge) => ({ data: presentCharge(charge) });

/** Five routes for each kind. */
export const chargeRoutes: FastifyPluginAsyncZod = async (app) => {
  app.register(routesOfKind, {
    kind: 'fee',
    plural: 'fees',
    operationIds: ['listFees', 'getFee', 'createFee', 'changeFee', 'deleteFee'],
  });
  app.register(routesOfKind, {
    kind: 'tax',
    plural: 'taxes',
    operationIds: ['listTaxes', 'getTax', 'createTax', 'changeTax', 'deleteTax'],
  });
  app.register(routesOfKind, {
    kind: 'discount',
    plural: 'discounts',
    operationIds: ['listDiscounts', 'getDiscount', 'createDiscount', 'changeDiscount', 'deleteDiscount'],
  });
  app.register(routesOfKind, {
    kind: 'coupon',
    plural: 'coupons',
    operationIds: ['listCoupons', 'getCoupon', 'createCoupon', 'changeCoupon', 'deleteCoupon'],
  });
};

type KindOptions = {
  kind: ChargeKind;
  plural: string;
  operationIds: [list: string, read: string, create: string, change: string, remove: string];
};

const routesOfKind: FastifyPluginAsyncZod<KindOptions> = async (app, { kind, plural, operationIds }) => {
  const [list, read, create, change, remove] = operationIds;
  const isCoupon = kind === 'coupon';
  const codeParameter = typedTextField({ min: 1, max: MAX_CODE_LENGTH });
  const params = z.object({
    code: codeParameter.describe(`The code of the ${kind}.${isCoupon ? ' Case does not matter.' : ''}`),
  });

  app.get(
    `/${plural}`,
    {
      config: { permission: 'prices:read' },
      schema: {
        operationId: list,
        tags,
        summary: `List the team’s ${plural}`,
        description: 'By code.',
        querystring: pageQuery,
        response: { 200: chargeListAnswers[kind] },
      },
    },
    (request) =>
      paginate(
        request,
        (charge: ShownCharge) => presentCharge(charge),
        (page) => listCharges(request.scope, kind, page),
      ),
  );

  app.get(
    `/${plural}/:code`,
    {
      config: { permission: 'prices:read', etag: true, resource: kind },
      schema: {
        operationId: read,
        tags,
        summary: `Read a ${kind}`,
        description: 'By its code.',
        params,
        response: { 200: chargeAnswers[kind] },
      },
    },
    async ({ scope, params }) =>
      present(requireFound(kind, await findCharge(scope, { kind, code: params.code }))),
  );

  app.post(
    `/${plural}`,
    {
      config: { permission: 'prices:write', location: `/v1/${plural}/{code}`, etag: true },
      schema: {
        operationId: create,
        tags,
        summary: `Add a ${kind}`,
        description: 'It counts from the next price on. Existing bookings keep theirs.',
        headers: writeHeaders,
        body: newChargeBodies[kind],
        response: { 201: chargeAnswers[kind] },
      },
    },
    (request, reply) =>
      writeAndAnswer(request, reply.code(201), present, (options) =>
        createCharge(request.scope, request.body, options),
      ),
  );

  app.put(
    `/${plural}/:code`,
    {
      config: { permission: 'prices:write', resource: kind },
      schema: {
        operationId: change,
        tags,
        summary: `Change a ${kind}`,
        description:
          'Send only what changes: an absent key keeps its value, null clears it. A percentage clears the amount, and an amount the percentage. Existing bookings keep their prices.',
        params,
        headers: conditionalWriteHeaders,
        body: chargeChangeBodies[kind],
        response: { 200: chargeAnswers[kind] },
      },
    },
    (request, reply) =>
      writeAndAnswer(request, reply, present, (options) =>
        changeCharge(request.scope, request.params.code, request.body, options),
      ),
  );

  app.delete(
    `/${plural}/:code`,
    {
      config: { permission: 'prices:write', resource: kind },
      schema: {
        operationId: remove,
        tags,
        summary: `Delete a ${kind}`,
        description: isCoupon
          ? 'A coupon that a booking has used is a 422: deactivate it instead.'
          : 'Existing bookings keep their prices.',
        params,
        headers: conditionalWriteHeaders,
        response: { 204: noContentAnswer },
      },
    },
    (request, reply) =>
      writeAndAnswer(request, reply.code(204), { present: null, version: present }, (options) =>
        deleteCharge(request.scope, { kind, code: request.params.code }, options),
      ),
  );
};
