import type { Executor, Transaction } from '../../../db/client.ts';
import type { Picture, PictureContent, StoredPicture } from '../../../services/catalogue/pictures.ts';
import {
  deletePhotoFiles,
  findPhotoFileContent,
  insertPhotoFile,
  listPhotoFiles,
  sumPhotoFileBytes,
} from '../db/queries/photo-files.ts';

/**
 * The few operations that pictures need, so that they can be kept elsewhere than in the database. Callers
 * that store or remove pictures hold the team's lock, and write in the transaction of the photo.
 */
export type PictureStore = {
  /** Null if the team has no such picture. */
  read(db: Executor, teamId: number, hash: string): Promise<PictureContent | null>;
  list(tx: Transaction, teamId: number, hashes: readonly string[]): Promise<StoredPicture[]>;
  countBytes(tx: Transaction, teamId: number): Promise<number>;
  insert(tx: Transaction, teamId: number, picture: Picture): Promise<void>;
  remove(tx: Transaction, teamId: number, hashes: readonly string[]): Promise<void>;
};

/** A back-up of the database is a back-up of the pictures. */
export const postgresPictureStore: PictureStore = {
  read: findPhotoFileContent,
  list: listPhotoFiles,
  countBytes: sumPhotoFileBytes,
  insert: (tx, teamId, picture) => insertPhotoFile(tx, { teamId, ...picture, size: picture.content.length }),
  remove: deletePhotoFiles,
};
