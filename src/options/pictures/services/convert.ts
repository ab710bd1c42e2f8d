/** The stored forms of a picture: three sizes, upright, in sRGB and without metadata (docs/rules.md, 5.9). */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Sharp } from 'sharp';
import { type Picture, type PictureSizes, UnusablePicture } from '../../../services/catalogue/pictures.ts';
import { openPicture } from './sharp.ts';

/** The name is made from the content. */
/** The largest widths in pixels. Narrower pictures are not enlarged. */
const WIDTHS = { original: 2_400, medium: 1_200, thumbnail: 400 };
const HASH_LENGTH = 32;
/**
 * Of the encoder, from 0 to 6. From 4 on it keeps a list of everything that it will write, which took six
 * times as long for the tallest pictures, and hundreds of megabytes, to save 2 to 5 percent of a file.
 */
const EFFORT = 2;

const DAMAGED = 'must be a whole picture, and this one is damaged';

/** Throws an `UnusablePicture` if decoding shows that the file is damaged. */
export async function convertPicture(file: string): Promise<PictureSizes> {
  const upright = (await openPicture(file)).autoOrient();
  return makeSmallerSizes(await render(upright, WIDTHS.original));
}

/** A picture in the form in which Innkeep stores pictures is not converted again. */
export async function keepOrConvertPicture(file: string): Promise<PictureSizes> {
  const content = await readFile(file);
  if (!isInStoredForm(content)) return convertPicture(file);
  const picture = await openPicture(content);
  const { width, height } = await picture.metadata().catch(refuseDamaged);
  if (width > WIDTHS.original) return convertPicture(file);
  // Making the smaller sizes decodes the whole picture, which shows whether it is damaged. A picture that is
  // too narrow for them is decoded only for this check.
  if (width <= WIDTHS.thumbnail) await picture.stats().catch(refuseDamaged);
  return makeSmallerSizes(toPicture(content, width, height));
}

/**
 * From the stored picture, not from the uploaded file, so that the import of an exported picture makes the
 * same bytes.
 */
async function makeSmallerSizes(original: Picture): Promise<PictureSizes> {
  const narrow = async (width: number) =>
    original.width <= width ? original : render(await openPicture(original.content), width);
  return {
    original,
    medium: await narrow(WIDTHS.medium),
    thumbnail: await narrow(WIDTHS.thumbnail),
  };
}

async function render(picture: Sharp, width: number): Promise<Picture> {
  const { data, info } = await picture
    .resize({ width, withoutEnlargement: true })
    .toColourspace('srgb')
    .webp({ effort: EFFORT })
    .toBuffer({ resolveWithObject: true })
    .catch(refuseDamaged);
  return toPicture(data, info.width, info.height);
}

function refuseDamaged(cause: unknown): never {
  throw new UnusablePicture(DAMAGED, { cause });
}

const toPicture = (content: Buffer, width: number, height: number): Picture => ({
  hash: createHash('sha256').update(content).digest('hex').slice(0, HASH_LENGTH),
  format: 'webp',
  width,
  height,
  content,
});

const RIFF_HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
/** Plain, or with an alpha channel. */
const STORED_FORMS = new Set(['VP8 ', 'VP8L', 'VP8X ALPH VP8 ', 'VP8X VP8L']);
/** The only flag that may be set: animation, EXIF, XMP and colour profiles have others. */
const ALPHA_FLAG = 0x10;

/**
 * A WebP that has pixels and nothing else: no metadata, no second frame, nothing behind its end. sharp's
 * `metadata()` does not see chunks that no flag announces, or bytes behind the end.
 */
function isInStoredForm(content: Buffer): boolean {
  const isRiff =
    content.length > RIFF_HEADER_BYTES + CHUNK_HEADER_BYTES &&
    content.toString('latin1', 0, 4) === 'RIFF' &&
    content.toString('latin1', 8, 12) === 'WEBP' &&
    content.readUInt32LE(4) === content.length - CHUNK_HEADER_BYTES;
  if (!isRiff) return false;
  const names: string[] = [];
  let at = RIFF_HEADER_BYTES;
  while (at + CHUNK_HEADER_BYTES <= content.length) {
    const name = content.toString('latin1', at, at + 4);
    if (name === 'VP8X' && content[at + CHUNK_HEADER_BYTES] !== ALPHA_FLAG) return false;
    names.push(name);
    const bytes = content.readUInt32LE(at + 4);
    at += CHUNK_HEADER_BYTES + bytes + (bytes % 2);
  }
  return at === content.length && STORED_FORMS.has(names.join(' '));
}
