/** Faults of requests, accidental and malicious. */
import fc from 'fast-check';
import { words } from '../helpers/words.ts';
import { type Drawn, encoded } from './drawn-requests.ts';

const DEEP = 50_000;

/** Texts that some software mistakes for something else. */
const TEXTS = [
  ...['', ' ', '\t\n', '9'.repeat(15), '9'.repeat(400), 'ß'.repeat(300), 'x'.repeat(101), 'x'.repeat(10_001)],
  ...words(String.raw`0 -1 -0 1.5 1e3 0x10 ١ NaN Infinity null undefined true 007 +1 1,2 1;2 a,b,,c , [] {}
    %00 % %zz %s $1 ' \ _ <script> {{7*7}} ../../etc/passwd constructor __proto__ toString hasOwnProperty
    2026-02-30 2027-13-01 0000-00-00 10000-01-01 -0001-01-01 1999-12-31 2200-01-01 2027-1-5 20270105
    today infinity -infinity now epoch 2027-01-05T00:00:00Z 2027-01-05T14:03:22 2027-01-05T25:00:00Z
    9999-12-31T23:59:59-23:59 0001-01-01T00:00:00+23:59 é 👩‍👩‍👧 a@b @ deadbeef
    00000000-0000-0000-0000-000000000000 FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF
    {01943600-0000-7000-8000-000000000001} 01943600-0000-7000-8000-00000000000g 0194360000007000800000000000001`),
  ...['\0', 'a\0b', '\ud800', 'x\udfff', '\ufeff', '\u202eabc', 'e\u0301', '\u2028'],
  ...["' or 1=1 --", '"; drop table guests; --', 'a@b.c\nBcc: d@e.f', `${'a'.repeat(250)}@b.co`],
];

const KEYS = [
  '',
  ...words('__proto__ constructor prototype toString id team_id teamId grand_total a.b 0 length'),
];

/** Any code unit, including half of a character. */
const unit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code));
const anyText = fc.oneof(fc.constantFrom(...TEXTS), fc.string({ unit, maxLength: 30 }));

const NUMBERS = [0, -0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, 5e-324];
const OBJECTS = words(
  '[] {} [[]] [null] {"toString":1} {"length":5} {"length":{"toString":1}} {"size":{"toString":1}} ["a","b"] {"id":1} [{}] {"$ne":null}',
).map((text): unknown => JSON.parse(text));

