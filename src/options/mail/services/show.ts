/** Messages are rendered once they are shown or sent, and the result is stored. */
import type { Executor } from '../../../db/client.ts';
import { findTeamRecord } from '../../../db/queries/teams/teams.ts';
import { buildGuestPageUrl, type GuestPageTeam } from '../../../services/bookings/guest-page.ts';
import { type MailRecord, updateMail } from '../db/queries/mails.ts';
import { isGuestMailKind } from '../domain/kinds.ts';
import { findOurMailTextFor } from '../domain/our-texts.ts';
import { fillInLink, findPictureUrl, type RenderedMail } from './rendering/page.ts';
import { renderMail } from './rendering/render.ts';
import type { TeamTexts } from './rendering/team-texts.ts';
import { MailTextProblem } from './rendering/text-problem.ts';
import type { MailSettings } from './settings.ts';
import { describeStayCalendar } from './stay-calendar.ts';

export type RenderedRecord = MailRecord & {
  rendered: RenderedMail;
  attachments: readonly { name: string; type: string }[];
};

type Team = GuestPageTeam & { siteBookings: string };
type ShownBy = { mail: Pick<MailSettings, 'publicUrl'>; teamTexts: TeamTexts };

/** As members see them: the address of the guest's own page lacks the booking's key. */
export async function showMails(
  db: Executor,
  { mail: { publicUrl }, teamTexts }: ShownBy,
  rows: readonly MailRecord[],
): Promise<RenderedRecord[]> {
  const [{ teamId } = { teamId: 0 }] = rows;
  const team = rows.length === 0 ? null : await findTeamRecord(db, teamId);
  const shown: RenderedRecord[] = [];
  for (const row of rows) {
    const stored = await keepRendered({ db, teamTexts }, row, {
      hasLink: hasGuestPage(publicUrl, team),
      publicUrl,
    });
    shown.push({
      ...row,
      ...stored,
      rendered: fillInLink(toRendered(stored), findLink(row, publicUrl, team)),
      attachments: describeStayCalendar(row),
    });
  }
  return shown;
}

export const hasGuestPage = (publicUrl: string | null, team: Team | null): boolean =>
  publicUrl !== null && team !== null && team.siteBookings !== 'off';

/** With or without the booking's key. Empty if the message has no link. */
export const findLink = (
  { language, values }: MailRecord,
  publicUrl: string | null,
  team: Team | null,
  key: string | null = null,
): string => {
  if (values === null || team === null) return '';
  const { confirmation_code: confirmationCode } = values.booking;
  return buildGuestPageUrl(publicUrl, team, { confirmationCode, language }, key) ?? '';
};

/** `hasLink` says whether the guest has a page. */
type Site = { hasLink: boolean; publicUrl: string | null };

type Stored = Pick<MailRecord, 'subject' | 'plainText' | 'html'>;

/** Renders and stores a message that has not been rendered yet. */
export async function keepRendered(
  { db, teamTexts }: { db: Executor; teamTexts: TeamTexts },
  row: MailRecord,
  site: Site,
): Promise<Stored> {
  if (row.html !== null) return row;
  const rendered = await renderRow(teamTexts, row, site);
  const stored = { subject: rendered.subject, plainText: rendered.text, html: rendered.html };
  await updateMail(db, row.teamId, row.id, stored);
  return stored;
}

export const toRendered = ({ subject, plainText, html }: Stored): RenderedMail => ({
  subject: subject ?? '',
  text: plainText ?? '',
  html: html ?? '',
});

/** If the team's own text fails, the default text is used. */
async function renderRow(
  teamTexts: TeamTexts,
  { teamId, kind, language, values, ownText }: MailRecord,
  { hasLink, publicUrl }: Site,
): Promise<RenderedMail> {
  if (values === null || !isGuestMailKind(kind))
    throw new Error('A message without values is rendered at once.');
  const said = { language, values, hasLink, picture: findPictureUrl(values, publicUrl) };
  const ours = findOurMailTextFor(kind, values, language);
  if (ownText === null) return renderMail(kind, ours, said);
  try {
    return await teamTexts.render(teamId, kind, ownText, said);
  } catch (error) {
    if (!(error instanceof MailTextProblem)) throw error;
    return renderMail(kind, ours, said);
  }
}
