/**
 * Checks pictures by their first bytes and their header, before any pixel is decoded (docs/rules.md, 5.9).
 */
import { open } from 'node:fs/promises';
import { MAX_PICTURE_PIXELS, MAX_PICTURE_SIDE } from '../../domain/limits.ts';
import { openPicture } from './sharp.ts';

/**
 * Thrown if an uploaded picture cannot be used. The message of an `UnusablePicture` is the end of a sentence
 * that begins with the field's name.
 */
export class UnusablePicture extends Error {
  override name = 'UnusablePicture';
}

type JudgedPicture = {
  /** Whether a picture is so large that converting two of them at once would take too much memory. */
  isLarge: boolean;
};

const SIGNATURE_BYTES = 64;
/** Two pictures of up to this many pixels are converted at once, and larger ones one after the other. */
const SMALL_PIXELS = 10_000_000;

const NO_PICTURE = 'must be a picture: JPEG, PNG, WebP or AVIF';

type PictureKind = 'jpeg' | 'png' | 'webp' | 'avif';

/** Throws an `UnusablePicture` if the header of a file shows that it is no picture that can be taken. */
export async function judgePicture(file: string): Promise<JudgedPicture> {
  const kind = findPictureKind(await readSignature(file));
  if (kind === null) throw new UnusablePicture(NO_PICTURE);
  const picture = await openPicture(file, { limitInputPixels: false });
  const metadata = await picture.metadata().catch(() => {
    throw new UnusablePicture(NO_PICTURE);
  });
  const { width, height, pages = 1 } = metadata;
  if (pages > 1 || (kind !== 'png' && metadata.delay !== undefined))
    throw new UnusablePicture('must be a still picture, not an animated one');
  if (Math.max(width, height) > MAX_PICTURE_SIDE || width * height > MAX_PICTURE_PIXELS)
    throw new UnusablePicture(
      `must have at most ${MAX_PICTURE_PIXELS / 1_000_000} megapixels, and ${MAX_PICTURE_SIDE} pixels in a side`,
    );
  return { isLarge: width * height > SMALL_PIXELS };
}

async function readSignature(file: string): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(SIGNATURE_BYTES), 0, SIGNATURE_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** The kind of a picture by its first bytes, or null for a GIF, an SVG or anything else. */
function findPictureKind(start: Buffer): PictureKind | null {
  const text = start.toString('latin1');
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (/^RIFF.{4}WEBP/s.test(text)) return 'webp';
  // A file is AVIF if AVIF is its main brand, or if it has a related main brand and lists AVIF among its
  // compatible brands.
  if (/^.{4}ftyp(?:avi[fs]|(?:mif1|msf1|miaf).*avi[fs])/s.test(text)) return 'avif';
  return null;
}
