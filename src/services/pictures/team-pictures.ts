/** A team's logo, with icons made of it, and the cover of its booking site (docs/rules.md, 15.16). */
import { lockTeam, updateTeam } from '../../db/queries/teams/teams.ts';
import { listFieldNames } from '../../domain/field-names.ts';
import { buildPicturePath } from '../../domain/text/picture-address.ts';
import type { LogoPictures, PictureName, PictureSizes } from '../catalogue/pictures.ts';
import { listChangedColumns } from '../catalogue/rows.ts';
import {
  TEAM_PICTURE_COLUMNS,
  type TeamPictureKind,
  type TeamPictures,
  type TeamSettings,
} from '../catalogue/team-row.ts';
import { readTeam } from '../team/settings.ts';
import { recordSettingsChange } from '../team/settings-change.ts';
import type { TeamScope, WriteScope } from '../team-scope.ts';
import { throwIfAnswered, type WriteOptions, write } from '../write.ts';
import { releasePictures } from './release.ts';
import { convertUpload, refuseUnusable, type Upload } from './uploads.ts';

type Made = {
  pictures: LogoPictures | PictureSizes;
  /** What the team's row says of them. */
  toColumns: (teamSlug: string) => Partial<TeamPictures>;
};
type TeamPictureMakers = Record<TeamPictureKind, (file: string) => Promise<Made>>;

/** Both convert a picture, or keep it as it is. */
export const createTeamPictureMakers = (
  makeLogo: (file: string) => Promise<LogoPictures>,
  makeCover: (file: string) => Promise<PictureSizes>,
): TeamPictureMakers => ({
  async logo(file) {
    const pictures = await makeLogo(file);
    const toColumns: Made['toColumns'] = (teamSlug) => ({
      logoUrl: toPath(teamSlug, pictures.logo),
      iconUrl: toPath(teamSlug, pictures.icon),
      touchIconUrl: toPath(teamSlug, pictures.touchIcon),
    });
    return { pictures, toColumns };
  },
  async cover(file) {
    const pictures = await makeCover(file);
    const toColumns: Made['toColumns'] = (teamSlug) => ({
      coverUrl: toPath(teamSlug, pictures.original),
      coverMediumUrl: toPath(teamSlug, pictures.medium),
      coverThumbnailUrl: toPath(teamSlug, pictures.thumbnail),
    });
    return { pictures, toColumns };
  },
});

const toPath = (teamSlug: string, { hash, format }: PictureName): string =>
  buildPicturePath({ teamSlug, hash, format });

export const NO_TEAM_PICTURE: Record<TeamPictureKind, Partial<TeamPictures>> = {
  logo: { logoUrl: null, iconUrl: null, touchIconUrl: null },
  cover: { coverUrl: null, coverMediumUrl: null, coverThumbnailUrl: null },
};

/**
 * In place of the former one. The picture is checked and converted before the transaction, so that no row is locked
 * meanwhile.
 */
export async function replaceTeamPicture(
  scope: TeamScope,
  kind: TeamPictureKind,
  upload: Upload,
  options: WriteOptions<TeamSettings> = {},
): Promise<TeamSettings> {
  await throwIfAnswered(scope, options);
  const { teamId, pictures } = scope;
  const makers = createTeamPictureMakers(
    (file) => pictures.convertLogo(teamId, file),
    (file) => pictures.convert(teamId, file),
  );
  const made = await convertUpload(kind, upload, makers[kind]);
  return write(scope, options, async (scope) => {
    const { tx } = scope;
    await lockTeam(tx, teamId);
    const team = await readTeam({ db: tx, teamId });
    await pictures.add(tx, teamId, made.pictures).catch(refuseUnusable(kind));
    return store(scope, team, made.toColumns(team.slug));
  });
}

export const removeTeamPicture = (
  scope: TeamScope,
  kind: TeamPictureKind,
  options: WriteOptions<void> = {},
): Promise<void> =>
  write(scope, options, async (scope) => {
    const { tx, teamId } = scope;
    await lockTeam(tx, teamId);
    await store(scope, await readTeam({ db: tx, teamId }), NO_TEAM_PICTURE[kind]);
  });

async function store(
  scope: WriteScope,
  team: TeamSettings,
  pictures: Partial<TeamPictures>,
): Promise<TeamSettings> {
  const { tx, now } = scope;
  const after = { ...team, ...pictures };
  const changed = listChangedColumns(team, after);
  if (changed.length === 0) return team;
  const stored = { ...after, updatedAt: now };
  await recordSettingsChange(scope, listFieldNames(changed));
  await updateTeam(tx, stored);
  await releasePictures(scope, listTeamPictures(team));
  return stored;
}

/** The addresses of all of them. */
export const listTeamPictures = (team: TeamPictures): (string | null)[] =>
  Object.values(TEAM_PICTURE_COLUMNS).flatMap((columns) => columns.map((column) => team[column]));
