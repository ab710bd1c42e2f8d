/** Set up for pictures from strangers. */
import type { Sharp, SharpOptions } from 'sharp';
import { MAX_PICTURE_PIXELS } from '../../../domain/limits.ts';

/** All other loaders of libvips stay blocked, such as those that run Ghostscript or read SVG. */
const LOADERS = ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadHeif'];

/** From top to bottom, so that the whole picture need not be in memory. Damaged pictures are refused. */
const INPUT: SharpOptions = {
  limitInputPixels: MAX_PICTURE_PIXELS,
  sequentialRead: true,
  failOn: 'warning',
};

type Library = (input: string | Buffer, options?: SharpOptions) => Sharp;
let library: Promise<Library> | undefined;

/** With the first picture, because most commands never need it. */
async function loadLibrary(): Promise<Library> {
  const { default: sharp } = await import('sharp');
  // A process works on two pictures at once, each with a thread of its own.
  sharp.concurrency(1);
  sharp.cache(false);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: LOADERS });
  return sharp;
}

export async function openPicture(input: string | Buffer, options: SharpOptions = {}): Promise<Sharp> {
  library ??= loadLibrary();
  return (await library)(input, { ...INPUT, ...options });
}
