/**
 * The stored forms of a picture: upright, in sRGB and without metadata. A photo has three sizes (docs/rules.md, 5.9), a
 * logo has icons (15.16).
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Sharp, WebpOptions } from 'sharp';
import type { PictureFormat } from '../../../domain/text/picture-address.ts';
import {
  type LogoPictures,
  type Picture,
  type PictureSizes,
  UnusablePicture,
} from '../../../services/catalogue/pictures.ts';
import { openPicture } from './sharp.ts';

/** The largest widths in pixels. Narrower pictures are not enlarged. */
const WIDTHS = { original: 2_400, medium: 1_200, thumbnail: 400 };
/** The name is made from the content. */
const HASH_LENGTH = 32;
/**
 * Of the encoder, from 0 to 6. From 4 on it keeps a list of everything that it will write, which took six
 * times as long for the tallest pictures, and hundreds of megabytes, to save 2 to 5 percent of a file.
 */
const EFFORT = 2;

/** Pages show it smaller than it is, so its pixels are not seen. At 80, the usual quality, it has more than twice as many bytes. */
const MEDIUM_FORM: WebpOptions = { quality: 55 };

/** In pixels. */
const LOGO_BOX = { width: 800, height: 400 };
/** Lettering shows what lower qualities do to it. */
const LOGO_FORM: WebpOptions = { quality: 90, smartSubsample: true };
const ICON_SIDE = 32;
/** Phones cut the corners off, and have no background for what is transparent. */
const TOUCH_ICON_SIDE = 180;
const TOUCH_ICON_MARGIN = 16;
const WHITE = '#ffffff';
const TRANSPARENT = { r: 0, g: 0, b: 0, alpha: 0 };

const DAMAGED = 'must be a whole picture, and this one is damaged';

/** Throws an `UnusablePicture` if decoding shows that the file is damaged. */
export async function convertPicture(file: string): Promise<PictureSizes> {
  const upright = (await openPicture(file)).autoOrient();
  return makeSmallerSizes(await render(upright, { width: WIDTHS.original }));
}

export async function convertLogo(file: string): Promise<LogoPictures> {
  const upright = (await openPicture(file)).autoOrient();
  return makeIcons(await render(upright, LOGO_BOX, LOGO_FORM));
}

/** A picture in the form in which Innkeep stores pictures is not converted again. */
export async function keepOrConvertPicture(file: string): Promise<PictureSizes> {
  const kept = await findKept(file, { width: WIDTHS.original });
  if (!kept) return convertPicture(file);
  // Making the smaller sizes decodes the whole picture, which shows whether it is damaged. A picture that is
  // too narrow for them is decoded only for this check.
  if (kept.width <= WIDTHS.thumbnail) await (await openPicture(kept.content)).stats().catch(refuseDamaged);
  return makeSmallerSizes(kept);
}

export async function keepOrConvertLogo(file: string): Promise<LogoPictures> {
  const kept = await findKept(file, LOGO_BOX);
  return kept ? makeIcons(kept) : convertLogo(file);
}

type Box = { width: number; height?: number };

/** Null unless the file is in our form and fits into the box. */
async function findKept(file: string, { width: maxWidth, height: maxHeight }: Box): Promise<Picture | null> {
  const content = await readFile(file);
  if (!isInStoredForm(content)) return null;
  const { width, height } = await (await openPicture(content)).metadata().catch(refuseDamaged);
  const isTooLarge = width > maxWidth || (maxHeight !== undefined && height > maxHeight);
  return isTooLarge ? null : toPicture(content, { width, height });
}

/**
 * From the stored picture, not from the uploaded file, so that the import of an exported picture makes the
 * same bytes.
 */
async function makeSmallerSizes(original: Picture): Promise<PictureSizes> {
  const narrow = async (width: number, form?: WebpOptions) =>
    original.width <= width ? original : render(await openPicture(original.content), { width }, form);
  return {
    original,
    medium: await narrow(WIDTHS.medium, MEDIUM_FORM),
    thumbnail: await narrow(WIDTHS.thumbnail),
  };
}

/** From the stored logo, too. */
async function makeIcons(logo: Picture): Promise<LogoPictures> {
  const inner = TOUCH_ICON_SIDE - 2 * TOUCH_ICON_MARGIN;
  const [icon, touchIcon] = [await openPicture(logo.content), await openPicture(logo.content)];
  icon.resize({ width: ICON_SIDE, height: ICON_SIDE, fit: 'contain', background: TRANSPARENT });
  touchIcon
    .flatten({ background: WHITE })
    .resize({ width: inner, height: inner, fit: 'contain', background: WHITE })
    .extend({
      top: TOUCH_ICON_MARGIN,
      bottom: TOUCH_ICON_MARGIN,
      left: TOUCH_ICON_MARGIN,
      right: TOUCH_ICON_MARGIN,
      background: WHITE,
    });
  return { logo, icon: await encode(icon.png(), 'png'), touchIcon: await encode(touchIcon.png(), 'png') };
}

const render = (picture: Sharp, box: Box, form: WebpOptions = {}): Promise<Picture> =>
  encode(
    picture
      .resize({ ...box, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .webp({ effort: EFFORT, ...form }),
  );

async function encode(picture: Sharp, format?: PictureFormat): Promise<Picture> {
  const { data, info } = await picture.toBuffer({ resolveWithObject: true }).catch(refuseDamaged);
  return toPicture(data, info, format);
}

function refuseDamaged(cause: unknown): never {
  throw new UnusablePicture(DAMAGED, { cause });
}

const toPicture = (
  content: Buffer,
  { width, height }: Pick<Picture, 'width' | 'height'>,
  format: PictureFormat = 'webp',
): Picture => ({
  hash: createHash('sha256').update(content).digest('hex').slice(0, HASH_LENGTH),
  format,
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
