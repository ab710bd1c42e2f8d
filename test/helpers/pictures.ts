/** Pictures of all kinds, made on the spot, and how to upload them. */
import sharp from 'sharp';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import type { Inn, Json } from './bookings.ts';

type Size = { width?: number; height?: number };

/** Stripes of colours, so that a picture has something to show and is unlike another one of a different size. */
export function pixels({ width = 60, height = 40 }: Size = {}) {
  const raw = Buffer.alloc(width * height * 3);
  for (let at = 0; at < raw.length; at += 3) {
    const [x, y] = [(at / 3) % width, Math.floor(at / 3 / width)];
    raw[at] = (x * 4) % 256;
    raw[at + 1] = (y * 4) % 256;
    raw[at + 2] = (x + y) % 256;
  }
  return sharp(raw, { raw: { width, height, channels: 3 } });
}

export const jpeg = (size?: Size): Promise<Buffer> => pixels(size).jpeg().toBuffer();
export const png = (size?: Size): Promise<Buffer> => pixels(size).png().toBuffer();
export const webp = (size?: Size): Promise<Buffer> => pixels(size).webp().toBuffer();
export const avif = (size?: Size): Promise<Buffer> => pixels(size).avif({ effort: 0 }).toBuffer();

/** Two frames, in a format that has frames. */
export const animated = (format: 'gif' | 'webp'): Promise<Buffer> =>
  sharp(Buffer.concat([Buffer.alloc(1_200, 10), Buffer.alloc(1_200, 200)]), {
    raw: { width: 20, height: 40, channels: 3, pageHeight: 20 },
  })
    .toFormat(format, { delay: [100, 100], loop: 0 })
    .toBuffer();

type Sent = {
  type?: string | undefined;
  query?: string;
  headers?: Record<string, string>;
  method?: 'POST' | 'PUT';
};

/** Sends a picture as the body, by default called a JPEG. */
export async function tryUpload(
  world: TestApp,
  inn: Pick<Inn, 'token'>,
  path: string,
  picture: Buffer,
  { type = 'image/jpeg', query = '', headers = {}, method = 'POST' }: Sent = {},
) {
  const answer = await world.app.inject({
    method,
    url: `/v1${path}${query}`,
    headers: { authorization: `Bearer ${inn.token}`, 'content-type': type, ...headers },
    payload: picture,
  });
  return { status: answer.statusCode, body: answer.json() as Json, headers: answer.headers };
}

/** Uploads a picture to the listing of an inn, and returns the photo. */
export async function upload(world: TestApp, inn: Inn, picture: Buffer, sent?: Sent): Promise<Json> {
  const { status, body } = await tryUpload(world, inn, `/listings/${inn.listing.id}/photos`, picture, sent);
  expect({ status, body }).toMatchObject({ status: 201 });
  return body.data;
}

/** The path of a whole address. */
export const pathOf = (address: string): string => new URL(address).pathname;

/** The bytes that are served under an address. */
export async function fetchPicture(world: TestApp, address: string): Promise<Buffer> {
  const answer = await world.app.inject(pathOf(address));
  expect(answer.statusCode).toBe(200);
  return answer.rawPayload;
}
