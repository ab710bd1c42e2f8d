import { createServer } from 'node:http';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { isNonPublicAddress } from '../../src/services/outbound/addresses.ts';
import { createOutboundClient, explainRequestError } from '../../src/services/outbound/client.ts';
import { createOutboundGuard } from '../../src/services/outbound/guard.ts';
import { lookUpByNameServers, lookUpBySystem } from '../../src/services/outbound/look-up.ts';
import { words } from '../helpers/words.ts';

const PUBLIC = { address: '8.8.8.8', family: 4 };
const guardFor = (addresses: { address: string; family: number }[], allow: string[] = []) =>
  createOutboundGuard({ allow, lookUpAll: async () => addresses });

const server = createServer((_request, response) => response.end('inside'));
await new Promise<void>((resolve) => server.listen(0, resolve));
const { port } = server.address() as AddressInfo;
afterAll(() => server.close());

const LOOPBACK = words(`
  127.0.0.1 2130706433 0x7f.1 127.1 0177.0.0.1 [::1] [::ffff:127.0.0.1] [::ffff:7f00:1] [64:ff9b::7f00:1]
  [::127.0.0.1] 0.0.0.0 [::] 0 127.255.255.254`);
const PRIVATE = words(`
  10.0.0.1 172.16.5.4 172.31.255.255 192.168.1.1 169.254.169.254 100.64.0.1 192.0.2.1 198.18.0.1 203.0.113.9
  224.0.0.1 255.255.255.255 [fc00::1] [fd12::1] [fe80::1] [ff02::1] [2001:db8::1] [2002:7f00:1::] [2001::1]
  [64:ff9b:1::1] [3fff::1] [100::1]`);

describe('addresses of webhooks and feeds', () => {
  it('a webhook or feed address must be public, with https and an allowed port', async () => {
    const guard = guardFor([PUBLIC]);
    for (const url of [
      'https://a.example',
      'https://a.example:8443/x?y',
      'https://8.8.8.8',
      'https://[2a00::1]',
    ])
      expect([url, await guard.findProblem(url)]).toEqual([url, null]);
    for (const url of words(`
      http://a.example ftp://a.example https://a.example:80 https://a.example:1023 https://user@a.example
      https://user:pass@a.example nonsense https://`))
      expect([url, await guard.findProblem(url)]).toEqual([url, expect.stringMatching(/^must .*\.$/)]);
  });

  it.each([...LOOPBACK, ...PRIVATE])(
    'a webhook or feed address may not be %s, neither directly nor through a name',
    async (host) => {
      expect(await guardFor([]).findProblem(`https://${host}/`)).toBe('must be a public address.');
      const { hostname } = new URL(`https://${host}/`);
      const address = hostname.replace(/^\[|\]$/g, '');
      const named = guardFor([PUBLIC, { address, family: address.includes(':') ? 6 : 4 }]);
      expect(await named.findProblem('https://two.example/')).toBe('must be a public address.');
    },
  );

  it('a webhook or feed address may be a name that does not resolve yet, because every connection is checked', async () => {
    expect(await guardFor([]).findProblem('https://later.example')).toBe(null);
  });

  it('a webhook or feed address may be one that the operator allows, also with http', async () => {
    const guard = guardFor([{ address: '10.1.2.3', family: 4 }], ['10.0.0.0/8', 'inside.example', '::1']);
    for (const url of [
      'http://10.9.9.9:81',
      'http://any.example',
      'http://inside.example:80',
      'http://[::1]/',
    ])
      expect([url, await guard.findProblem(url)]).toEqual([url, null]);
    expect(await guard.findProblem('http://user@inside.example')).not.toBe(null);
    expect(await guard.findProblem('https://192.168.1.1')).not.toBe(null);
  });
});

it('an IPv4 address written inside an IPv6 address counts as not public', () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      for (const form of [`::ffff:${address}`, `::${address}`, `64:ff9b::${address}`])
        expect(isNonPublicAddress(form)).toBe(true);
    }),
  );
});

