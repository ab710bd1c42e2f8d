import { fileURLToPath } from 'node:url';
import { type HarbourTeam, harbourTeam, PICTURES_FOLDER } from '../examples/demo/harbour.ts';
import { isLockTimeout } from './db/errors.ts';
import { todayInZone } from './domain/dates/dates.ts';
import { presentPhotoEntry } from './schemas/listings/photo.ts';
import { systemClock } from './services/clock.ts';
import { Conflict } from './services/errors.ts';
import { type Listing, listListings, type PhotoRow } from './services/listings.ts';
import { findMemberByEmail } from './services/people/members.ts';
import { ensureDerivedPassword } from './services/people/reset-password.ts';
import type { Services } from './services/services.ts';
import { createSystemScope, createTeamScope } from './services/team-scope.ts';
import { createToken, showToken } from './services/tokens/tokens.ts';
import { publishCalendar } from './services/unit-calendars/addresses.ts';
import { retryOn } from './services/writing/retry.ts';
import { importTeamFile } from './team-file/import.ts';

export const DEMO_TEAM_SLUG = 'harbour';
const FOLDER = fileURLToPath(PICTURES_FOLDER);
const DEMO_TOKEN_NAME = 'Demo';
/** The unit whose calendar everybody can look at. */
const DEMO_UNIT_ID = '01970000-0000-7000-8000-000000000011';
/** The email with which the demo's member signs in. */
const DEMO_MEMBER_EMAIL = 'ana@harbour.example';
/** More listings than the demo team has: a team with more of them is no longer treated as the demo. */
const MAX_DEMO_LISTINGS = 100;

/** How often the demo is tried again: each try waits some seconds for the locks of the process that loads it. */
const WAITS_FOR_ANOTHER_PROCESS = 20;

export type Demo = {
  teamSlug: string;
  token: string;
  /** How to sign in to the demo, or null if its member was removed or has another password. */
  signIn: { email: string; password: string } | null;
};

/**
 * Loads the demo team and creates its token, unless an earlier start of the service did. If another process is
 * loading it at the same time, this one waits until the team is there.
 */
export const prepareDemo = (services: Services): Promise<Demo> =>
  retryOn(isLockTimeout, () => loadDemo(services), WAITS_FOR_ANOTHER_PROCESS);

async function loadDemo(services: Services): Promise<Demo> {
  const file = harbourTeam(todayInZone('Europe/Lisbon', systemClock()));
  const teamSlug = file.team.slug;
  let team = await services.account.findSite(teamSlug);
  if (team) {
    const listings = replaceDrawings(file, await listStoredListings(services, team.id));
    // If the team has no room for the demo's pictures, its photos keep their former addresses.
    if (listings.length > 0)
      await importTeamFile(services, { team: { slug: teamSlug }, listings }, { folder: FOLDER });
  } else {
    await importDemo(services, file);
    team = await services.account.findSite(teamSlug);
  }
  if (!team) throw new Error('The demo team is missing after its import.');
  // The demo's token is random for each installation, so nobody else can know it.
  await createToken(createSystemScope(services, team.id), services, {
    name: DEMO_TOKEN_NAME,
    access: 'read-write',
    createdBy: null,
  }).catch((error) => {
    // The token already exists, because an earlier start of the service created it.
    if (!(error instanceof Conflict)) throw error;
  });
  const demo = await findDemo(services, teamSlug);
  if (!demo) throw new Error('The demo team has no token.');
  return demo;
}

/**
 * Finds the demo team that an earlier start of the service loaded. Returns null if no demo was loaded, or if
 * its token was revoked.
 */
export async function findDemo(services: Services, teamSlug: string = DEMO_TEAM_SLUG): Promise<Demo | null> {
  const team = await services.account.findSite(teamSlug);
  const token = team && (await showToken(createSystemScope(services, team.id), services, DEMO_TOKEN_NAME));
  return token ? { teamSlug, token, signIn: await prepareDemoSignIn(services, team.id) } : null;
}

/**
 * Sets the password of the demo's member if there is none. The password of the demo's member differs between
 * installations, and never changes within one.
 */
async function prepareDemoSignIn(services: Services, teamId: number): Promise<Demo['signIn']> {
  const member = await findMemberByEmail(createSystemScope(services, teamId), DEMO_MEMBER_EMAIL);
  const password = member && (await ensureDerivedPassword(services, DEMO_MEMBER_EMAIL));
  return password ? { email: DEMO_MEMBER_EMAIL, password } : null;
}

