/** Pictures of photos and teams that the service keeps itself, if it has that option (docs/rules.md, 5.9 and 5.10). */
import type { Transaction } from '../../db/client.ts';
import type { PictureFormat } from '../../domain/text/picture-address.ts';

export type PictureName = { hash: string; format: PictureFormat };
export type Picture = PictureName & { width: number; height: number; content: Buffer };
export type PictureContent = Pick<Picture, 'format' | 'content'>;
export type PictureSizes = { original: Picture; medium: Picture; thumbnail: Picture };
/** The icons are square PNGs. */
export type LogoPictures = { logo: Picture; icon: Picture; touchIcon: Picture };
/** `size` in bytes. */
export type StoredPicture = PictureName & { width: number; height: number; size: number };

/** The message is the end of a sentence that begins with the field's name. */
export class UnusablePicture extends Error {
  override name = 'UnusablePicture';
}

export type Pictures = {
  takesPictures: boolean;
  /** Where uploaded files wait. */
  uploads: { newFile(): Promise<string> };
  /** Throws an `UnusablePicture`. */
  convert(teamId: number, file: string): Promise<PictureSizes>;
  convertLogo(teamId: number, file: string): Promise<LogoPictures>;
  /** For a team file. A file that is one of our own pictures stays as it is. */
  keepOrConvert(file: string): Promise<PictureSizes>;
  keepOrConvertLogo(file: string): Promise<LogoPictures>;
  /**
   * Except those that the team has. Throws an `UnusablePicture` if the team has no room. The caller holds
   * the team's lock.
   */
  add(tx: Transaction, teamId: number, made: PictureSizes | LogoPictures): Promise<void>;
  list(tx: Transaction, teamId: number, hashes: readonly string[]): Promise<StoredPicture[]>;
  /** Nothing has them any more. The caller holds the team's lock. */
  remove(tx: Transaction, teamId: number, hashes: readonly string[]): Promise<void>;
  /** Also sees pictures that the transaction has just stored. Null if the team has no such picture. */
  readWithin(tx: Transaction, teamId: number, hash: string): Promise<PictureContent | null>;
};

const refuse = async (): Promise<never> => {
  throw new UnusablePicture('cannot be taken, because no pictures are uploaded here');
};

/** Photos then have addresses elsewhere on the web alone. */
export const NO_PICTURES: Pictures = {
  takesPictures: false,
  uploads: { newFile: refuse },
  convert: refuse,
  convertLogo: refuse,
  keepOrConvert: refuse,
  keepOrConvertLogo: refuse,
  add: refuse,
  list: async () => [],
  remove: async () => {},
  readWithin: async () => null,
};
