/** The list of a team's places, and what a place says of itself (docs/rules.md, 5). */
import { expect, test } from 'vitest';
import { openSharedApp } from '../../../../helpers/app.ts';
import {
  buildBlock,
  buildBooking,
  buildListing,
  buildPhoto,
  buildUnit,
} from '../../../../helpers/factories.ts';
import { expectPage, openDesk } from '../../../../helpers/pages.ts';
import { formsIn } from '../../../../web/forms/page-forms.ts';
import { textWithoutEntities } from '../../../../web/page-text.ts';

const world = await openSharedApp();

/** The fields of a page's form, as a browser would send them. */
const fieldsOf = (page: string, action: string): Record<string, string> =>
  Object.fromEntries(formsIn(page, action).find((form) => form.action === action)?.fields ?? []);

test('the list shows each building with its kinds of rooms below it, with status, units and picture', async () => {
  const { visitor, base, team, place } = await openDesk(world);
  const teamId = team.id;
  const building = await buildListing(world, { teamId, kind: 'building', publicTitle: 'Pier House' });
  const rooms = { teamId, kind: 'unit_type', buildingId: building.id } as const;
  const double = await buildListing(world, {
    ...rooms,
    publicTitle: 'Double',
    status: 'draft',
    nightlyCents: 8_500,
  });
  const attic = await buildListing(world, {
    ...rooms,
    publicTitle: 'Attic',
    status: 'inactive',
    nightlyCents: 6_000,
  });
  await buildListing(world, {
    teamId,
    publicTitle: 'Quay',
    propertyType: 'boat',
    weekendNightlyCents: 7_950,
  });
  for (const name of ['1', '2', '3']) await buildUnit(world, { teamId, listingId: double.id, name });
  const path = `/media/${team.slug}/0123456789abcdef0123456789abcdef.webp`;
  await buildPhoto(world, { teamId, listingId: double.id, thumbnailUrl: path });
  await buildPhoto(world, { teamId, listingId: attic.id });
  const { body } = await visitor.get(`${base}/places`);
  const rows = [...body.matchAll(/<tr role="row"><td.*?<\/tr>/gs)].map(([row]) =>
    textWithoutEntities(row.replaceAll(/<span class="label".*?<\/span>|<[^>]*>/g, ' '))
      .replaceAll(/\s+/g, ' ')
      .trim(),
  );
  expect(rows).toEqual([
    expect.stringMatching(/^Pier House Building .*Open €85 \d+ 3$/),
    expect.stringMatching(/^Attic in Pier House Kind of room .*Closed €60 \d+ 0$/),
    expect.stringMatching(/^Double in Pier House Kind of room .*Draft €85 \d+ 3$/),
    expect.stringMatching(/^Quay Boat .*Open €79.50 \d+ 0$/),
    expect.stringMatching(/^Sea Loft .*Open €100 \d+ 2$/),
  ]);
  // Pictures of other hosts are not loaded.
  const pictures = [...body.matchAll(/<img class="thumb" src="([^"]*)"/g)].map(([, address = '']) => address);
  expect(pictures.map((address) => address.replace(/^\/app\/assets\/places-\w+\.svg/, ''))).toEqual([
    '#other',
    '#room',
    path,
    '#boat',
    '#other',
  ]);
  expectPage(await visitor.get(`${base}/places?q=quay`), 200, 'Quay');
  expectPage(await visitor.get(`${base}/places?q=nothing`), 200, 'Nothing found');
  expectPage(await visitor.get(`${base}/places/${place.id}`), 200, 'aria-current="page">About');
});

/** What is typed into each part, which is sent by itself. */
const TYPED = {
  description: {
    public_title: 'Sea Loft II',
    nickname: 'SL2',
    property_type: 'loft',
    headline: 'By the sea',
    description: 'Two\nlines',
    arrival_instructions: 'The key box\ncode 4711',
    slug: 'sea-loft-2',
    registration_number: 'AL 12',
  },
  where: {
    address_street: 'Quay 1',
    address_city: 'Porto',
    address_country: 'PT',
    address_latitude: '41.14',
    address_longitude: '-8.61',
    timezone: 'Europe/London',
    check_in_time: '16:00',
    check_out_time: '',
  },
  guests: {
    max_guests: '5',
    max_children: '2',
    max_infants: '',
    max_pets: '1',
    bedrooms_count: '2',
    beds_count: '3',
    bathrooms_count: '1',
    bathrooms_half: 'on',
    rooms_0_name: 'Bedroom',
    rooms_0_double: '1',
    rooms_0_cot: '1',
    rooms_3_name: 'Living room',
  },
  amenities: { amenities: 'wifi' },
  rules: {
    house_rules_smoking: 'no',
    house_rules_parties: '',
    house_rules_quiet_from: '22:00',
    house_rules_minimum_age: '21',
    house_rules_text: 'No shoes',
  },
};

