/** A team with something of everything, in words that nobody else has, so that leaked texts can be recognised. */

import { addDays } from '../../src/domain/dates/dates.ts';
import { importTeamFile } from '../../src/options/team-file/file/import.ts';
import { bookingFields } from '../../src/schemas/bookings/fields.ts';
import { feeFields } from '../../src/schemas/charges/fields.ts';
import { guestFields } from '../../src/schemas/guest.ts';
import { listingFields } from '../../src/schemas/listings/fields.ts';
import { unitFields } from '../../src/schemas/listings/unit.ts';
import { teamFields } from '../../src/schemas/team.ts';
import { listInvitations } from '../../src/services/people/invitations.ts';
import { findMemberByEmail } from '../../src/services/people/members.ts';
import { hashSecret } from '../../src/services/people/secret.ts';
import { createSystemScope } from '../../src/services/team-scope.ts';
import { listTokens, revokeToken, showToken } from '../../src/services/tokens/tokens.ts';
import type { TestApp } from '../helpers/app.ts';
import { type Client, clientOf, type Json } from '../helpers/bookings.ts';
import { buildToken, day } from '../helpers/factories.ts';
import { browserOf, linkIn, visitorOf } from '../helpers/pages.ts';
import { markTexts } from '../helpers/row-fields.ts';
import { OWN_NAMES, REGISTERS } from '../registers/all.ts';
import { KEYED_BODY } from '../registers/calls.ts';
import type { CoreOwn, Life, Lived, LivedInTeam, Own } from '../registers/lived-in.ts';

const HIDDEN = ['draft', 'inactive', 'archived'] as const;

/** Names and texts contain `mark`, ten small letters. */
export async function openLivedInTeam(world: TestApp, mark: string): Promise<LivedInTeam> {
  const file = fileOf(mark);
  const imported = await importTeamFile(world.services, JSON.parse(JSON.stringify(file)));
  if (!imported.ok) throw new Error(imported.problems.join('\n'));
  const { slug } = file.team;
  const teamId = (await world.services.account.findSite(slug))?.id ?? 0;
  const token = await buildToken(world, { teamId, name: `Till ${mark}` });
  const client = clientOf(world, token);
  const people = await openPeople(world, mark, teamId, slug, file.members[0]?.password ?? '');
  const ownerToken = await buildToken(world, { teamId, name: `Owner ${mark}`, role: 'owner' });
  const owner = clientOf(world, ownerToken);
  for (const word of ['Night', 'Day']) {
    const code = `${word.toLowerCase()}-${mark}`;
    await owner.data(owner.send('POST', '/roles', { code, name: `${word} ${mark}`, permissions: [] }), 201);
  }
  const places: { id: string; slug: string }[] = await client.read('/listings');
  const listings = places.filter((one) => one.slug === `loft-${mark}`).map(({ id }) => id);
  const made = await owner.data(
    owner.send('POST', '/tokens', { name: `Made ${mark}`, role: 'desk', listings }),
    201,
  );
  const booked = await liveThrough(world, client, mark, slug);
  const tokens = await listTokens({ db: world.services.db, teamId });
  const idOf = (name: string) => tokens.find((one) => one.name === `${name} ${mark}`)?.id ?? '';
  const reader = String(
    await showToken(createSystemScope(world.services, teamId), world.services, `Reader ${mark}`),
  );
  const coreOwn: CoreOwn = {
    teamSlug: slug,
    listingSlug: `loft-${mark}`,
    coupon: `TAKE${mark}`.toUpperCase(),
    fee: `fee-${mark}`,
    tax: `tax-${mark}`,
    discount: `weekly-${mark}`,
    guestEmail: `bea.${mark}@example.com`,
    search: `bea.${mark}`,
    ...booked,
    ...people.own,
    token: idOf('Spare'),
    tokenName: `Spare ${mark}`,
    role: `night-${mark}`,
    spareRole: `day-${mark}`,
    spareToken: made.id,
  };
  const life: Life = { world, mark, teamId, token, client, own: coreOwn };
  const lives: Lived[] = [];
  for (const { liveIn } of REGISTERS) if (liveIn) lives.push(await liveIn(life));
  const own: Own = Object.assign({}, coreOwn, ...lives.map((lived) => lived.own));
  for (const name of OWN_NAMES)
    if (!own[name]) throw new Error(`The team has no ${name}: let liveIn of its registers return it.`);
  await revokeToken(createSystemScope(world.services, teamId), `Gone ${mark}`);
  // Otherwise the token's use would be stored a moment later.
  await world.services.close();
  const members = file.members.map(({ password }) => password);
  return {
    mark,
    teamId,
    client,
    owner,
    tokens: { token, owner: ownerToken, reader, gone: file.tokens[1]?.token ?? '' },
    member: people.member,
    removed: people.removed,
    own,
    hidden: [...HIDDEN, 'unlisted'].map((word) => `${word}-${mark}`),
    secrets: [
      token,
      reader,
      ownerToken,
      made.token,
      booked.bookingKey,
      ...file.tokens.map((one) => one.token),
      ...members,
      ...people.secrets,
      ...lives.flatMap(({ secrets = [] }) => secrets),
    ],
  };
}