/** Values of any type, of which a place can have at most one. */
const anyValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: anyText },
  { weight: 4, arbitrary: fc.constantFrom<unknown>(null, true, false, ...NUMBERS, ...OBJECTS) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

/** Bytes in place of a body. */
const RAW_BODIES: readonly (string | Buffer)[] = [
  ...words(String.raw`{ } {"a":1,} {'a':1} {a:1} {"a":1}{"b":2} [1,2 " \ nul undefined NaN 1e999
    null true 0 "text" [] [{}] [[[[]]]] {"a":"\ud800"} {"__proto__":{"isAdmin":true}}
    {"constructor":{"prototype":{"x":1}}} {"a":1,"a":2} {"":""} {}garbage <xml/> a=1&b=2`),
  ...[' ', '\n', '\ufeff{}', '{"a":"\u0000"}', '--boundary\r\n', '\x1f\x8b\x08', '{"name":"\t"}'],
  '['.repeat(DEEP),
  '['.repeat(DEEP) + ']'.repeat(DEEP),
  `${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`,
  `{"name":"x","deep":${'['.repeat(DEEP)}${']'.repeat(DEEP)}}`,
  `{"number_of_guests":${'9'.repeat(5_000)}}`,
  Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
  Buffer.from('{"name":"x"}', 'utf16le'),
];
const TOO_LARGE = `{"notes":"${'x'.repeat(1_048_576)}"}`;

const TYPES = [
  ...words(
    'text/plain application/x-www-form-urlencoded application/xml ; / application/ json application/json;',
  ),
  ...['', ' ', 'x'.repeat(5_000), 'APPLICATION/JSON', 'application/vnd.api+json', 'application/jsonx'],
  ...['application/json; charset=utf-16', 'application/json; charset="', 'application/json, text/plain'],
  ...['multipart/form-data; boundary=x', 'application/json\tx'],
];

const HEADERS: [name: string, values: string[]][] = [
  ['authorization', ['', 'Bearer', 'Bearer ', 'Basic YTpi', 'Bearer a b', 'bearer null', 'Bearer \u00e9']],
  ['authorization', [`Bearer ${'x'.repeat(300)}`]],
  ['idempotency-key', ['', ' ', 'two words', 'x'.repeat(256), '\u00e9', '__proto__', "'", '\t']],
  ['x-request-id', ['', 'x'.repeat(129), '<b>', 'a b', '__proto__', '\u00e9']],
  ['if-none-match', ['', '*', 'W/"x"', '"', '""', '"x", *', 'x'.repeat(4_000), '"\u00e9"']],
  ['accept', ['', '*/*', 'text/html', 'application/json;q=0', 'nonsense']],
  ['accept-encoding', ['gzip', 'identity;q=0', 'x']],
  ['content-encoding', ['gzip', 'br', 'nonsense']],
  ['host', ['', 'evil.example', 'a b', '[::1', 'x'.repeat(300), 'evil.example:99999', '<b>']],
  ['x-forwarded-for', ['127.0.0.1', 'x', "' or 1=1"]],
  ['x-forwarded-proto', ['https', 'javascript', 'https,http']],
  ['x-forwarded-host', ['evil.example', '<b>']],
  ['x-http-method-override', ['DELETE', 'PATCH']],
  ['origin', ['null', 'https://evil.example', 'x']],
  ['cookie', ['innkeep-session=x', '=;;=', 'a'.repeat(4_000), '__proto__=1']],
  ['content-length', ['0', '1', '99', '-1', 'x', '1048577']],
  ['expect', ['100-continue', 'nonsense']],
  ['range', ['bytes=0-1']],
  ['__proto__', ['x']],
  ['constructor', ['x']],
];

/** One fault: a change of the request, in the place that `at` draws. */
export type Fault = (request: Drawn, at: number) => Drawn;

const withBody = (request: Drawn, change: (body: Record<string, unknown>) => void): Drawn => {
  const body = structuredClone(request.body ?? {}) as Record<string, unknown>;
  change(body);
  return { ...request, body };
};

/** The object of a body that a place is in, and its key there. */
function placesIn(body: object): { within: Record<string, unknown>; key: string }[] {
  return Object.entries(body).flatMap(([key, value]) => [
    { within: body as Record<string, unknown>, key },
    ...(typeof value === 'object' && value !== null ? placesIn(value) : []),
  ]);
}

/** The request with `value` in each place of its body in turn. */
export const withEverywhere = (request: Drawn, value: unknown): Drawn[] =>
  placesIn(request.body as object).map((_, at) =>
    inBody((within, key) => {
      within[key] = value;
    })(request, at),
  );

const inBody =
  (change: (within: Record<string, unknown>, key: string) => void): Fault =>
  (request, at) =>
    withBody(request, (body) => {
      const places = placesIn(body);
      const place = places[at % (places.length || 1)];
      if (place) change(place.within, place.key);
    });

const inQuery =
  (change: (pair: [string, string]) => [string, string][]): Fault =>
  (request, at) => {
    const index = at % (request.query.length || 1);
    return {
      ...request,
      query: request.query.flatMap((pair, where) => (where === index ? change(pair) : [pair])),
    };
  };

const inPath =
  (value: string): Fault =>
  (request, at) => {
    const names = Object.keys(request.path);
    const name = names[at % (names.length || 1)];
    return name === undefined ? request : { ...request, path: { ...request.path, [name]: value } };
  };

/** URLs may contain bytes that are not UTF-8. Texts must not. */
const encodedText = fc.oneof(
  { weight: 4, arbitrary: anyText.map(encoded) },
  { weight: 1, arbitrary: fc.constantFrom(...words('% %zz %FF %ED%A0%80 %C0%80 %00 + %2B %0d%0aX:1 = []')) },
);

/** Puts the key into the text of a body, because an assignment to `__proto__` would add no key. */
const withKey =
  (key: string, value: unknown): Fault =>
  (request) => {
    const start = `{${JSON.stringify(key)}:${JSON.stringify(value)},`;
    const raw = JSON.stringify(request.body ?? {}).replace(/^\{/, () => start);
    return { ...request, raw: raw.replace(/,\}$/, '}') };
  };

const withHeader =
  (name: string, value: string): Fault =>
  (request) => ({ ...request, headers: { ...request.headers, [name]: value } });

const cutOff =
  (length: number): Fault =>
  (request) => {
    const whole = JSON.stringify(request.body ?? {});
    return { ...request, raw: whole.slice(0, length % (whole.length + 1)) };
  };

const twoKeys = inQuery(([name, value]) => [
  [`${name}[]`, value],
  [`${name}[a]`, value],
]);

/** Faults of requests without a body, and of those with one. */
export function faultOf(hasBody: boolean): fc.Arbitrary<Fault> {
  const header = fc
    .constantFrom(...HEADERS)
    .chain(([name, values]) => fc.constantFrom(...values).map((value) => withHeader(name, value)));
  const unknownParameter = fc.tuple(fc.constantFrom(...KEYS), encodedText).map(
    ([name, value]): Fault =>
      (request) => ({ ...request, query: [...request.query, [encoded(name), value]] }),
  );
  const everywhere = [
    { weight: 3, arbitrary: encodedText.map((value) => inQuery(([name]) => [[name, value]])) },
    { weight: 2, arbitrary: encodedText.map((value) => inQuery((pair) => [pair, [pair[0], value]])) },
    { weight: 1, arbitrary: fc.constant(inQuery(() => [])) },
    { weight: 1, arbitrary: fc.constant(twoKeys) },
    { weight: 1, arbitrary: unknownParameter },
    { weight: 3, arbitrary: anyText.map(inPath) },
    { weight: 2, arbitrary: header },
  ];
  if (!hasBody) return fc.oneof(...everywhere);
  const raw = fc.constantFrom(...RAW_BODIES).map(
    (bytes): Fault =>
      (request) => ({ ...request, raw: bytes }),
  );
  return fc.oneof(
    ...everywhere,
    { weight: 10, arbitrary: anyValue.map((value) => inBody((within, key) => (within[key] = value))) },
    { weight: 2, arbitrary: fc.constant(inBody((within, key) => delete within[key])) },
    { weight: 2, arbitrary: fc.tuple(fc.constantFrom(...KEYS), anyValue).map((pair) => withKey(...pair)) },
    { weight: 2, arbitrary: raw },
    { weight: 2, arbitrary: fc.nat().map(cutOff) },
    { weight: 2, arbitrary: fc.constantFrom(...TYPES).map((type) => withHeader('content-type', type)) },
  );
}

/** A body of more than 1 MiB. It is drawn seldom, because it takes long. */
export const tooLarge: Fault = (request) => ({ ...request, raw: TOO_LARGE });

export const brokenRequest = (whole: fc.Arbitrary<Drawn>, hasBody: boolean): fc.Arbitrary<Drawn> =>
  fc
    .tuple(whole, fc.array(fc.tuple(faultOf(hasBody), fc.nat()), { minLength: 1, maxLength: 3 }))
    .map(([request, faults]) => faults.reduce((broken, [fault, at]) => fault(broken, at), request));