test('everything that a place says of itself is changed in the forms of its parts, and stays as it is if nothing is typed', async () => {
  const { visitor, base, place, client } = await openDesk(world);
  const partPath = (part: string) => `${base}/places/${place.id}/about/${part}`;
  const showPart = async (part: string) => fieldsOf((await visitor.get(partPath(part))).body, partPath(part));
  const before = await client.read(`/listings/${place.id}`);
  for (const part of [...Object.keys(TYPED), 'terms'])
    expectPage(await visitor.submit(partPath(part), await showPart(part)), 200, 'Saved.');
  expect(await client.read(`/listings/${place.id}`)).toEqual(before);
  for (const [part, typed] of Object.entries(TYPED))
    expectPage(await visitor.submit(partPath(part), { ...(await showPart(part)), ...typed }), 200, 'Saved.');
  expect(await client.read(`/listings/${place.id}`)).toMatchObject({
    public_title: 'Sea Loft II',
    nickname: 'SL2',
    property_type: 'loft',
    headline: 'By the sea',
    arrival_instructions: 'The key box\ncode 4711',
    description: 'Two\nlines',
    slug: 'sea-loft-2',
    registration_number: 'AL 12',
    max_pets: 1,
    address: {
      street: 'Quay 1',
      city: 'Porto',
      country: 'PT',
      latitude: '41.14',
      longitude: '-8.61',
    },
    timezone: 'Europe/London',
    check_in_time: '16:00',
    check_out_time: '11:00',
    max_guests: 5,
    max_children: 2,
    max_infants: null,
    bathrooms_half: true,
    amenities: ['wifi'],
    house_rules: { smoking: false, parties: null, quiet_from: '22:00', minimum_age: 21, text: 'No shoes' },
    rooms: [
      {
        name: 'Bedroom',
        beds: [
          { kind: 'double', count: 1 },
          { kind: 'cot', count: 1 },
        ],
      },
      { name: 'Living room', beds: [] },
    ],
  });
  // A room whose row is emptied goes, and there is an empty row more.
  const again = await showPart('guests');
  expect(Object.keys(again).filter((name) => /^rooms_\d_name$/.test(name))).toHaveLength(3);
  await visitor.submit(partPath('guests'), {
    ...again,
    rooms_0_name: '',
    rooms_0_double: '',
    rooms_0_cot: '',
  });
  expect((await client.read(`/listings/${place.id}`)).rooms).toEqual([{ name: 'Living room', beds: [] }]);
});

const WRONG = {
  description: { public_title: ' ', slug: 'Not a slug' },
  where: { timezone: 'Mars', check_in_time: '25:00', address_latitude: '91' },
  guests: {
    max_guests: '0',
    beds_count: '-1',
    rooms_0_double: '2',
    rooms_1_name: 'Attic',
    rooms_1_single: 'many',
  },
  amenities: { amenities: 'wings' },
  rules: { house_rules_minimum_age: '100' },
};
/** The page says that the room of the two beds has no name, and has nothing to say of the attic's. */
const BESIDES: Record<string, string> = { rooms_0_double: 'rooms_0_name', rooms_1_name: 'rooms_1_single' };

test('what is wrong about a place is said at its field, and what somebody else changed meanwhile is not lost', async () => {
  const { visitor, base, place, client } = await openDesk(world);
  const path = `${base}/places/${place.id}/about/description`;
  for (const [part, wrong] of Object.entries(WRONG)) {
    const partPath = `${base}/places/${place.id}/about/${part}`;
    const asShown = fieldsOf((await visitor.get(partPath)).body, partPath);
    const { statusCode, body } = await visitor.post(partPath, { ...asShown, ...wrong });
    expect(statusCode).toBe(422);
    for (const name of Object.keys(wrong)) {
      const field = BESIDES[name] ?? name;
      expect([field, body]).toEqual([field, expect.stringContaining(`id="${field}-error"`)]);
    }
    if (part === 'guests') expect(body).toContain('value="many"');
  }
  const shown = fieldsOf((await visitor.get(path)).body, path);
  await client.data(client.send('PUT', `/listings/${place.id}`, { headline: 'By the sea' }));
  const late = await visitor.post(path, { ...shown, nickname: 'SL' });
  expectPage(late, 422, 'Somebody has changed this meanwhile.');
  expect(await client.read(`/listings/${place.id}`)).toMatchObject({
    headline: 'By the sea',
    nickname: null,
  });
});

