import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';

const KEY = Buffer.alloc(32, 'a key').toString('base64');
const OTHER_KEY = Buffer.alloc(32, 'another').toString('base64');
const DATABASE = 'postgres://innkeep:secret@db.example:5432/innkeep';
const KEY_HINT = 'must be 32 bytes in base64, as `openssl rand -base64 32` prints them';
const NETWORKS_HINT = 'must be a comma list of hosts and networks such as hooks.example.com or 10.0.0.0/8';
const ORIGINS_HINT = 'must be *, or a comma list of origins such as https://www.example.com';
const URL_HINT = 'must be a URL that begins with';

const directory = mkdtempSync(path.join(tmpdir(), 'innkeep-config-'));
afterAll(() => rmSync(directory, { recursive: true }));

function fileWith(content: string): string {
  const file = path.join(directory, Buffer.from(content).toString('hex').slice(0, 40));
  writeFileSync(file, content);
  return file;
}

function configOf(environment: NodeJS.ProcessEnv) {
  const read = readConfig(environment);
  if (!read.ok) throw new Error(read.problem);
  return read.config;
}

function problemOf(environment: NodeJS.ProcessEnv): string | null {
  const read = readConfig(environment);
  return read.ok ? null : read.problem;
}

test('no configuration variable is required', () => {
  expect(configOf({ PATH: '/bin' })).toEqual({
    HOST: '127.0.0.1',
    PORT: 3000,
    DATABASE_URL: undefined,
    DATABASE_URL_DIRECT: undefined,
    DATABASE_POOL_MAX: 10,
    DATABASE_PREPARE: true,
    DRAIN_SECONDS: 0,
    APP_KEY: null,
    MAKE_APP_KEY: false,
    APP_KEY_PREVIOUS: [],
    PUBLIC_URL: null,
    TRUST_PROXY: false,
    LOG_LEVEL: 'info',
    DATA_DIR: path.resolve('.data'),
    SIGN_UP: false,
    DEMO: null,
    MIGRATE: true,
    METRICS_PORT: null,
    RATE_LIMIT_PUBLIC: 300,
    RATE_LIMIT_TOKEN: 1_200,
    RATE_LIMIT_SIGN_IN: 10,
    RATE_LIMIT_SITE_BOOKINGS: 10,
    SMTP_URL: null,
    SMTP_INSECURE: false,
    MAIL_FROM: null,
    MAIL_PER_MINUTE: 60,
    MAIL_DKIM_KEY_FILE: null,
    MAIL_DKIM_DOMAIN: null,
    MAIL_DKIM_SELECTOR: null,
    OUTBOUND_ALLOW: [],
    CALENDAR_MINUTES: 15,
    GUEST_RETENTION_MONTHS: null,
    MEDIA_TEAM_MIB: 2_048,
    CORS_ORIGINS: null,
  });
});