/** Members who come and go: one signed in, one removed while signed in, one to be removed, and two links. */
async function openPeople(world: TestApp, mark: string, teamId: number, slug: string, password: string) {
  const members = `/app/teams/${slug}/members`;
  const visitor = visitorOf(world);
  await visitor.signIn(`ana.${mark}@example.com`, password);
  const invite = async (name: string) =>
    linkIn(
      (await visitor.submit(members, { name: `${name} ${mark}`, email: `${name}.${mark}@example.com` })).body,
    );
  const memberNamed = (name: string) =>
    findMemberByEmail({ db: world.services.db, teamId }, `${name}.${mark}@example.com`);
  const removing = visitorOf(world);
  const used = await invite('rui');
  await removing.get(used);
  await removing.post(used, { password: `password of rui ${mark}` });
  await removing.get('/app/nothing');
  const rui = await memberNamed('rui');
  await visitor.submit(`${members}/${rui?.personId}/remove`);
  const links = [await invite('ivo'), await invite('eva')];
  const [withdrawn] = await listInvitations(createSystemScope(world.services, teamId));
  const [spare, other] = [await memberNamed('tia'), await memberNamed('zoe')];
  const secretOf = (link = '') => link.split('/').at(-1) ?? '';
  const earlier = await inviteByEarlierVersion(world, mark, teamId);
  const cookies = [visitor, removing].flatMap((one) => [...one.cookies.values()]);
  return {
    member: browserOf(visitor),
    removed: browserOf(removing),
    own: {
      person: spare?.personId ?? '',
      member: spare?.id ?? '',
      spareMember: other?.id ?? '',
      memberEmail: `ana.${mark}@example.com`,
      invitation: withdrawn?.id ?? '',
      secret: secretOf(links[1]),
    },
    secrets: [...[`password of rui ${mark}`, earlier], ...[used, ...links].map(secretOf), ...cookies],
  };
}

/** A link whose secret was drawn, not derived. Returns it. */
async function inviteByEarlierVersion({ db }: TestApp, mark: string, teamId: number): Promise<string> {
  const secret = `earlier-${mark}`.padEnd(43, 'x');
  const email = `noa.${mark}@example.com`;
  await db.execute(`
    insert into invitations (id, team_id, email, email_key, name, secret_hash, invited_by, expires_at, created_at)
    select gen_random_uuid(), team_id, '${email}', '${email}', 'noa ${mark}', '${hashSecret(secret)}',
      invited_by, expires_at, created_at
    from invitations where team_id = ${teamId} order by id desc limit 1`);
  return secret;
}

