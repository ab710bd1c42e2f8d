import { exportTeamFile } from '../../../../../src/options/team-file/file/export/export.ts';
import type { TestApp } from '../../../../helpers/app.ts';
import type { Json } from '../../../../helpers/bookings.ts';

/** The file of a team, with its secrets if they are asked for. */
export async function exportOf({ services }: TestApp, slug: string, secrets = true): Promise<Json> {
  const pieces: string[] = [];
  const write = async (piece: string) => void pieces.push(piece);
  await exportTeamFile(services, slug, { secrets, write });
  return JSON.parse(pieces.join(''));
}
