import type { Executor, Transaction } from '../../db/client.ts';
import {
  deletePhotoFiles,
  findPhotoFileContent,
  insertPhotoFile,
  listPhotoFiles,
  type PhotoFile,
  sumPhotoFileBytes,
} from '../../db/queries/listings/photo-files.ts';
import type { Picture } from './convert.ts';

export type { PhotoFile };

/**
 * A store of pictures, by the few operations that the service needs, so that pictures can be kept elsewhere
 * than in the database. Callers that store or remove pictures hold the team's lock, and write in the
 * transaction of the photo.
 */
export type PictureStore = {
  /** The content of a picture, or null if the team has no such picture. */
  read(db: Executor, teamId: number, hash: string): Promise<Buffer | null>;
  /** Which of the named pictures the team has stored. */
  list(tx: Transaction, teamId: number, hashes: readonly string[]): Promise<PhotoFile[]>;
  /** The total size in bytes of a team's pictures. */
  countBytes(tx: Transaction, teamId: number): Promise<number>;
  insert(tx: Transaction, teamId: number, picture: Picture): Promise<void>;
  remove(tx: Transaction, teamId: number, hashes: readonly string[]): Promise<void>;
};

/** Keeps pictures in the table `photo_files`, so that a back-up of the database is a back-up of them. */
export const postgresPictureStore: PictureStore = {
  read: findPhotoFileContent,
  list: listPhotoFiles,
  countBytes: sumPhotoFileBytes,
  insert: (tx, teamId, picture) => insertPhotoFile(tx, { teamId, ...picture, size: picture.content.length }),
  remove: deletePhotoFiles,
};