test('the terms of a place, making room and its number elsewhere are changed in its form, and cleared by it', async () => {
  const { visitor, base, place, client } = await openDesk(world);
  const path = `${base}/places/${place.id}/about/terms`;
  const shown = fieldsOf((await visitor.get(path)).body, path);
  const typed = {
    cancellation_name: 'Half',
    cancellation_grace_hours: '24',
    cancellation_grace_days_before: '',
    cancellation_fee_of: 'nights',
    cancellation_fee_tax: 'vat',
    tiers_0_days_before: '30',
    tiers_0_refund_percent: '100',
    tiers_4_days_before: '7',
    tiers_4_refund_percent: '33,5 %',
    reseating: 'off',
    external_reference: 'AB-1',
  };
  expectPage(await visitor.submit(path, { ...shown, ...typed }), 200, 'Saved.');
  const stored = {
    cancellation_policy: {
      name: 'Half',
      grace_hours: 24,
      grace_days_before: 0,
      tiers: [
        { days_before: 30, refund_percent: 100 },
        { days_before: 7, refund_percent: 33.5 },
      ],
      fee_of: 'nights',
      fee_tax: 'vat',
    },
    reseating: 'off',
    external_reference: 'AB-1',
  };
  expect(await client.read(`/listings/${place.id}`)).toMatchObject(stored);
  const again = fieldsOf((await visitor.get(path)).body, path);
  expectPage(await visitor.submit(path, again), 200, 'Saved.');
  expect(await client.read(`/listings/${place.id}`)).toMatchObject(stored);
  const wrong = { tiers_0_days_before: '5', tiers_1_refund_percent: 'half', external_reference: 'A B' };
  const { statusCode, body } = await visitor.post(path, { ...again, ...wrong, cancellation_name: '' });
  expect(statusCode).toBe(422);
  for (const field of ['cancellation_name', 'tiers_1_refund_percent', 'external_reference'])
    expect([field, body]).toEqual([field, expect.stringContaining(`id="${field}-error"`)]);
  const rising = await visitor.post(path, { ...again, tiers_0_days_before: '5' });
  expect(rising.body).toContain('id="tiers_1_days_before-error"');
  const none = { tiers_0_days_before: '', tiers_0_refund_percent: '' };
  const empty = await visitor.post(path, {
    ...again,
    ...none,
    tiers_1_days_before: '',
    tiers_1_refund_percent: '',
  });
  for (const field of ['tiers_0_days_before', 'tiers_0_refund_percent'])
    expect(empty.body).toContain(`id="${field}-error"`);
  // The page has rows, and the API's word for them means nothing there.
  for (const { body: refused } of [rising, empty]) expect(refused).not.toMatch(/\btier\b/);
  const cleared = Object.fromEntries(
    Object.keys({ ...again, ...typed }).map((name) => [name, again[name] ?? '']),
  );
  for (const name of Object.keys(cleared))
    if (/^(tiers_|cancellation_|reseating|external_)/.test(name)) cleared[name] = '';
  expectPage(await visitor.submit(path, cleared), 200, 'Saved.');
  expect(await client.read(`/listings/${place.id}`)).toMatchObject({
    cancellation_policy: null,
    reseating: null,
    external_reference: null,
  });
});

test('the page of a building shows its lowest price, or that of the whole if no kind of room has one', async () => {
  const { visitor, base, team } = await openDesk(world);
  const building = { teamId: team.id, kind: 'building', nightlyCents: 50_000 } as const;
  const whole = await buildListing(world, { ...building, wholeBuildingBookable: true });
  const empty = await buildListing(world, building);
  const priceOn = async (id: string) =>
    /from (\S+) a night<\/p>/.exec((await visitor.get(`${base}/places/${id}`)).body)?.[1];
  expect([await priceOn(whole.id), await priceOn(empty.id)]).toEqual(['€500', undefined]);
  const room = { teamId: team.id, kind: 'unit_type', buildingId: whole.id } as const;
  await buildListing(world, { ...room, nightlyCents: 9_000 });
  await buildListing(world, { ...room, nightlyCents: 8_000, weekendNightlyCents: 12_000 });
  expect(await priceOn(whole.id)).toBe('€80');
});