/** Loads the demo team as it is on one day, and publishes the calendar of one unit. */
export async function importDemo(services: Services, file: HarbourTeam): Promise<void> {
  await importDemoFile(services, file);
  const team = await services.account.findSite(file.team.slug);
  if (!team) throw new Error('The demo team is missing after its import.');
  const scope = createTeamScope(services, { team, actor: { type: 'system', name: null } });
  await publishCalendar(scope, { unitId: DEMO_UNIT_ID });
}

/** An installation that takes no pictures, or too few, shows the demo without them. */
async function importDemoFile(services: Services, file: HarbourTeam): Promise<void> {
  const imported = await importTeamFile(services, file, { folder: FOLDER });
  if (imported.ok) return;
  const listings = file.listings.map((listing) => ({ ...listing, photos: [] }));
  const { ok } = await importTeamFile(services, { ...file, listings });
  if (!ok) throw new Error(`The demo team is invalid: ${imported.problems.join(' ')}`);
}

async function listStoredListings(services: Services, teamId: number): Promise<Listing[]> {
  const page = { page: 1, perPage: MAX_DEMO_LISTINGS };
  return (await listListings(createSystemScope(services, teamId), {}, page)).rows;
}

/** Matches addresses at which an earlier version served the demo's drawings, and which no longer exist. */
const DRAWING_PATTERN = /\/demo\/photos\/([\w-]+)\.svg$/;

/**
 * Team file entries for the demo's listings with such an old drawing, which replace only the drawing by a
 * photo.
 */
function replaceDrawings(file: HarbourTeam, stored: readonly Listing[]) {
  const pictures = file.listings.flatMap(({ photos }) => photos);
  const findPicture = ({ originalUrl }: PhotoRow) => {
    const [, name] = DRAWING_PATTERN.exec(originalUrl ?? '') ?? [];
    return pictures.find((picture) => picture.file === `${name}.webp`);
  };
  return stored
    .filter(({ photos }) => photos.some(findPicture))
    .map(({ slug, photos, createdAt, updatedAt }) => ({
      slug,
      photos: photos.map((photo) => {
        const picture = findPicture(photo);
        const { id, isFeatured: is_featured, caption } = photo;
        return picture
          ? { ...picture, id, is_featured, caption: caption ?? picture.caption }
          : presentPhotoEntry(photo, null);
      }),
      created_at: createdAt.toISOString(),
      updated_at: updatedAt.toISOString(),
    }));
}

/**
 * The text for the terminal once the service is ready. `showsSecrets` is false if others may read the output,
 * for example a log. Without secrets, the text names the command `demo`, which shows the token and the
 * password. `command` is how all commands of this installation begin.
 */
export function buildWelcomeText(
  address: string,
  demo: Demo,
  { showsSecrets, command }: { showsSecrets: boolean; command: string },
): string {
  return `
  Innkeep is running.
${showsSecrets ? describeDemo(address, demo) : describeDemoAddresses(address, demo.teamSlug)}
  ${showsSecrets ? 'Show this again' : 'Show token and sign-in'}: ${command} demo
  Stop it with Ctrl-C. The data stays, and the next start finds it.

`;
}

/** The welcome text of the demo: all addresses, the token, how to sign in, and two example requests. */
export function describeDemo(address: string, { teamSlug, token, signIn }: Demo): string {
  return `${describeDemoAddresses(address, teamSlug)}    Demo token     ${token}
${signIn ? `    Demo sign-in   ${signIn.email}\n    Password       ${signIn.password}\n` : ''}
  Read the team and the name of this token:

    curl -H "Authorization: Bearer ${token}" ${address}/v1/me

  List the demo team's places, without a token:

    curl "${address}/v1/public/${teamSlug}/listings?per_page=2"
`;
}

const describeDemoAddresses = (address: string, teamSlug: string) => `
    API            ${address}/v1
    Reference      ${address}/docs
    Booking page   ${address}/site/${teamSlug}
    Web pages      ${address}/app
    Demo team      ${teamSlug}
`;

export const GOODBYE_TEXT = '\n  Innkeep has stopped. The data stays, and the next start finds it.\n\n';
