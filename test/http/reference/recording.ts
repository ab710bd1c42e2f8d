import { harbourTeam } from '../../../demo/harbour.ts';
import { openTestApp } from '../../support/app.ts';
import { createRecorder, withoutChance } from './recorder.ts';
import {
  tellBlocks,
  tellBookingSite,
  tellBookings,
  tellCancellation,
  tellFolio,
  tellGuests,
  tellListings,
} from './scenario.ts';

/** When the examples are told. */
const NOW = '2027-01-05T14:03:22Z';
const ADDRESS = 'http://127.0.0.1:3000';

/** Every example of the reference as the API answers it now, as text that is the same every time. */
export async function recordExamples(): Promise<string> {
  const world = await openTestApp({ publicUrl: ADDRESS });
  try {
    world.clock.set(NOW);
    const file = harbourTeam(NOW.slice(0, 10), ADDRESS);
    const imported = await world.services.teamFiles.importTeam(file);
    if (!imported.ok) throw new Error(imported.problems.join(' '));
    const team = await world.services.account.findSite(file.team.slug);
    const token = await newToken(world, team?.id ?? 0, 'Back office', 'read-write');
    await world.app.ready();

    const recorder = createRecorder(world, token);
    await tellBookingSite(recorder);
    const listings = await world.get('/v1/listings?per_page=100', token);
    const { id: listing } = listings.json().data.find(({ slug }: { slug: string }) => slug === 'sea-loft');
    await tellListings(recorder, listing);
    const booking = await tellBookings(recorder, listing);
    await tellFolio(recorder, booking.id);
    await tellCancellation(recorder, booking.id);
    await tellBlocks(recorder, listing, booking.unit.id);
    await tellGuests(recorder);
    await tellTrouble(recorder, world, file, team?.id ?? 0);
    return withoutChance(recorder.recorded, { [booking.confirmation_code]: 'HB7K2M9Q' });
  } finally {
    await world.close();
  }
}

type World = Awaited<ReturnType<typeof openTestApp>>;

async function newToken(
  { services }: World,
  teamId: number,
  name: string,
  scope: 'read-write' | 'read-only',
) {
  await services.tokens.createToken(teamId, { name, scope, createdBy: null });
  return String(await services.tokens.showToken(teamId, name));
}

/** What goes wrong for reasons that no request has; last, as the database does not survive it. */
async function tellTrouble(
  { ask }: ReturnType<typeof createRecorder>,
  world: World,
  { team }: ReturnType<typeof harbourTeam>,
  teamId: number,
) {
  const token = await newToken(world, teamId, 'Reports', 'read-only');
  const { slug, name, currency, timezone } = team;
  await world.services.teamFiles.importTeam({
    team: { slug, name, currency, timezone, enforce_token_scope: true },
  });
  await ask('createGuest', {
    as: ['readOnly', 'A write with a read-only token'],
    status: 403,
    body: { name: 'Ingrid Aas' },
    headers: { authorization: `Bearer ${token}` },
  });
  const limited = await openTestApp({ url: world.url, limits: { public: 1, token: 1, signIn: 1 } });
  await limited.get('/v1/me', token);
  await ask(
    'getAccount',
    {
      as: ['tooMany', 'More requests in a minute than are let'],
      status: 429,
      headers: { authorization: `Bearer ${token}` },
    },
    limited.app,
  ).finally(() => limited.close());
  await world.db.execute('alter table guests rename to guests_away');
  await ask('listGuests', { as: ['unexpected', 'Something unexpected'], status: 500 });
  const away = await openTestApp({ url: 'postgresql://127.0.0.1:1/away' });
  await ask('listGuests', { as: ['away', 'The database is away'], status: 503 }, away.app).finally(() =>
    away.close(),
  );
}
