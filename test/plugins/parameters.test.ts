import { describe, expect, test } from 'vitest';
import { openSharedApp } from '../helpers/app.ts';
import { buildTeam, buildToken } from '../helpers/factories.ts';

const STATUSES = 'must be a comma list of draft, active, inactive, archived.';
const KINDS = 'must be a comma list of standalone, building, unit_type.';
const SLUG = 'must be a DNS label: lower-case letters, digits and hyphens, at most 63.';
const NUL = 'must not contain a NUL character or a lone surrogate.';

const world = await openSharedApp();
const { id: teamId, slug } = await buildTeam(world);
const token = await buildToken(world, { teamId, role: 'owner' });
const site = `/v1/public/${slug}/listings`;

async function ask(path: string) {
  const answer = await world.get(path, token);
  return { status: answer.statusCode, body: answer.json() };
}

describe.each(['/v1/listings', '/v1/guests', 'the booking site'])('%s', (name) => {
  const path = () => (name.startsWith('/') ? name : site);

  test.each([
    ['page=0', 'The page field must be at least 1.', 'too_small'],
    ['page=-1', 'The page field must be at least 1.', 'too_small'],
    ['page=1000001', 'The page field must not be greater than 1000000.', 'too_large'],
    ['page=1.5', 'The page field must be an integer.', 'invalid'],
    ['page=1e3', 'The page field must be an integer.', 'invalid'],
    ['page=0x10', 'The page field must be an integer.', 'invalid'],
    ['page=02', 'The page field must be an integer.', 'invalid'],
    ['page=%2B2', 'The page field must be an integer.', 'invalid'],
    ['page=-0', 'The page field must be an integer.', 'invalid'],
    ['page=', 'The page field must be an integer.', 'invalid'],
    ['page', 'The page field must be an integer.', 'invalid'],
    ['page=%20', 'The page field must be an integer.', 'invalid'],
    ['page=%201', 'The page field must be an integer.', 'invalid'],
    ['page=1%0A', 'The page field must be an integer.', 'invalid'],
    ['page=%D9%A1', 'The page field must be an integer.', 'invalid'],
    ['page=NaN', 'The page field must be an integer.', 'invalid'],
    ['page=Infinity', 'The page field must be an integer.', 'invalid'],
    ['page=%00', 'The page field must be an integer.', 'invalid'],
    ['page=1&page=1', 'The page field must be given once.', 'invalid'],
    ['page=1&page=2&page=3', 'The page field must be given once.', 'invalid'],
    ['per_page=0', 'The per page field must be at least 1.', 'too_small'],
    ['per_page=101', 'The per page field must not be greater than 100.', 'too_large'],
    ['per_page=all', 'The per page field must be an integer.', 'invalid'],
  ])('the query %s is refused: %s', async (query, message, code) => {
    const field = query.startsWith('per_page') ? 'per_page' : 'page';
    const { status, body } = await ask(`${path()}?${query}`);
    expect([status, body]).toEqual([
      422,
      { message, errors: { [field]: [message] }, codes: { [field]: [code] } },
    ]);
  });

  test.each(['page=1000000', 'per_page=1', 'per_page=100&page=1'])(
    'a list with %s is in range',
    async (query) => {
      expect((await ask(`${path()}?${query}`)).status).toBe(200);
    },
  );
});

test.each([
  ['status=', STATUSES],
  ['status=Active', STATUSES],
  ['status=active,', STATUSES],
  ['status=active,%20draft', STATUSES],
  ['status=gone', STATUSES],
  ['status=active&status=', STATUSES],
  ['status=active&status=gone', STATUSES],
  ['kind=', KINDS],
  ['kind=unit-type', KINDS],
  ['kind=constructor', KINDS],
  ['slug=', SLUG],
  ['slug=Sea-Loft', SLUG],
  ['slug=a&slug=b', 'must be given once.'],
])('/v1/listings?%s', async (query, problem) => {
  const field = query.slice(0, query.indexOf('='));
  const message = `The ${field} field ${problem}`;
  expect((await ask(`/v1/listings?${query}`)).body).toEqual({
    message,
    errors: { [field]: [message] },
    codes: { [field]: ['invalid'] },
  });
});

test.each([
  ['email=', 'email', 'must be a valid email address.'],
  ['email=nobody', 'email', 'must be a valid email address.'],
  ['email=%00@example.com', 'email', NUL],
  [`email=${'x'.repeat(250)}@example.com`, 'email', 'must not have more than 254 characters.'],
  ['email=a@example.com&email=b@example.com', 'email', 'must be given once.'],
  ['search=', 'search', 'must have at least 2 characters.'],
  ['search=x', 'search', 'must have at least 2 characters.'],
  ['search=%20x%20', 'search', 'must have at least 2 characters.'],
  ['search=%F0%9F%8F%A0', 'search', 'must have at least 2 characters.'],
  [`search=${'x'.repeat(101)}`, 'search', 'must not have more than 100 characters.'],
  ['search=ab%00', 'search', NUL],
  ['search=ab&search=cd', 'search', 'must be given once.'],
])('the query %s of /v1/guests is refused: the field %s %s', async (query, field, problem) => {
  const { status, body } = await ask(`/v1/guests?${query}`);
  expect([status, body.errors[field][0]]).toEqual([422, `The ${field} field ${problem}`]);
});

