/** Lock the team before writing image files. */
import { eq, sum } from 'drizzle-orm';
import type { Executor, Transaction } from '../../../../db/client.ts';
import { prepareQuery } from '../../../../db/prepared.ts';
import { firstRow, matches, placeholders } from '../../../../db/queries/statements.ts';
import { photoFiles } from '../schema/photo-files.ts';

type PhotoFileRecord = typeof photoFiles.$inferSelect;

const selectContent = prepareQuery((db) =>
  db
    .select({ format: photoFiles.format, content: photoFiles.content })
    .from(photoFiles)
    .where(matches(photoFiles, placeholders('teamId', 'hash'))),
);

export const findPhotoFileContent = (
  db: Executor,
  teamId: number,
  hash: string,
): Promise<Pick<PhotoFileRecord, 'format' | 'content'> | null> =>
  firstRow(selectContent(db, { teamId, hash }));

const { hash, format, width, height, size } = photoFiles;

export const listPhotoFiles = (
  db: Executor,
  teamId: number,
  hashes: readonly string[],
): Promise<Omit<PhotoFileRecord, 'teamId' | 'content'>[]> =>
  db
    .select({ hash, format, width, height, size })
    .from(photoFiles)
    .where(matches(photoFiles, { teamId, hash: hashes }));

export async function sumPhotoFileBytes(tx: Transaction, teamId: number): Promise<number> {
  const row = await firstRow(
    tx
      .select({ bytes: sum(photoFiles.size) })
      .from(photoFiles)
      .where(eq(photoFiles.teamId, teamId)),
  );
  return Number(row?.bytes ?? 0);
}

export async function insertPhotoFile(tx: Transaction, file: PhotoFileRecord): Promise<void> {
  await tx.insert(photoFiles).values(file);
}

export async function deletePhotoFiles(
  tx: Transaction,
  teamId: number,
  hashes: readonly string[],
): Promise<void> {
  await tx.delete(photoFiles).where(matches(photoFiles, { teamId, hash: hashes }));
}