test('every configuration variable can be set', () => {
  const environment = {
    HOST: '0.0.0.0',
    PORT: '8080',
    DATABASE_URL: DATABASE,
    DATABASE_URL_DIRECT: 'postgresql://direct.example/innkeep',
    DATABASE_POOL_MAX: '25',
    DATABASE_PREPARE: 'false',
    APP_KEY: KEY,
    APP_KEY_PREVIOUS: `${OTHER_KEY}, ${KEY}`,
    DRAIN_SECONDS: '5',
    MAKE_APP_KEY: 'true',
    PUBLIC_URL: 'https://api.example/inns/',
    TRUST_PROXY: 'true',
    LOG_LEVEL: 'trace',
    DATA_DIR: '/var/lib/innkeep',
    SIGN_UP: 'true',
    DEMO: 'true',
    MIGRATE: 'false',
    METRICS_PORT: '9464',
    RATE_LIMIT_PUBLIC: '0',
    RATE_LIMIT_TOKEN: '1000000',
    RATE_LIMIT_SIGN_IN: '3',
    RATE_LIMIT_SITE_BOOKINGS: '4',
    SMTP_URL: 'smtps://mail:secret@mail.example',
    SMTP_INSECURE: 'true',
    MAIL_FROM: 'mail@inns.example',
    MAIL_PER_MINUTE: '0',
    MAIL_DKIM_KEY_FILE: '/run/dkim.pem',
    MAIL_DKIM_DOMAIN: 'inns.example',
    MAIL_DKIM_SELECTOR: 'inn',
    OUTBOUND_ALLOW: 'hooks.inside, 10.0.0.0/8,::1',
    CALENDAR_MINUTES: '0',
    GUEST_RETENTION_MONTHS: '36',
    MEDIA_TEAM_MIB: '0',
    CORS_ORIGINS: 'https://www.Example.com, http://localhost:8080/',
  };
  expect(configOf(environment)).toEqual({
    HOST: '0.0.0.0',
    PORT: 8080,
    DATABASE_URL: DATABASE,
    DATABASE_URL_DIRECT: 'postgresql://direct.example/innkeep',
    DATABASE_POOL_MAX: 25,
    DATABASE_PREPARE: false,
    APP_KEY: Buffer.from(KEY, 'base64'),
    DRAIN_SECONDS: 5,
    MAKE_APP_KEY: true,
    APP_KEY_PREVIOUS: [Buffer.from(OTHER_KEY, 'base64'), Buffer.from(KEY, 'base64')],
    PUBLIC_URL: 'https://api.example/inns',
    TRUST_PROXY: true,
    LOG_LEVEL: 'trace',
    DATA_DIR: '/var/lib/innkeep',
    SIGN_UP: true,
    DEMO: true,
    MIGRATE: false,
    METRICS_PORT: 9464,
    RATE_LIMIT_PUBLIC: 0,
    RATE_LIMIT_TOKEN: 1_000_000,
    RATE_LIMIT_SIGN_IN: 3,
    RATE_LIMIT_SITE_BOOKINGS: 4,
    SMTP_URL: 'smtps://mail:secret@mail.example',
    SMTP_INSECURE: true,
    MAIL_FROM: 'mail@inns.example',
    MAIL_PER_MINUTE: 0,
    MAIL_DKIM_KEY_FILE: '/run/dkim.pem',
    MAIL_DKIM_DOMAIN: 'inns.example',
    MAIL_DKIM_SELECTOR: 'inn',
    OUTBOUND_ALLOW: ['hooks.inside', '10.0.0.0/8', '::1'],
    CALENDAR_MINUTES: 0,
    GUEST_RETENTION_MONTHS: 36,
    MEDIA_TEAM_MIB: 0,
    CORS_ORIGINS: ['https://www.example.com', 'http://localhost:8080'],
  });
});

