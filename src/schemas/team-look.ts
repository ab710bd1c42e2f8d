/** How a team's booking site looks (docs/rules.md, 15.15 and 15.16). */
import { MAX_NAME_LENGTH } from '../domain/limits.ts';
import { toWholeAddress } from '../domain/text/picture-address.ts';
import type { TeamPictureKind, TeamPictures } from '../services/catalogue/team-row.ts';
import {
  optionalColorField,
  optionalFileNameField,
  optionalText,
  optionalUrlField,
} from './fields/fields.ts';
import type { RowField } from './fields/row-fields.ts';
import { nullableText } from './formats.ts';

export const siteLookFields = {
  site_sentence: {
    write: optionalText(MAX_NAME_LENGTH).describe(
      'The sentence below the team’s name on its booking site. Default: how many places there are, and where.',
    ),
    read: nullableText.describe(
      'The sentence below the team’s name on its booking site. Null: how many places there are, and where.',
    ),
  },
  site_headline: {
    write: optionalText(MAX_NAME_LENGTH).describe(
      'The headline of its booking site, above the sentence. Default: its name.',
    ),
    read: nullableText.describe('The headline of its booking site, above the sentence. Null: its name.'),
  },
  site_color: {
    write: optionalColorField.describe(
      'The colour of its booking site, such as `#1f6f5c`. Any can be read: the site chooses black or white for what is written on it, and a shade of it for links. Default: Innkeep’s own.',
    ),
    read: nullableText.describe(
      'The colour of its booking site, as `#rrggbb` in lower case. Null: Innkeep’s own.',
    ),
  },
} as const satisfies Record<string, RowField>;

/** Set by uploads. The paths of stored pictures become whole addresses in answers. */
export const teamPictureFields = {
  logo_url: nullableText.describe('Its logo, at most 800 pixels wide and 400 high. Null if it has none.'),
  icon_url: nullableText.describe('The logo as an icon: a PNG of 32 pixels in a side, or null.'),
  touch_icon_url: nullableText.describe(
    'The logo as an icon for the screens of phones: a PNG of 180 pixels in a side, on white. Or null.',
  ),
  cover_url: nullableText.describe(
    'The picture at the head of its booking site, at most 2,400 pixels wide. Null if it has none.',
  ),
  cover_medium_url: nullableText.describe('The same, at most 1,200 pixels wide.'),
  cover_thumbnail_url: nullableText.describe('The same, at most 400 pixels wide.'),
};

/** `forms` says what is made of an upload. */
export const TEAM_PICTURES = [
  {
    kind: 'logo',
    title: 'Logo',
    forms: 'are a WebP of at most 800 by 400 pixels, and two square icons, PNGs of 32 and 180 pixels',
  },
  {
    kind: 'cover',
    title: 'Cover',
    forms: 'are three WebP pictures of at most 2,400, 1,200 and 400 pixels in width',
  },
] as const satisfies { kind: TeamPictureKind; title: string; forms: string }[];

export const presentTeamPictures = (team: TeamPictures, baseUrl: string) => ({
  logo_url: toWholeAddress(team.logoUrl, baseUrl),
  icon_url: toWholeAddress(team.iconUrl, baseUrl),
  touch_icon_url: toWholeAddress(team.touchIconUrl, baseUrl),
  cover_url: toWholeAddress(team.coverUrl, baseUrl),
  cover_medium_url: toWholeAddress(team.coverMediumUrl, baseUrl),
  cover_thumbnail_url: toWholeAddress(team.coverThumbnailUrl, baseUrl),
});

const fileField = (what: string) =>
  optionalFileNameField.describe(`The name of the picture of its ${what} beside this file.`);
const fileAddressField = (what: string) =>
  optionalUrlField(2_000).describe(
    `The path of its ${what}, which must be the stored one. With \`${what}_file\`, it follows from the picture. Null removes it.`,
  );

/** In a team file. */
export const teamPictureEntries = {
  logo_url: fileAddressField('logo'),
  logo_file: fileField('logo'),
  cover_url: fileAddressField('cover'),
  cover_file: fileField('cover'),
};

export type TeamFiles = { logo_file?: string; cover_file?: string };
