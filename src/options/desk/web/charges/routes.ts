import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { MAX_CODE_LENGTH } from '../../../../domain/limits.ts';
import { chargeChangeBodies, newChargeBodies } from '../../../../schemas/charges/api.ts';
import { typedTextField } from '../../../../schemas/fields/fields.ts';
import {
  type ChargeKind,
  changeCharge,
  createCharge,
  deleteCharge,
  findCharge,
  listCharges,
  type ShownCharge,
} from '../../../../services/catalogue/charges.ts';
import { listPlaceNamesOfTeam } from '../../../../services/place-names.ts';
import { redirectWithNotice } from '../../../../web/flash.ts';
import { emptyForm, type Form } from '../../../../web/form.ts';
import { LONG_FORM, needs, needsWholeTeam, teamPath } from '../../../../web/member-visit.ts';
import { doOncePerForm, isLedOnAgain, toNotice } from '../../../../web/once-per-form.ts';
import { requireForPage } from '../../../../web/page-error.ts';
import { ROWS_PER_PAGE, readPageNumber, readQuery } from '../../../../web/paging.ts';
import { forgetSeen, toRefusedForm } from '../../../../web/sent-form.ts';
import { sendPage } from '../../../../web/views/layout.ts';
import {
  type ChargeExample,
  createExampleReader,
  type NoExample,
  previewChargeExample,
} from '../../services/charge-examples.ts';
import { deleteChargePage } from './delete-page.ts';
import { chargeFormPage } from './form-page.ts';
import { computeChargeVersion, openChargeForm, readNewCode, toChargeBody, toChargeForm } from './forms.ts';
import { chargePath, chargesPage } from './list-page.ts';
import { toNewForm } from './templates.ts';
import { CHARGE_WORDS, isChargeKind, nameOfCharge } from './words.ts';

const TAB = 'prices';
const codeSchema = typedTextField({ min: 1, max: MAX_CODE_LENGTH });
const KEPT = 'Bookings that exist keep their prices.';

const kindIn = ({ params }: FastifyRequest): ChargeKind => {
  const { chargeKind = '' } = params as { chargeKind?: string };
  return requireForPage(isChargeKind(chargeKind) ? chargeKind : null);
};

const currencyOf = ({ teamVisit }: FastifyRequest): string => teamVisit.team.currency;

const readChargeForm = (request: FastifyRequest, kind: ChargeKind) =>
  openChargeForm(request.body, kind, currencyOf(request));

export const chargePageRoutes: FastifyPluginAsync = async (app) => {
  app.register(chargeListRoute);
  app.register(newChargeRoutes);
  app.register(storedChargeRoutes);
};

const chargeListRoute: FastifyPluginAsync = async (app) => {
  // Dear, because an example stay is priced for each charge.
  app.get('/charges', { config: { permission: 'prices:read', dear: true } }, async (request, reply) => {
    const { scope } = request;
    const { kind: chosen = '' } = readQuery(request.query, ['kind']);
    const kind = isChargeKind(chosen) ? chosen : 'fee';
    const page = readPageNumber(request.query);
    const charges = await listCharges(scope, kind, { page, perPage: ROWS_PER_PAGE });
    const body = chargesPage(reply, {
      base: teamPath(request),
      kind,
      page,
      charges,
      currency: currencyOf(request),
      examples: await Promise.all(charges.rows.map(createExampleReader(scope))),
    });
    return sendPage(reply, { title: CHARGE_WORDS[kind].all, tab: TAB, body });
  });
};

type Shown = ChargeExample | NoExample | null | undefined;

const newChargeRoutes: FastifyPluginAsync = async (app) => {
  async function show(reply: FastifyReply, kind: ChargeKind, form: Form, example?: Shown) {
    const { request } = reply;
    const base = teamPath(request);
    const body = chargeFormPage(reply, {
      base,
      path: `${base}/charges/new/${kind}`,
      kind,
      name: null,
      form,
      seen: '',
      example,
      currency: currencyOf(request),
      places: await listPlaceNamesOfTeam(request.scope),
    });
    const status = Object.keys(form.errors).length > 0 ? 422 : 200;
    return sendPage(reply, { title: `Add a ${CHARGE_WORDS[kind].one}`, status, tab: TAB, body });
  }

  app.get('/charges/new/:chargeKind', needsWholeTeam('prices:write'), (request, reply) => {
    const { template } = readQuery(request.query, ['template']);
    const kind = kindIn(request);
    return show(reply, kind, toNewForm(kind, template));
  });

  app.post(
    '/charges/new/:chargeKind',
    { ...LONG_FORM, ...needsWholeTeam('prices:write') },
    async (request, reply) => {
      const kind = kindIn(request);
      // First of all: a form that was sent twice would be refused, because its own charge has taken the code.
      if (await isLedOnAgain(reply)) return reply;
      const form = readChargeForm(request, kind);
      const body = toChargeBody(form, kind, currencyOf(request));
      const code = readNewCode(form, kind);
      const charge = form.check(newChargeBodies[kind], { code, ...body });
      if (!charge) return show(reply, kind, form);
      try {
        if (form.isChecked('look'))
          return await show(
            reply,
            kind,
            form,
            await previewChargeExample(request.scope, { code: charge.code, isNew: true }, charge),
          );
        return await doOncePerForm<ShownCharge>(
          reply,
          (options) => createCharge(request.scope, charge, options),
          (stored) =>
            toNotice(chargePath(teamPath(request), stored), `“${nameOfCharge(stored)}” is added. ${KEPT}`),
        );
      } catch (error) {
        return show(reply, kind, form.refused(error));
      }
    },
  );
};

