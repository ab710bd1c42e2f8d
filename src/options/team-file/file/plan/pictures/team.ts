/** A team's logo and cover, from files or as they are stored (docs/rules.md, 15.16). */
import type { Transaction } from '../../../../../db/client.ts';
import { findPicturePath, isMediaPath } from '../../../../../domain/text/picture-address.ts';
import type { TeamEntry } from '../../../../../schemas/team.ts';
import type { TeamPictureKind, TeamPictures } from '../../../../../services/catalogue/team-row.ts';
import { createTeamPictureMakers, NO_TEAM_PICTURE } from '../../../../../services/pictures/team-pictures.ts';
import type { FileEntry } from '../../../../../services/team-file-part.ts';
import type { ImportContext } from '../context.ts';
import { importPictureFile, MISSING_PICTURE } from './files.ts';

const FIELDS = {
  logo: { url: 'logo_url', file: 'logo_file', column: 'logoUrl' },
  cover: { url: 'cover_url', file: 'cover_file', column: 'coverUrl' },
} as const satisfies Record<TeamPictureKind, unknown>;

/** The columns that change. */
export async function importTeamPictures(
  tx: Transaction,
  context: ImportContext,
  entry: FileEntry<TeamEntry>,
): Promise<Partial<TeamPictures>> {
  const logo = await importOne(tx, context, entry, 'logo');
  return { ...logo, ...(await importOne(tx, context, entry, 'cover')) };
}

async function importOne(
  tx: Transaction,
  context: ImportContext,
  { place, value }: FileEntry<TeamEntry>,
  kind: TeamPictureKind,
): Promise<Partial<TeamPictures> | null> {
  const { teamId, team, pictures, problems } = context;
  const { url, file: field, column } = FIELDS[kind];
  const { [url]: address, [field]: name } = value;
  if (name) {
    const makers = createTeamPictureMakers(pictures.keepOrConvertLogo, pictures.keepOrConvert);
    return importPictureFile(context, { place, field, name }, async (file) => {
      const made = await makers[kind](file);
      await pictures.add(tx, teamId, made.pictures);
      return made.toColumns(team.slug);
    });
  }
  if (address === undefined) return null;
  if (address === null) return NO_TEAM_PICTURE[kind];
  const path = isMediaPath(address) ? address : findPicturePath(address, context.baseUrls);
  if (path === null || path !== team[column]) problems.refuse(place, url, MISSING_PICTURE, address);
  return null;
}