describe('outgoing connections', () => {
  const call = (host: string, guard = createOutboundGuard(), scheme = 'https') => {
    const outboundClient = createOutboundClient(guard);
    const url = `${scheme}://${host}:${port}/`;
    return outboundClient
      .send({ method: 'GET', url, headers: {}, withinMs: 5_000, maxBytes: 100 })
      .then(
        ({ body }) => body.toString(),
        (error) => explainRequestError(error, 5_000),
      )
      .finally(outboundClient.close);
  };
  const FORBIDDEN = 'The address is not public.';

  it.each(LOOPBACK)(
    'no connection is made to %s, even if nobody has looked the address up before',
    async (host) => {
      expect(await call(host)).toBe(FORBIDDEN);
    },
  );

  it('no connection is made if a later look-up of the name gives an internal address, or one of several', async () => {
    const answers = [[PUBLIC], [{ address: '127.0.0.1', family: 4 }]];
    const guard = createOutboundGuard({ lookUpAll: async () => answers.shift() ?? [] });
    expect(await guard.findProblem('https://rebinding.example')).toBe(null);
    expect(await call('rebinding.example', guard)).toBe(FORBIDDEN);
    expect(await call('two.example', guardFor([PUBLIC, { address: '::1', family: 6 }]))).toBe(FORBIDDEN);
    expect(await call('localhost')).toBe(FORBIDDEN);
  });

  it('a connection is made to internal addresses that the operator allows', async () => {
    expect(await call('127.0.0.1', createOutboundGuard({ allow: ['127.0.0.0/8'] }), 'http')).toBe('inside');
    expect(await call('localhost', createOutboundGuard({ allow: ['localhost'] }), 'http')).toBe('inside');
  });

  it('a connection needs a scheme and port that are allowed now, even if they were allowed before', async () => {
    const guard = guardFor([PUBLIC]);
    expect(await call('a.example', guard, 'http')).toBe(
      'The address must be a URL that begins with https://.',
    );
    const outboundClient = createOutboundClient(guard);
    const request = {
      method: 'GET',
      url: 'https://a.example:22/',
      headers: {},
      withinMs: 5_000,
      maxBytes: 1,
    } as const;
    await expect(outboundClient.send(request)).rejects.toThrow('must have port 443');
    await outboundClient.close();
  });

  it('a connection is ended if the answer, or what precedes it, arrives in too many pieces', async () => {
    const pieces = {
      '/bytes': ['HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n', '1\r\nX\r\n'],
      '/interim': ['', 'HTTP/1.1 103 Early Hints\r\n\r\n'],
    };
    const hostile = createSocketServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', (request) => {
        const [, path = ''] = request.toString().split(' ');
        const [first = '', piece = ''] = pieces[path as keyof typeof pieces];
        socket.end(first + piece.repeat(150_000));
      });
    });
    await new Promise<void>((resolve) => hostile.listen(0, '127.0.0.1', resolve));
    const outboundClient = createOutboundClient(createOutboundGuard({ allow: ['127.0.0.0/8'] }));
    const call = (path: string) =>
      outboundClient.send({
        method: 'GET',
        headers: {},
        withinMs: 20_000,
        maxBytes: 1_000_000,
        url: `http://127.0.0.1:${(hostile.address() as AddressInfo).port}${path}`,
      });
    const { body, isWhole } = await call('/bytes');
    expect({ isWhole, length: body.length }).toEqual({ isWhole: false, length: 100_000 });
    expect(body.every((byte) => byte === 'X'.charCodeAt(0))).toBe(true);
    await expect(call('/interim')).rejects.toThrow('too many pieces');
    await outboundClient.close();
    hostile.close();
  });

  it('names such as localhost are resolved without asking name servers', async () => {
    expect(await lookUpByNameServers('any.localhost')).toEqual([{ address: '127.0.0.1', family: 4 }]);
    await expect(lookUpByNameServers('nobody.invalid')).rejects.toThrow();
    expect((await lookUpBySystem('localhost')).length).toBeGreaterThan(0);
  });
});