const storedChargeRoutes: FastifyPluginAsync = async (app) => {
  const chargeIn = async (request: FastifyRequest): Promise<ShownCharge> => {
    const { charge = '' } = request.params as { charge?: string };
    const code = requireForPage(codeSchema.safeParse(charge).data ?? null);
    return requireForPage(await findCharge(request.scope, { kind: kindIn(request), code }));
  };

  async function show(reply: FastifyReply, charge: ShownCharge, sent?: Form, example?: Shown) {
    const { request } = reply;
    const base = teamPath(request);
    const currency = currencyOf(request);
    const name = nameOfCharge(charge);
    const body = chargeFormPage(reply, {
      base,
      path: chargePath(base, charge),
      kind: charge.kind,
      name,
      currency,
      form: sent ?? toChargeForm(charge, currency),
      seen: sent?.values.seen ?? computeChargeVersion(charge, currency),
      places: await listPlaceNamesOfTeam(request.scope),
      example: example === undefined ? await createExampleReader(request.scope)(charge) : example,
    });
    const status = sent && example === undefined ? 422 : 200;
    return sendPage(reply, { title: name, status, tab: TAB, body });
  }

  app.get('/charges/:chargeKind/:charge', needs('prices:read'), async (request, reply) =>
    show(reply, await chargeIn(request)),
  );

  app.post(
    '/charges/:chargeKind/:charge',
    { ...LONG_FORM, ...needsWholeTeam('prices:write') },
    async (request, reply) => {
      const stored = await chargeIn(request);
      const { kind, row } = stored;
      const currency = currencyOf(request);
      const form = readChargeForm(request, kind);
      const seen = form.text('seen');
      const body = toChargeBody(form, kind, currency);
      const change = form.check(chargeChangeBodies[kind], body);
      if (!change) return show(reply, stored, form);
      try {
        if (form.isChecked('look'))
          return await show(
            reply,
            stored,
            form,
            await previewChargeExample(request.scope, { code: row.code, isNew: false }, change),
          );
        const isCurrent = (charge: ShownCharge) => computeChargeVersion(charge, currency) === seen;
        await changeCharge(request.scope, row.code, change, { isCurrent });
      } catch (error) {
        return show(reply, await chargeIn(request), forgetSeen(form.refused(error)));
      }
      return redirectWithNotice(reply, chargePath(teamPath(request), stored), `Saved. ${KEPT}`);
    },
  );

  async function showDeletion(reply: FastifyReply, charge: ShownCharge, form: Form = emptyForm) {
    const { request } = reply;
    const currency = currencyOf(request);
    const body = deleteChargePage(reply, { base: teamPath(request), charge, currency, form });
    const status = form === emptyForm ? 200 : 422;
    return sendPage(reply, { title: `Delete ${nameOfCharge(charge)}`, status, tab: TAB, body });
  }

  app.get('/charges/:chargeKind/:charge/delete', needsWholeTeam('prices:write'), async (request, reply) =>
    showDeletion(reply, await chargeIn(request)),
  );

  app.post('/charges/:chargeKind/:charge/delete', needsWholeTeam('prices:write'), async (request, reply) => {
    const charge = await chargeIn(request);
    try {
      await deleteCharge(request.scope, { kind: charge.kind, code: charge.row.code });
    } catch (error) {
      return showDeletion(reply, charge, toRefusedForm(emptyForm, error));
    }
    const path = `${teamPath(request)}/charges?kind=${charge.kind}`;
    return redirectWithNotice(reply, path, `“${nameOfCharge(charge)}” is deleted. ${KEPT}`);
  });
};