/** The work of a team's systems: book, change, cancel, block, and create a guest under a key. */
async function liveThrough({ db }: TestApp, { data, send, folio }: Client, mark: string, slug: string) {
  const listings: Json[] = await data(send('GET', '/listings?per_page=100'));
  const listing: Json = listings.find((one) => one.slug === `loft-${mark}`);
  const guest = { name: `Bea ${mark}`, email: `bea.${mark}@example.com`, phone: `+351 ${mark}` };
  const book = (at: number, more: object = {}): Promise<Json> =>
    data(
      send('POST', '/bookings', {
        listing_id: listing.id,
        check_in: day(at),
        check_out: day(at + 3),
        number_of_guests: 2,
        guest,
        notes: `Note ${mark}`,
        special_requests: `Request ${mark}`,
        billing_name: `Billing ${mark}`,
        billing_address: `Address ${mark}`,
        ...more,
      }),
      201,
    );
  const pending = await book(10, { status: 'pending', coupon_code: `take${mark}` });
  const changed = await book(20, {
    extras: [{ code: `extra-${mark}` }],
    adjustment: { name: `Adjustment ${mark}`, amount: -100 },
  });
  await data(send('PUT', `/bookings/${changed.id}`, { notes: `Changed ${mark}`, check_out: day(24) }));
  const received = { amount: 200, method: 'cash', reference: `Received ${mark}` };
  const paid = await data(send('POST', `/bookings/${changed.id}/payments`, received), 201);
  const { id: paymentId } = paid.payments.find(({ status }: Json) => status === 'paid');
  const refund = { amount: 100, reference: `Returned ${mark}` };
  await data(send('POST', `/bookings/${changed.id}/payments/${paymentId}/refunds`, refund), 201);
  const { balance_due, invoices: issued } = await folio(changed.id);
  const invoicesOfChanged = `/bookings/${changed.id}/invoices`;
  const { id: issuedId } = issued.find(({ status }: Json) => status === 'open');
  await data(send('PUT', `${invoicesOfChanged}/${issuedId}`, { status: 'issued' }));
  await data(send('POST', `${invoicesOfChanged}/${issuedId}/credit`), 201);
  await data(send('POST', invoicesOfChanged), 201);
  const planned = { payments: [{ amount: balance_due, due_on: day(19) }] };
  await data(send('PUT', `/bookings/${changed.id}/payment-plan`, planned));
  const cancelled = await book(30);
  await data(send('POST', `/bookings/${cancelled.id}/cancel`, { reason: `Reason ${mark}` }));
  const span = { listing_id: listing.id, start_date: day(50), end_date: day(52) };
  const [block] = await data(send('POST', '/blocks', { ...span, reason: `Block ${mark}` }), 201);
  const keyed = await send('POST', '/guests', KEYED_BODY, { 'idempotency-key': `key-${mark}-${slug}` });
  await data(send('POST', '/guests', { name: `Keyed ${mark}` }, { 'idempotency-key': `other-${mark}` }), 201);
  // A pending booking of an earlier version has an invoice.
  await db.execute(`
    insert into invoices select (jsonb_populate_record(invoices, jsonb_build_object('id', gen_random_uuid(),
      'booking_id', '${pending.id}', 'number', '${pending.confirmation_code}-1', 'status', 'open'))).*
    from invoices where booking_id = '${changed.id}' and status = 'open' and kind = 'invoice' limit 1`);
  const { payments, invoices } = await folio(pending.id);
  const known = { notes: `Guest note ${mark}`, ...ownFields('guest-bea', mark) };
  await data(send('PUT', `/guests/${pending.guest_id}`, known));
  const { price } = await data(
    send('GET', `/availability/${listing.id}?check_in=${day(40)}&check_out=${day(43)}`),
  );
  const wish = {
    listing: `loft-${mark}`,
    check_in: day(40),
    check_out: day(43),
    number_of_guests: 1,
    guest: { name: `Visitor ${mark}`, email: `visitor.${mark}@example.com`, phone: `+33 ${mark}` },
    special_requests: `Wish ${mark}`,
    expected_total: price.grand_total,
  };
  const visited = await data(send('POST', `/public/${slug}/bookings`, wish), 201);
  // A visitor's request of an earlier version has a document that the visitor may read.
  const rows = await db.execute<{ id: string }>(`
    insert into invoices select (jsonb_populate_record(invoices, jsonb_build_object('id', gen_random_uuid(), 'status', 'issued',
      'booking_id', booking.id, 'number', booking.confirmation_code || '-1'))).*
    from bookings as booking, invoices where booking.team_id = invoices.team_id
      and booking.confirmation_code = '${visited.confirmation_code}' and invoices.booking_id = '${changed.id}'
      and invoices.kind = 'invoice' and invoices.number is not null limit 1 returning invoices.id`);
  return {
    listing: listing.id as string,
    building: listings.find((one) => one.slug === `house-${mark}`).id as string,
    photo: listing.photos[0].id as string,
    unit: changed.unit.id as string,
    booking: pending.id as string,
    confirmationCode: pending.confirmation_code as string,
    guest: pending.guest_id as string,
    payment: payments[0].id as string,
    invoice: invoices[0].id as string,
    block: block.id as string,
    idempotencyKey: `key-${mark}-${slug}`,
    keyedGuest: keyed.body.data.id as string,
    siteCode: visited.confirmation_code as string,
    siteDocument: rows.rows[0]?.id ?? '',
    bookingKey: visited.key as string,
    siteTotal: `${visited.grand_total}`,
  };
}

