/** The routes of the core. */
import { RESOURCES } from '../../../src/domain/access/permissions.ts';
import { deleteRole } from '../../../src/services/access/roles.ts';
import { listInvitations, withdrawInvitation } from '../../../src/services/people/invitations.ts';
import { createSystemScope } from '../../../src/services/team-scope.ts';
import { revokeToken } from '../../../src/services/tokens/tokens.ts';
import { png, tryUpload } from '../../helpers/pictures.ts';
import { giveEmailBack, KEYED_BODY, refused, seen, toSignIn } from '../calls.ts';
import type { Own } from '../lived-in.ts';
import { A_MONTH, byPage, byPageThatEmbeds, byStay, byStayInBody, MORE, nights } from '../loads.ts';
import type { RouteCall, RouteRegister } from '../registers.ts';

/** A charge that is made and deleted again. */
const newCharge = (kind: string, body: object): RouteCall => ({
  body: { code: 'swept', ...body },
  undo: (_world, { client }, answer) =>
    client.send('DELETE', `/${kind}/${JSON.parse(answer.body).data.code}`),
});

/** Sends a deleted picture of the team again. Without uploads, it had none. */
const giveBack =
  (kind: string): NonNullable<RouteCall['undo']> =>
  async (world, { tokens }) =>
    tryUpload(world, tokens, `/team/${kind}`, await png(), { method: 'PUT', type: 'image/png' });

/** A visitor's booking and its key. */
const WITH_KEY: RouteCall = {
  places: { 'path.confirmation_code': 'siteCode', 'header.booking-key': 'bookingKey' },
  headers: (own) => ({ 'booking-key': own.bookingKey }),
};
/** A place sends an existing guest or a new one. */
const newBooking = (_own: Own, place: string) => ({
  number_of_guests: 1,
  ...(place === 'body.guest_id' ? {} : { guest: { name: 'Somebody' } }),
});

/** Of a role's form. */
const NO_PERMISSIONS = Object.fromEntries(RESOURCES.map((resource) => [resource, '']));

