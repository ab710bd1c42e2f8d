/** Checks first bytes and header, before any pixel is decoded (docs/rules.md, 5.9). */
import { open } from 'node:fs/promises';
import { MAX_PICTURE_PIXELS, MAX_PICTURE_SIDE } from '../../../domain/limits.ts';
import { UnusablePicture } from '../../../services/catalogue/pictures.ts';
import { openPicture } from './sharp.ts';

type JudgedPicture = {
  /** Converting two such pictures at once would take too much memory. */
  isLarge: boolean;
};

const SIGNATURE_BYTES = 64;
/** Larger pictures are converted one after the other. */
const SMALL_PIXELS = 10_000_000;

const NO_PICTURE = 'must be a picture: JPEG, PNG, WebP or AVIF';

type PictureKind = 'jpeg' | 'png' | 'webp' | 'avif';

/** Throws an `UnusablePicture` if the header shows that the file cannot be taken. */
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

/** Null for a GIF, an SVG or anything else. */
function findPictureKind(start: Buffer): PictureKind | null {
  const text = start.toString('latin1');
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (/^RIFF.{4}WEBP/s.test(text)) return 'webp';
  // AVIF is the main brand, or among the compatible brands of a related main brand.
  if (/^.{4}ftyp(?:avi[fs]|(?:mif1|msf1|miaf).*avi[fs])/s.test(text)) return 'avif';
  return null;
}