const photo = (mark: string, name: string) => ({
  thumbnail_url: `https://photos.example/${mark}/${name}-small.jpg`,
  medium_url: `https://photos.example/${mark}/${name}-medium.jpg`,
  original_url: `https://photos.example/${mark}/${name}.jpg`,
  caption: `Photo ${name} ${mark}`,
  ...inGerman({ caption: `Foto ${name} ${mark}` }),
});

/** The team does not offer it. */
const inGerman = (texts: object) => ({ translations: { de: texts } });

/** A reference, and fields of the team's own. */
const ownFields = (thing: string, mark: string) => ({
  external_reference: `ref-${thing}-${mark}`,
  custom_fields: { note: `Own field ${thing} ${mark}` },
});

const place = (mark: string, word: string, more: object = {}) => ({
  slug: `${word}-${mark}`,
  kind: 'standalone',
  ...markTexts(listingFields, `${word} ${mark}`),
  max_guests: 4,
  address: {
    street: `Street ${word} ${mark}`,
    city: `City ${word} ${mark}`,
    state: `State ${word} ${mark}`,
    postcode: `PC ${word} ${mark}`,
    country: 'PT',
    latitude: '38.711300',
    longitude: '-9.139600',
  },
  rates: { nightly: 12_000 },
  security_deposit: 20_000,
  photos: [photo(mark, word)],
  ...inGerman({
    public_title: `Titel ${word} ${mark}`,
    house_rules: { text: `Hausordnung ${word} ${mark}` },
  }),
  house_rules: { text: `House rules ${word} ${mark}` },
  rooms: [{ name: `Bedroom ${word} ${mark}`, beds: [{ kind: 'double', count: 1 }] }],
  ...ownFields('listing', `${word}-${mark}`),
  ...more,
});

