import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect } from 'vitest';
import type { TestApp } from '../helpers/app.ts';

/** The encodings that a caller accepts, the one that it gets, and how it is decoded. */
export const FORMS = [
  ['', undefined, (body: Buffer) => body],
  ['identity', undefined, (body: Buffer) => body],
  ['deflate, zstd', undefined, (body: Buffer) => body],
  ['br;q=0, *;q=0', undefined, (body: Buffer) => body],
  ['gzip, deflate', 'gzip', gunzipSync],
  ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
] as const;

export type AskOptions = { method?: 'GET' | 'HEAD'; condition?: string; token?: string };

export const askCompressed = (
  { app }: Pick<TestApp, 'app'>,
  url: string,
  encoding: string,
  { method = 'GET', condition, token }: AskOptions = {},
) =>
  app.inject({
    method,
    url,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(encoding === '' ? {} : { 'accept-encoding': encoding }),
      ...(condition === undefined ? {} : { 'if-none-match': condition }),
    },
  });

/** An answer of 1 KiB or more is compressed for each client that accepts it, and the same for all. */
export async function expectCompressed(world: Pick<TestApp, 'app'>, url: string, token: string) {
  const ask = (encoding: string, method: 'GET' | 'HEAD' = 'GET') =>
    askCompressed(world, url, encoding, { method, token });
  const plain = await ask('');
  // A form's token differs in every answer.
  const sameEachTime = (body: Buffer) => String(body).replaceAll(/name="form_token" value="[^"]+"/g, '');
  expect(plain.rawPayload.length).toBeGreaterThanOrEqual(1_024);
  for (const [accepted, encoding, decode] of FORMS) {
    const answer = await ask(accepted);
    expect([accepted, answer.statusCode]).toEqual([accepted, plain.statusCode]);
    expect(sameEachTime(decode(answer.rawPayload))).toBe(sameEachTime(plain.rawPayload));
    expect(answer.headers).toMatchObject({
      'content-type': plain.headers['content-type'],
      'content-length': String(answer.rawPayload.length),
    });
    expect(answer.headers['content-encoding']).toBe(encoding);
    if (encoding) {
      expect(answer.rawPayload.length).toBeLessThan(plain.rawPayload.length / 1.5);
      expect(answer.headers.vary).toMatch(/Accept-Encoding$/);
    }
    const head = await ask(accepted, 'HEAD');
    const compared = [
      'content-encoding',
      'vary',
      ...(plain.body.includes('form_token') ? [] : ['content-length']),
    ];
    for (const name of compared) expect([name, head.headers[name]]).toEqual([name, answer.headers[name]]);
  }
}