test('an empty configuration variable counts as not set', () => {
  const names = Object.keys(configOf({}));
  expect(configOf(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(configOf({}));
});

describe('invalid variables', () => {
  test.each([
    ['PORT', 'http', 'must be an integer from 0 to 65535'],
    ['PORT', '65536', 'must be an integer from 0 to 65535'],
    ['PORT', '-1', 'must be an integer from 0 to 65535'],
    ['PORT', '30.5', 'must be an integer from 0 to 65535'],
    ['PORT', '0x50', 'must be an integer from 0 to 65535'],
    ['PORT', ' 80', 'must be an integer from 0 to 65535'],
    ['DATABASE_POOL_MAX', '0', 'must be an integer from 1 to 1000'],
    ['DATABASE_POOL_MAX', '1001', 'must be an integer from 1 to 1000'],
    ['DATABASE_PREPARE', 'no', 'must be true or false'],
    ['DEMO', '1', 'must be true or false'],
    ['MIGRATE', 'TRUE', 'must be true or false'],
    ['DATABASE_URL', 'db.example', `${URL_HINT} postgres:// or postgresql://`],
    ['DATABASE_URL', 'mysql://db.example/x', `${URL_HINT} postgres:// or postgresql://`],
    ['DATABASE_URL_DIRECT', 'http://db.example', `${URL_HINT} postgres:// or postgresql://`],
    [
      'DATABASE_URL',
      'postgresql://innkeep:hunter/2@db.example/innkeep',
      'is not a valid URL: special characters in its password must be percent-encoded',
    ],
    ...['ss/word', '12/word', '12?word', '12#word'].flatMap((password) =>
      ['DATABASE_URL', 'DATABASE_URL_DIRECT'].map((name) => [
        name,
        `postgresql://innkeep:${password}@db.example:5432/innkeep`,
        'is not a valid URL: special characters in its password must be percent-encoded',
      ]),
    ),
    [
      'DATABASE_URL',
      'postgresql://innkeep:hunter2@db.example:65536/innkeep',
      'must be a URL whose port is a number up to 65535',
    ],
    ['PUBLIC_URL', 'api.example', `${URL_HINT} http:// or https://`],
    ['PUBLIC_URL', 'ftp://api.example', `${URL_HINT} http:// or https://`],
    ['PUBLIC_URL', 'https://api.example/inns?team=1', 'must be a URL without ? and #'],
    ['PUBLIC_URL', 'https://user:hunter2@api.example', 'must be a URL without a user and a password'],
    ['APP_KEY', 'hunter2', KEY_HINT],
    ['APP_KEY', KEY.slice(4), KEY_HINT],
    ['APP_KEY', `${KEY}${KEY}`, KEY_HINT],
    ['APP_KEY_PREVIOUS', 'hunter2', `is a comma list, of which each ${KEY_HINT}`],
    ['APP_KEY_PREVIOUS', `${KEY},`, `is a comma list, of which each ${KEY_HINT}`],
    ['LOG_LEVEL', 'loud', 'must be one of trace, debug, info, warn, error, fatal, silent'],
    ['TRUST_PROXY', 'yes', 'must be true, false, or a comma list of addresses and networks'],
    ['TRUST_PROXY', '1', 'must be true, false, or a comma list of addresses and networks'],
    ['TRUST_PROXY', '10.0.0.0/33', 'must be true, false, or a comma list of addresses and networks'],
    ['TRUST_PROXY', '10.0.0.1,', 'must be true, false, or a comma list of addresses and networks'],
    ['TRUST_PROXY', 'true,10.0.0.1', 'must be true, false, or a comma list of addresses and networks'],
    ['TRUST_PROXY', '0.0.0.0/0', 'must be true for all proxies, not a network that ends with /0'],
    ['TRUST_PROXY', '::/0, 10.0.0.1', 'must be true for all proxies, not a network that ends with /0'],
    ['METRICS_PORT', '0', 'must be an integer from 1 to 65535'],
    ['METRICS_PORT', 'on', 'must be an integer from 1 to 65535'],
    ['METRICS_PORT', '3000', 'must be another port than PORT'],
    ['RATE_LIMIT_PUBLIC', '-1', 'must be an integer from 0 to 1000000'],
    ['RATE_LIMIT_PUBLIC', 'off', 'must be an integer from 0 to 1000000'],
    ['RATE_LIMIT_TOKEN', '1000001', 'must be an integer from 0 to 1000000'],
    ['RATE_LIMIT_SIGN_IN', '1.5', 'must be an integer from 0 to 1000000'],
    ['OUTBOUND_ALLOW', 'https://hooks.inside', NETWORKS_HINT],
    ['OUTBOUND_ALLOW', '10.0.0.0/33', NETWORKS_HINT],
    ['CORS_ORIGINS', 'www.example.com', ORIGINS_HINT],
    ['CORS_ORIGINS', 'https://www.example.com/site', ORIGINS_HINT],
    ['CORS_ORIGINS', 'https://user@www.example.com', ORIGINS_HINT],
    ['CORS_ORIGINS', 'https://www.example.com,', ORIGINS_HINT],
    ['CORS_ORIGINS', 'https://*.example.com', ORIGINS_HINT],
    ['CORS_ORIGINS', 'null', ORIGINS_HINT],
    ['CORS_ORIGINS', 'file:///etc', ORIGINS_HINT],
  ])(
    'an invalid configuration variable is named in one line, without its value: %s=%s',
    (name, value, problem) => {
      const others = name.startsWith('DATABASE_URL') ? { APP_KEY: KEY } : {};
      expect(problemOf({ ...others, [name]: value })).toBe(`${name} ${problem}.`);
    },
  );

  test.each([
    [
      'smtp://mail:50%off@mail.example',
      'is not a valid URL: special characters in its user and password must be percent-encoded',
    ],
    [
      'smtp://mail:50/off@mail.example',
      'is not a valid URL: special characters in its user and password must be percent-encoded',
    ],
    [
      'smtp://mail:50/@mail.example',
      'is not a valid URL: special characters in its user and password must be percent-encoded',
    ],
    ['smtp://mail:hunter2@mail.example:65536', 'must be a URL whose port is a number up to 65535'],
    ['smtp://', 'must be a URL that names a host'],
    ['mail.example', 'must be a URL that begins with smtp:// or smtps://'],
    ['smtps:mail.example', 'must be a URL that names a host'],
  ])('an SMTP_URL that no mail server can be reached by is refused: %s', (SMTP_URL, problem) => {
    const others = { PUBLIC_URL: 'https://api.example', MAIL_FROM: 'mail@inns.example' };
    expect(problemOf({ ...others, SMTP_URL })).toBe(`SMTP_URL ${problem}.`);
  });

  test.each([
    ['MAIL_DKIM_DOMAIN', 'inns', 'must be a domain such as example.com'],
    ['MAIL_DKIM_DOMAIN', 'https://inns.example', 'must be a domain such as example.com'],
    ['MAIL_DKIM_DOMAIN', 'inns .example', 'must be a domain such as example.com'],
    ['MAIL_DKIM_SELECTOR', 'two words', 'must be one word such as innkeep'],
  ])('an invalid variable for DKIM is named: %s=%s', (name, value, problem) => {
    const others = {
      MAIL_DKIM_KEY_FILE: '/run/dkim.pem',
      MAIL_DKIM_DOMAIN: 'inns.example',
      MAIL_DKIM_SELECTOR: 'inn',
    };
    expect(problemOf({ ...others, [name]: value })).toBe(`${name} ${problem}.`);
  });

  test('several invalid configuration variables are named together in one line', () => {
    expect(problemOf({ PORT: 'x', LOG_LEVEL: 'x', DEMO: 'x' })).toBe(
      'PORT must be an integer from 0 to 65535; LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent; DEMO must be true or false.',
    );
  });
});

test.each([
  '10.0.0.1',
  '10.0.0.0/8,::1',
  '10.1.0.0/10',
  'loopback, uniquelocal',
  'fd00::/8',
  'true',
  'false',
])('TRUST_PROXY=%s is accepted', (value) => {
  const given = { true: true, false: false }[value] ?? value;
  expect(configOf({ TRUST_PROXY: value }).TRUST_PROXY).toBe(given);
});

test.each(['', '*', 'https://www.example.com,*'])('CORS_ORIGINS=%s allows every website', (value) => {
  expect(configOf({ CORS_ORIGINS: value }).CORS_ORIGINS).toBeNull();
});

test('every configuration variable is in .env.example and in docs/configuration.md', () => {
  const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');
  const readme = readFileSync(new URL('../../docs/configuration.md', import.meta.url), 'utf8');
  for (const name of [...Object.keys(configOf({})), 'APP_KEY_FILE', 'DATABASE_URL_FILE', 'SMTP_URL_FILE']) {
    expect(example).toMatch(new RegExp(`^#${name}=`, 'm'));
    expect(readme).toContain(`\`${name}\``);
  }
});

/** What Compose decides itself, or what needs a file that it does not mount. */
const NOT_IN_COMPOSE = new Set([
  'HOST',
  'DATABASE_URL_DIRECT',
  'DATABASE_PREPARE',
  'MAKE_APP_KEY',
  'DATA_DIR',
]);

test('docker-compose.yml passes on every configuration variable that has a use there', () => {
  const compose = readFileSync(new URL('../../docker-compose.yml', import.meta.url), 'utf8');
  const passed = Object.keys(configOf({})).filter((name) => new RegExp(`^ +${name}: `, 'm').test(compose));
  expect(passed).toEqual(Object.keys(configOf({})).filter((name) => !NOT_IN_COMPOSE.has(name)));
});

test.each([
  'postgresql:///innkeep?host=/run/postgresql',
  'postgresql://innkeep@%2Frun%2Fpostgresql/innkeep',
  'postgresql://db.example/innkeep?user=innkeep@tenant',
  'postgresql://innkeep:50%off@db.example/innkeep',
])('a DATABASE_URL that PostgreSQL’s client understands is taken: %s', (DATABASE_URL) => {
  expect(problemOf({ DATABASE_URL, APP_KEY: KEY })).toBeNull();
});

test('DATABASE_URL requires APP_KEY', () => {
  expect(problemOf({ DATABASE_URL: DATABASE })).toBe('APP_KEY is required with DATABASE_URL.');
  expect(problemOf({ DATABASE_URL: DATABASE, APP_KEY: KEY })).toBeNull();
  expect(problemOf({ DATABASE_URL: DATABASE, APP_KEY: '', MAKE_APP_KEY: 'true' })).toBeNull();
});

test('APP_KEY may leave out the padding of base64', () => {
  expect(configOf({ APP_KEY: KEY.replace('=', '') }).APP_KEY).toEqual(Buffer.from(KEY, 'base64'));
});

describe('variables from files', () => {
  test('APP_KEY and DATABASE_URL may be in files, whose surrounding blanks are ignored', () => {
    const config = configOf({
      APP_KEY_FILE: fileWith(`${KEY}\n`),
      DATABASE_URL_FILE: fileWith(` ${DATABASE}\r\n`),
    });
    expect(config.APP_KEY).toEqual(Buffer.from(KEY, 'base64'));
    expect(config.DATABASE_URL).toBe(DATABASE);
  });

  test('a file for APP_KEY or DATABASE_URL must exist and be valid, and the variable must not be set as well', () => {
    const missing = path.join(directory, 'missing');
    expect(problemOf({ APP_KEY_FILE: missing })).toBe(
      `APP_KEY_FILE names a file that cannot be read: ${missing} (there is no such file or directory).`,
    );
    expect(problemOf({ DATABASE_URL_FILE: directory })).toBe(
      `DATABASE_URL_FILE names a file that cannot be read: ${directory} (it is a directory).`,
    );
    expect(problemOf({ APP_KEY_FILE: fileWith('hunter2') })).toBe(`APP_KEY ${KEY_HINT}.`);
    expect(problemOf({ APP_KEY_FILE: fileWith(KEY), APP_KEY: KEY })).toBe(
      'APP_KEY and APP_KEY_FILE are both set: give one of them.',
    );
  });
});

test('mail is sent only if PUBLIC_URL and a sender’s address are configured', () => {
  const SMTP_URL = 'smtp://mail.example';
  const PUBLIC_URL = 'https://inns.example';
  const MAIL_FROM = 'mail@inns.example';
  expect(problemOf({ SMTP_URL, MAIL_FROM })).toBe('PUBLIC_URL is required with SMTP_URL.');
  expect(problemOf({ SMTP_URL, PUBLIC_URL })).toBe('MAIL_FROM is required with SMTP_URL.');
  expect(problemOf({ SMTP_URL, PUBLIC_URL, MAIL_FROM })).toBe(null);
  expect(problemOf({ SMTP_URL: 'https://mail.example', PUBLIC_URL, MAIL_FROM })).toMatch(/^SMTP_URL must/);
  expect(problemOf({ MAIL_DKIM_DOMAIN: 'inns.example' })).toMatch(/^MAIL_DKIM_KEY_FILE needs/);
});