test('the team’s own fields of a place are changed in rows of its form, each by its name', async () => {
  const { visitor, base, place, client } = await openDesk(world);
  const path = `${base}/places/${place.id}/about/terms`;
  const read = async () => (await client.read(`/listings/${place.id}`)).custom_fields;
  const custom_fields = { boiler: 12, heated: true, key_box: 'Left of the door' };
  await client.data(client.send('PUT', `/listings/${place.id}`, { custom_fields }));
  const shown = fieldsOf((await visitor.get(path)).body, path);
  expect(shown).toMatchObject({
    own_fields_0_name: 'boiler',
    own_fields_0_value: '12',
    own_fields_3_name: '',
  });
  expect(shown).not.toHaveProperty('own_fields_4_name');
  expectPage(await visitor.submit(path, shown), 200, 'Saved.');
  expect(await read()).toEqual(custom_fields);

  const typed = { own_fields_0_value: '14', own_fields_1_name: '', own_fields_1_value: '' };
  const added = { own_fields_3_name: 'meter', own_fields_3_value: ' 0012 ' };
  expectPage(await visitor.submit(path, { ...shown, ...typed, ...added }), 200, 'Saved.');
  expect(await read()).toEqual({ boiler: 14, key_box: 'Left of the door', meter: '0012' });
});

test('what is wrong with a team’s own field of a place is said at its row, and none is lost', async () => {
  const { visitor, base, place, client } = await openDesk(world);
  const path = `${base}/places/${place.id}/about/terms`;
  const shown = fieldsOf((await visitor.get(path)).body, path);
  const post = (rows: readonly (readonly [string, string])[]) =>
    visitor.post(path, {
      ...shown,
      ...Object.fromEntries(
        rows.flatMap(([name, value], row) => [
          [`own_fields_${row}_name`, name],
          [`own_fields_${row}_value`, value],
        ]),
      ),
    });
  const refused = await post([
    ...([
      ['Key box', 'blue'] as const,
      ['long', 'x'.repeat(501)] as const,
      ['', 'nameless'] as const,
    ] as const),
    ...([['empty', ''] as const, ['twice', 'a'] as const, ['twice', 'b'] as const] as const),
    ['__proto__', 'a'],
  ]);
  expect(refused.statusCode).toBe(422);
  const errors = [...refused.body.matchAll(/<p class="error" id="own_fields_(\d_\w+)-error">(.*?)<\/p>/g)];
  expect(errors.map(([, field, text]) => [field, textWithoutEntities(text ?? '')])).toEqual([
    ['0_name', expect.stringContaining('must have a name of at most 40 small letters')],
    ['1_value', 'The value of your own field 2 must not have more than 500 characters.'],
    ['2_name', 'A field of your own needs a name.'],
    ['3_value', 'A new field of your own needs a value.'],
    ['5_name', 'You have another field of this name.'],
    ['6_name', expect.stringContaining('must have a name of at most 40 small letters')],
  ]);
  const many = Array.from({ length: 51 }, (_, n) => [`field_${n}`, 'x'] as const);
  for (const [rows, problem] of [
    [many, 'must have at most 50 fields'],
    [
      many.slice(0, 9).map(([name]) => [name, 'x'.repeat(500)] as const),
      'must have at most 4096 bytes as JSON',
    ],
  ] as const) {
    const { statusCode, body } = await post(rows);
    expect(statusCode).toBe(422);
    expect(body).toContain(`id="own_fields-error">Your own fields ${problem}`);
    expect(body).toContain(`value="field_${rows.length - 1}"`);
  }
  expect((await client.read(`/listings/${place.id}`)).custom_fields).toEqual({});
});