export const coreRoutes: Record<string, RouteRegister> = {
  'GET /v1/me': 'small',
  'GET /v1/team': 'small',
  'PUT /v1/team': 'small',
  'DELETE /v1/team/logo': { undo: giveBack('logo') },
  // The sweeps' token has a scope, which lets nobody manage these (`test/routes/access`).
  'GET /v1/roles': { as: 'owner' },
  'POST /v1/roles': {
    as: 'owner',
    body: { code: 'swept', permissions: [] },
    undo: (_world, { owner }) => owner.send('DELETE', '/roles/swept'),
  },
  'PUT /v1/roles/:code': { as: 'owner', body: { permissions: [] } },
  'DELETE /v1/roles/:code': { as: 'owner', places: { 'path.code': 'spareRole' } },
  'GET /v1/audit': { as: 'owner' },
  'GET /v1/members': { as: 'owner' },
  'GET /v1/members/:member': { as: 'owner' },
  'PUT /v1/members/:member': { as: 'owner' },
  'DELETE /v1/members/:member': { as: 'owner', places: { 'path.member': 'spareMember' } },
  'GET /v1/tokens': { as: 'owner' },
  'POST /v1/tokens': {
    as: 'owner',
    body: { name: 'Swept by the API', role: 'desk' },
    undo: (_world, { owner }, { body }) => owner.send('DELETE', `/tokens/${JSON.parse(body).data.id}`),
  },
  'DELETE /v1/tokens/:token': { as: 'owner', places: { 'path.token': 'spareToken' } },
  'DELETE /v1/team/cover': { undo: giveBack('cover') },
  'GET /v1/listings': { load: byPage },
  'GET /v1/listings/:listing': 'small',
  'POST /v1/listings': {
    body: { rates: { nightly: 1 } },
    undo: (_world, { client }, { body }) => client.send('DELETE', `/listings/${JSON.parse(body).data.id}`),
  },
  'PUT /v1/listings/:listing': {
    body: { headline: 'Swept' },
    undo: (_world, { client, own }) =>
      client.send('PUT', `/listings/${own.listing}`, { slug: own.listingSlug }),
  },
  'DELETE /v1/listings/:listing': { status: 422 },
  'GET /v1/units': 'small',
  'GET /v1/listings/:listing/units': 'small',
  'POST /v1/listings/:listing/units': {
    undo: (_world, { client }, { body }) => client.send('DELETE', `/units/${JSON.parse(body).data.id}`),
  },
  'GET /v1/units/:unit': 'small',
  'PUT /v1/units/:unit': { body: { active: true } },
  'DELETE /v1/units/:unit': { status: 422 },
  'GET /v1/listings/:listing/photos': 'small',
  'PUT /v1/listings/:listing/photos': { body: (own) => ({ photos: [{ id: own.photo }] }) },
  'PUT /v1/listings/:listing/photos/:photo': 'small',
  'DELETE /v1/listings/:listing/photos/:photo': 'small',
  'GET /v1/availability/:listing': { load: byStay },
  'GET /v1/listings/:listing/calendar': 'small',
  'GET /v1/calendars': 'dear',
  'GET /v1/occupancies': { load: { dear: [nights(MORE)], small: [nights(A_MONTH), {}] } },
  'GET /v1/search': 'dear',
  'GET /v1/bookings': { load: byPageThatEmbeds },
  'GET /v1/bookings/:booking': 'small',
  'GET /v1/bookings/:booking/events': 'small',
  'POST /v1/bookings': {
    body: newBooking,
    undo: async (_world, { client, own }, { body }) => {
      const { id, guest_id } = JSON.parse(body).data;
      await client.cancel(id);
      if (guest_id !== own.guest) await client.send('PUT', `/guests/${guest_id}`, { email: null });
    },
  },
  'PUT /v1/bookings/:booking': { body: { notes: 'Swept' }, undo: giveEmailBack },
  'POST /v1/bookings/:booking/amend': 'small',
  'POST /v1/bookings/:booking/confirm': 'small',
  'POST /v1/bookings/:booking/cancel': { body: { reason: 'Swept' } },
  'POST /v1/bookings/preview': { load: byStayInBody, body: newBooking },
  'POST /v1/bookings/:booking/preview': { load: byStayInBody },
  'POST /v1/bookings/:booking/amend/preview': 'small',
  'POST /v1/bookings/:booking/cancel/preview': 'small',
  'GET /v1/bookings/:booking/folio': 'small',
  'POST /v1/bookings/:booking/payments': { body: { amount: 1, allow_overpayment: true } },
  'PUT /v1/bookings/:booking/payments/:payment': { body: { status: 'paid' } },
  'POST /v1/bookings/:booking/payments/:payment/refunds': { body: { amount: 1 }, status: 201 },
  'PUT /v1/bookings/:booking/payment-plan': { body: { payments: null } },
  'PUT /v1/bookings/:booking/invoices/:invoice': { body: { status: 'paid' } },
  'POST /v1/bookings/:booking/invoices/:invoice/credit': 'small',
  'POST /v1/bookings/:booking/invoices': 'small',
  'PUT /v1/bookings/:booking/security-deposit': { body: { status: 'held' } },
  'GET /v1/payments': 'small',
  'GET /v1/invoices': 'small',
  'GET /v1/blocks': 'small',
  'POST /v1/blocks': {
    undo: async (_world, { client }, { body }) => {
      for (const { id } of JSON.parse(body).data) await client.send('DELETE', `/blocks/${id}`);
    },
  },
  'DELETE /v1/blocks/:block': 'small',
  'GET /v1/listings/:listing/rates': 'small',
  'PUT /v1/listings/:listing/rates': 'small',
  'GET /v1/listings/:listing/days': 'small',
  'PUT /v1/listings/:listing/days': { load: 'dear', body: { ranges: [] } },
  'POST /v1/days': {
    load: 'dear',
    places: { 'body.updates.0.listing_id': 'listing' },
    body: (own: Own) => ({ updates: [{ listing_id: own.listing, ranges: [] }] }),
  },
  'POST /v1/days/adjust': { load: 'dear', body: { percent: 0 } },
  'POST /v1/days/adjust/preview': { load: 'dear', body: { percent: 0 } },
  'GET /v1/reports/months': { load: { dear: [{}], small: [] }, query: { from: '2031-05', to: '2031-06' } },
  'GET /v1/fees': 'small',
  'GET /v1/fees/:code': 'small',
  'POST /v1/fees': newCharge('fees', { name: 'Swept', basis: 'stay', amount: 1 }),
  'PUT /v1/fees/:code': 'small',
  'DELETE /v1/fees/:code': 'small',
  'GET /v1/taxes': 'small',
  'GET /v1/taxes/:code': 'small',
  'POST /v1/taxes': newCharge('taxes', { name: 'Swept', basis: 'stay', amount: 1 }),
  'PUT /v1/taxes/:code': 'small',
  'DELETE /v1/taxes/:code': 'small',
  'GET /v1/discounts': 'small',
  'GET /v1/discounts/:code': 'small',
  'POST /v1/discounts': newCharge('discounts', {
    name: 'Swept',
    kind: 'length_of_stay',
    min_nights: 2,
    percent: 1,
  }),
  'PUT /v1/discounts/:code': 'small',
  'DELETE /v1/discounts/:code': 'small',
  'GET /v1/coupons': 'small',
  'GET /v1/coupons/:code': 'small',
  'POST /v1/coupons': newCharge('coupons', { percent: 1 }),
  'PUT /v1/coupons/:code': 'small',
  'DELETE /v1/coupons/:code': { status: 422 },
  'GET /v1/guests': 'small',
  'GET /v1/guests/:guest': 'small',
  'POST /v1/guests': {
    body: KEYED_BODY,
    undo: ({ db }, _team, { body }) =>
      db.execute(`delete from guests where id = '${JSON.parse(body).data.id}'`),
  },
  'PUT /v1/guests/:guest': { body: { phone: '1' }, undo: giveEmailBack },
  'GET /v1/guests/:guest/export': 'dear',
  'POST /v1/guests/:guest/erase': { status: 422 },
  'GET /v1/events': 'small',
  'OPTIONS /v1/public*': {
    headers: { origin: 'https://stays.example', 'access-control-request-method': 'GET' },
    status: 204,
  },
  'GET /v1/public/:teamSlug': { keptAs: 'public, no-cache' },
  'GET /v1/public/:teamSlug/listings': { keptAs: 'public, no-cache', load: byPage },
  'GET /v1/public/:teamSlug/listings/:listingSlug': { keptAs: 'public, no-cache' },
  'GET /v1/public/:teamSlug/listings/:listingSlug/details': { keptAs: 'public, no-cache' },
  'GET /v1/public/:teamSlug/listings/:listingSlug/terms': { keptAs: 'public, no-cache' },
  'GET /v1/public/:teamSlug/listings/:listingSlug/availability': { keptAs: 'public, no-cache', load: byStay },
  'GET /v1/public/:teamSlug/listings/:listingSlug/calendar': { keptAs: 'public, no-cache' },
  'GET /v1/public/:teamSlug/search': { load: 'dear', keptAs: 'public, no-cache' },
  'POST /v1/public/:teamSlug/bookings': {
    places: { 'body.listing': 'listingSlug' },
    body: (own: Own) => ({
      listing: own.listingSlug,
      number_of_guests: 1,
      guest: { name: 'Somebody', email: own.guestEmail },
      expected_total: Number(own.siteTotal),
    }),
    undo: async (_world, { client }, { body }) => {
      const { confirmation_code } = JSON.parse(body).data;
      const [{ id, guest_id, guest }] = await client.read(`/bookings?confirmation_code=${confirmation_code}`);
      await client.cancel(id);
      if (guest.name === 'Somebody') await client.send('PUT', `/guests/${guest_id}`, { email: null });
    },
  },
  'GET /v1/public/:teamSlug/bookings/:confirmation_code': WITH_KEY,
  'GET /v1/public/:teamSlug/bookings/:confirmation_code/documents': WITH_KEY,
  'GET /v1/public/:teamSlug/bookings/:confirmation_code/documents/:document': WITH_KEY,
  'GET /v1/public/:teamSlug/bookings/:confirmation_code/cancellation': WITH_KEY,
  'POST /v1/public/:teamSlug/bookings/:confirmation_code/cancel': WITH_KEY,
  'GET /livez': 'small',
  'GET /readyz': 'small',
  'GET /app/assets/:file': { status: 404 },
  'GET /app/begin': 'small',
  // Without a name nothing is looked up: a new team is told which slugs and emails are taken.
  'POST /app/begin': toSignIn({
    places: { 'form.slug': 'teamSlug', 'form.email': 'memberEmail' },
    form: { team_name: '', currency: 'EUR', timezone: '', name: '', email: '', password: '' },
  }),
  'GET /app': { as: 'member', status: 303 },
  'GET /app/sign-in': { places: { 'query.next': 'teamSlug' } },
  'POST /app/sign-in': toSignIn({
    places: { 'form.email': 'memberEmail', 'form.next': 'teamSlug' },
    form: { email: '', password: 'not anybody’s' },
  }),
  'POST /app/sign-out': { as: 'member' },
  // Nobody has sent a right password before.
  'GET /app/sign-in/code': { places: { 'query.next': 'teamSlug' }, status: 303 },
  'POST /app/sign-in/code': toSignIn({
    places: { 'form.next': 'teamSlug' },
    form: { code: '000000' },
  }),
  'GET /app/invitations/:secret': 'small',
  'POST /app/invitations/:secret': { form: { password: 'a password that is new' } },
  'GET /app/account': { as: 'member' },
  'POST /app/account/name': { as: 'member', form: { name: '' }, status: 422 },
  'POST /app/account/messages': {
    as: 'member',
    places: { 'form.team': 'teamSlug' },
    form: { team: '', seen },
    formOf: ({ teamSlug }) => ({ team: teamSlug, [`kinds-${teamSlug}`]: 'request_arrived', seen }),
    status: 422,
  },
  'POST /app/account/sessions/:session/end': { as: 'member', status: 404 },
  'POST /app/account/sessions/end-others': { as: 'member', status: 303 },
  'GET /app/account/factors/new': { as: 'member' },
  'POST /app/account/factors': { as: 'member', form: { name: '', first_code: '', sealed: '' }, status: 422 },
  'GET /app/account/factors/:factor/remove': { as: 'member', status: 404 },
  'POST /app/account/factors/:factor/remove': { as: 'member', form: { password: '' }, status: 404 },
  'GET /app/account/recovery-codes': { as: 'member' },
  'POST /app/account/recovery-codes': { as: 'member', form: { password: '' }, status: 422 },
  'POST /app/account/password': {
    as: 'member',
    form: { password: 'not theirs', new_password: 'a password that is new' },
    status: 422,
  },
  'GET /app/teams/:team': { status: 303 },
  'GET /app/teams/:team/tokens': 'small',
  'POST /app/teams/:team/tokens': {
    places: { 'form.name': 'tokenName' },
    form: { name: 'Swept', scope: 'read-only' },
    undo: async ({ services }, { teamId }, { location }) => {
      const id = /tokens\/([0-9a-f-]{36})$/.exec(location)?.[1];
      if (id !== undefined) await revokeToken(createSystemScope(services, teamId), { id });
    },
  },
  'GET /app/teams/:team/tokens/:token': 'small',
  'POST /app/teams/:team/tokens/:token/show': { status: 200 },
  'GET /app/teams/:team/tokens/:token/revoke': 'small',
  'POST /app/teams/:team/tokens/:token/revoke': 'small',
  'POST /app/teams/:team/tokens/enforcement': { form: { enforce: 'false' } },
  'GET /app/teams/:team/members': 'small',
  'POST /app/teams/:team/members': {
    places: { 'form.email': 'memberEmail' },
    form: { name: 'Swept', email: 'swept@example.com' },
    undo: async ({ services }, { teamId }) => {
      for (const { id, name } of await listInvitations(createSystemScope(services, teamId)))
        if (name === 'Swept') await withdrawInvitation(createSystemScope(services, teamId), id);
    },
  },
  'POST /app/teams/:team/members/links/:invitation/withdraw': 'small',
  'POST /app/teams/:team/members/:person/role': refused({ role: 'owner', seen }),
  'GET /app/teams/:team/members/:person/places': 'small',
  'POST /app/teams/:team/members/:person/places': refused({ places: 'all', seen }),
  'GET /app/teams/:team/members/roles/new': 'small',
  'POST /app/teams/:team/members/roles/new': {
    form: { code: 'formed', name: 'Formed', ...NO_PERMISSIONS },
    undo: async ({ services }, { teamId }) => {
      await deleteRole(createSystemScope(services, teamId), 'formed').catch(() => {});
    },
  },
  'GET /app/teams/:team/members/roles/:role': 'small',
  'POST /app/teams/:team/members/roles/:role': refused({ name: 'Swept', ...NO_PERMISSIONS, seen }),
  'GET /app/teams/:team/members/roles/:role/delete': 'small',
  'POST /app/teams/:team/members/roles/:role/delete': 'small',
  'GET /app/teams/:team/members/:person/remove': 'small',
  'POST /app/teams/:team/members/:person/remove': 'small',
  'GET /app/teams/:team/log': { places: { 'query.actor': 'tokenName' }, query: { action: 'token_created' } },
  'GET /app/teams/:team/log.csv': 'small',
  'GET /app/teams/:team/usage': 'small',
  // It leads to the pages of teams.
  'GET /': { keptAs: 'no-cache', headers: { accept: 'text/html' }, status: 302 },
  'GET /openapi.json': { keptAs: 'public, no-cache' },
  'GET /docs/static/:file': { keptAs: 'no-cache', status: 404 },
  'GET /docs': 'small',
  'GET /docs/static/index.html': { status: 302 },
  'GET /docs/static/swagger-initializer.js': 'small',
  'GET /docs/json': 'small',
  'GET /docs/yaml': 'small',
  'GET /docs/static/*': { keptAs: 'no-cache', status: 404 },
};
