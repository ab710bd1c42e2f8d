import { z } from 'zod';
import { chooseText, type LanguageChoice, type TeamText } from '../../domain/translations.ts';
import type { TeamSettings } from '../../services/team/settings.ts';
import { pickShown } from '../fields/row-fields.ts';
import { presentTeam, teamFields } from '../team.ts';
import { teamPictureFields } from '../team-look.ts';
import { fallbackLanguages, presentTexts } from './chosen-text.ts';

/** Anybody may see it. A list of its own, so that a new setting does not become public by accident. */
const shownTeamSchema = z.object({
  slug: teamFields.slug.read.describe('Identifies the team, also in the booking site’s URL.'),
  name: teamFields.name.read,
  currency: teamFields.currency.read,
  timezone: teamFields.timezone.read,
  languages: teamFields.languages.read,
  site_bookings: teamFields.site_bookings.read,
  site_max_nights: teamFields.site_max_nights.read,
  contact: teamFields.contact.read,
  privacy_url: teamFields.privacy_url.read,
  terms_url: teamFields.terms_url.read,
  imprint: teamFields.imprint.read,
  site_headline: teamFields.site_headline.read,
  site_sentence: teamFields.site_sentence.read,
  site_color: teamFields.site_color.read,
  ...teamPictureFields,
});
const siteTeamSchema = shownTeamSchema
  .extend({ langs: fallbackLanguages })
  .meta({ id: 'PublicTeam', description: 'The team, as everybody sees it.' });

export const siteTeamAnswer = z.object({ data: siteTeamSchema });

export function presentSiteTeam(
  team: TeamSettings,
  baseUrl: string,
  choice: LanguageChoice,
): z.infer<typeof siteTeamSchema> {
  const choose = (text: string | null, name: TeamText) => chooseText(text, team.translations, name, choice);
  const texts = {
    imprint: choose(team.imprint, 'imprint'),
    site_headline: choose(team.siteHeadline, 'site_headline'),
    site_sentence: choose(team.siteSentence, 'site_sentence'),
  };
  return { ...pickShown(shownTeamSchema, presentTeam(team, baseUrl)), ...presentTexts(texts, choice) };
}