test('a kind of room has the address of its building, and its form does not ask for it', async () => {
  const { visitor, base, team, client } = await openDesk(world);
  const teamId = team.id;
  const building = await buildListing(world, {
    teamId,
    kind: 'building',
    publicTitle: 'Pier House',
    city: 'Porto',
  });
  const rooms = { teamId, kind: 'unit_type', buildingId: building.id, city: 'Porto' } as const;
  const double = await buildListing(world, { ...rooms, publicTitle: 'Double' });
  const path = `${base}/places/${double.id}/about/where`;
  const { body } = await visitor.get(path);
  const shown = fieldsOf(body, path);
  expect(shown).not.toHaveProperty('address_city');
  expect(body).toContain('It has the address and the time zone of');
  const texts = `${base}/places/${double.id}/about/description`;
  const asShown = fieldsOf((await visitor.get(texts)).body, texts);
  expectPage(await visitor.submit(texts, { ...asShown, headline: 'Two beds' }), 200, 'Saved.');
  expectPage(await visitor.submit(path, shown), 200, 'Saved.');
  expect(await client.read(`/listings/${double.id}`)).toMatchObject({ headline: 'Two beds' });
  for (const [part, typed] of [
    ['where', { address_city: 'Gaia' }],
    ['description', { whole_building_bookable: 'on' }],
  ] as const) {
    const whole = `${base}/places/${building.id}/about/${part}`;
    const ofBuilding = fieldsOf((await visitor.get(whole)).body, whole);
    await visitor.submit(whole, { ...ofBuilding, ...typed });
  }
  expect(await client.read(`/listings/${double.id}`)).toMatchObject({ address: { city: 'Gaia' } });
  expect(await client.read(`/listings/${building.id}`)).toMatchObject({ whole_building_bookable: true });
});

test('a place is closed and opened again, and says on each of its pages that nobody can book it', async () => {
  const { visitor, base, place, client } = await openDesk(world);
  const path = `${base}/places/${place.id}`;
  await visitor.get(path);
  expectPage(await visitor.submit(`${path}/close`), 200, 'Bookings that exist stay.');
  expect(await client.read(`/listings/${place.id}`)).toMatchObject({ status: 'inactive' });
  for (const page of [path, `${path}/units`, `${path}/channels`, `${base}/prices/${place.id}`])
    expectPage(await visitor.get(page), 200, 'It is closed: guests neither see nor book it.');
  expectPage(await visitor.submit(`${path}/open`), 200, 'It is open');
  expect(await client.read(`/listings/${place.id}`)).toMatchObject({ status: 'active' });
});

test('a place is deleted after what goes with it is told', async () => {
  const { visitor, base, team, client } = await openDesk(world);
  const { id } = await buildListing(world, { teamId: team.id, publicTitle: 'Shed' });
  await buildUnit(world, { teamId: team.id, listingId: id, name: 'Shed' });
  await buildPhoto(world, { teamId: team.id, listingId: id });
  const path = `${base}/places/${id}/delete`;
  expectPage(await visitor.get(path), 200, '1 unit, 1 picture');
  expectPage(await visitor.submit(path), 200, '“Shed” is deleted.');
  expect((await client.send('GET', `/listings/${id}`)).status).toBe(404);
});

test('a place with bookings, blocks or kinds of rooms is not deleted, and each is told with a link', async () => {
  const { visitor, base, team, place, client } = await openDesk(world);
  const teamId = team.id;
  const [unit] = await client.read(`/listings/${place.id}/units`);
  const taken = { teamId, listingId: place.id, unitId: unit.id };
  await buildBooking(world, taken);
  await buildBlock(world, { ...taken, startDate: '2031-08-01', endDate: '2031-08-03' });
  const path = `${base}/places/${place.id}/delete`;
  const body = textWithoutEntities((await visitor.get(path)).body);
  for (const text of [
    `href="${base}/bookings?q=Sea+Loft&from=">1 booking</a>`,
    `href="${base}/calendar?q=Sea+Loft">1 time</a> for which it is blocked`,
    'Close it instead',
  ])
    expect(body).toContain(text);
  expectPage(await visitor.post(path), 422, 'cannot be deleted');
  expect(await client.read(`/listings/${place.id}`)).toMatchObject({ id: place.id });
  const building = await buildListing(world, { teamId, kind: 'building' });
  const rooms = { teamId, kind: 'unit_type', buildingId: building.id, publicTitle: 'Double' } as const;
  const double = await buildListing(world, rooms);
  const refused = await visitor.get(`${base}/places/${building.id}/delete`);
  expectPage(refused, 200, `href="${base}/places/${double.id}">Double</a>`);
});