function fileOf(mark: string) {
  return {
    team: {
      ...markTexts(teamFields, mark),
      slug: `team-${mark}`,
      name: `Team ${mark}`,
      contact: {
        email: `hello.${mark}@example.com`,
        phone: `Phone of team ${mark}`,
        website: `https://${mark}.example/`,
      },
      privacy_url: `https://${mark}.example/privacy`,
      terms_url: `https://${mark}.example/terms`,
      payment_link: `https://${mark}.example/pay`,
      invoice_prefix: `I${mark}-`,
      credit_note_prefix: `C${mark}-`,
      invoice_details: {
        name: `Business ${mark}`,
        address: `Office ${mark}`,
        tax_number: `Number ${mark}`,
        footer: `Footer ${mark}`,
        title: `Title ${mark}`,
      },
      currency: 'EUR',
      timezone: 'Europe/Lisbon',
      deposit_percent: 30,
      site_bookings: 'request',
      mail_reply_to: `reply.${mark}@example.com`,
      ...inGerman({ imprint: `Impressum ${mark}` }),
      cancellation_policy: { name: `Terms ${mark}`, tiers: [{ days_before: 7, refund_percent: 50 }] },
    },
    members: ['ana', 'tia', 'zoe'].map((name) => ({
      email: `${name}.${mark}@example.com`,
      name: `Member ${name} ${mark}`,
      password: `password of ${name} ${mark}`,
    })),
    tokens: ['Reader', 'Gone', 'Spare'].map((name) => ({
      name: `${name} ${mark}`,
      scope: name === 'Reader' ? 'read-only' : 'read-write',
      token: `token-${name}-${mark}-of-another-system`,
      created_by: `ana.${mark}@example.com`,
    })),
    fees: [
      {
        ...markTexts(feeFields, mark),
        code: `fee-${mark}`,
        name: `Fee ${mark}`,
        basis: 'stay',
        amount: 5_000,
        listings: [`loft-${mark}`],
        ...inGerman({ name: `Gebühr ${mark}` }),
      },
      { code: `extra-${mark}`, name: `Extra ${mark}`, basis: 'stay', amount: 1_000, optional: true },
    ],
    taxes: [
      {
        code: `tax-${mark}`,
        name: `Tax ${mark}`,
        basis: 'percent',
        percent: 6,
        listings: [`loft-${mark}`],
        ...inGerman({ name: `Steuer ${mark}` }),
      },
    ],
    discounts: [
      {
        code: `weekly-${mark}`,
        name: `Weekly ${mark}`,
        kind: 'length_of_stay',
        min_nights: 2,
        percent: 10,
        listings: [`loft-${mark}`],
        ...inGerman({ name: `Rabatt ${mark}` }),
      },
    ],
    coupons: [{ code: `TAKE${mark}`.toUpperCase(), amount: 2_000, listings: [`loft-${mark}`] }],
    listings: [
      place(mark, 'loft', {
        cancellation_policy: { name: `Own terms ${mark}`, tiers: [{ days_before: 7, refund_percent: 50 }] },
        seasons: [
          {
            name: `Season ${mark}`,
            start_date: day(0),
            end_date: day(90),
            nightly: 13_000,
            ...inGerman({ name: `Saison ${mark}` }),
          },
        ],
        days: [{ date: day(5), nightly: 20_000 }],
        units: ['A', 'B', 'C', 'D'].map((name) => ({
          ...markTexts(unitFields, mark),
          ...ownFields('unit', `${name}-${mark}`),
          name: `Unit ${name} ${mark}`,
        })),
      }),
      place(mark, 'house', { kind: 'building', whole_building_bookable: true }),
      place(mark, 'room', {
        kind: 'unit_type',
        building: `house-${mark}`,
        address: undefined,
        units: [{ name: `Room 1 ${mark}` }, { name: `Room 2 ${mark}` }],
      }),
      ...HIDDEN.map((status) => place(mark, status, { status })),
      place(mark, 'unlisted', { listed_on_site: false }),
    ],
    guests: [
      {
        ...markTexts(guestFields, `old ${mark}`),
        ...ownFields('guest', mark),
        email: `old.${mark}@example.com`,
        name: `Old ${mark}`,
      },
    ],
    bookings: [pastBooking(mark)],
  };
}

/** A past booking from another system. */
const pastBooking = (mark: string) => ({
  ...markTexts(bookingFields, `old ${mark}`),
  ...ownFields('booking', mark),
  confirmation_code: `OLD-${mark}`,
  listing: `room-${mark}`,
  guest: `old.${mark}@example.com`,
  status: 'completed',
  check_in: addDays(day(0), -100),
  check_out: addDays(day(0), -98),
  number_of_guests: 1,
  invoices: [{ number: `INV-${mark}`, amount: 18_000, status: 'paid' }],
  payments: [
    { amount: 18_000, status: 'paid', paid_at: '2031-02-01T10:00:00+00:00', reference: `pay_${mark}` },
  ],
});