test.each([
  ['/v1/bookings', 'listing_id'],
  ['/v1/bookings', 'guest_id'],
  ['/v1/blocks', 'listing_id'],
])('in a list, %s?%s= takes only a UUID', async (path, field) => {
  const message = `The ${field.replace('_', ' ')} field must be a UUID.`;
  for (const id of ['', 'sea-loft', '0194360000007000800000000001', '01943600-0000-7000-8000-00000000000g']) {
    const { status, body } = await ask(`${path}?${field}=${id}`);
    expect([status, body]).toEqual([
      422,
      { message, errors: { [field]: [message] }, codes: { [field]: ['invalid'] } },
    ]);
  }
});

test.each(['bookings?listing_id', 'bookings?guest_id', 'blocks?listing_id'])(
  '/v1/%s= with an unknown id gives an empty page',
  async (filter) => {
    const { status, body } = await ask(`/v1/${filter}=01943600-0000-7000-8000-ffffffffffff`);
    expect([status, body.data, body.meta.total]).toEqual([200, [], 0]);
  },
);

test.each(['%FF%FE', '%ED%A0%80', 'a%', '%zz', '%C3', '%E5sa'])(
  'search=%s is not UTF-8, and finds nothing',
  async (search) => {
    const { status, body } = await ask(`/v1/guests?search=${search}`);
    expect([status, body.data]).toEqual([200, []]);
  },
);

test('a search may have 2 to 100 characters, counted as code points', async () => {
  for (const search of ['ab', '🏠🏠', 'x'.repeat(100), '🏠'.repeat(100)])
    expect((await ask(`/v1/guests?search=${encodeURIComponent(search)}`)).status).toBe(200);
});

test('all invalid parameters of a list are reported at once', async () => {
  expect(await ask('/v1/guests?page=0&per_page=x&email=nobody&search=a')).toEqual({
    status: 422,
    body: {
      message: 'The page field must be at least 1. (and 3 more errors)',
      errors: {
        page: ['The page field must be at least 1.'],
        per_page: ['The per page field must be an integer.'],
        email: ['The email field must be a valid email address.'],
        search: ['The search field must have at least 2 characters.'],
      },
      codes: { page: ['too_small'], per_page: ['invalid'], email: ['invalid'], search: ['too_short'] },
    },
  });
  expect((await ask('/v1/listings?status=x&kind=y')).body.message).toBe(
    `The status field ${STATUSES} (and 1 more error)`,
  );
});

describe('an unknown parameter', () => {
  const NAMES = ['stauts', '__proto__', 'constructor', 'toString', '__proto__[x]', 'page[]', 'Page', 'x.y'];
  const refusalOf = (name: string) => {
    const message = `The ${name.replaceAll(/[._]/g, ' ')} field is not a known parameter.`;
    return {
      message,
      errors: Object.fromEntries([[name, [message]]]),
      codes: Object.fromEntries([[name, ['unknown']]]),
    };
  };

  test.each(NAMES)(
    'an unknown parameter %s is refused in requests with a token, and ignored on the booking site',
    async (name) => {
      for (const path of ['/v1/listings', '/v1/me'])
        expect(await ask(`${path}?${name}=1&${name}=2`)).toMatchObject({
          status: 422,
          body: refusalOf(name),
        });
      expect((await ask(`${site}?${name}=1&${name}=2`)).status).toBe(200);
    },
  );

  test('an unknown parameter is refused in writes too, and reported with all other problems', async () => {
    const headers = { authorization: `Bearer ${token}`, 'idempotency-key': 'two words' };
    const answer = await world.app.inject({ method: 'POST', url: '/v1/guests?dry=1', headers, payload: {} });
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([
      422,
      ['name', 'dry', 'idempotency_key'],
    ]);
  });

  test('an unknown parameter is refused before the path’s listing or guest is looked up', async () => {
    const nobody = '01943600-0000-7000-8000-ffffffffffff';
    for (const path of [`guests/${nobody}`, `listings/${nobody}/units`, `listings/${nobody}/days`])
      expect((await ask(`/v1/${path}?x=1`)).status).toBe(422);
  });

  test('500 unknown parameters are refused in one answer', async () => {
    const query = Array.from({ length: 500 }, (_, n) => `p${n}=${n}`).join('&');
    expect((await ask(`/v1/listings?${query}`)).body.message).toBe(
      'The p0 field is not a known parameter. (and 499 more errors)',
    );
  });
});
