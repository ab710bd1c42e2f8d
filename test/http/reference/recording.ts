import { harbourTeam } from '../../../demo/harbour.ts';
import { RECORDED_ON } from '../../../src/http/reference/examples.ts';
import { byOperator } from '../../../src/services/write.ts';
import { openTestApp } from '../../support/app.ts';
import { tellCalendars } from './calendar-scenario.ts';
import { tellCatalogue, tellTeam } from './catalogue-scenario.ts';
import { tellPreviews } from './preview-scenario.ts';
import { tellPrices } from './prices-scenario.ts';
import { createRecorder, withoutChance } from './recorder.ts';
import {
  tellBlocks,
  tellBookingSite,
  tellBookings,
  tellCancellation,
  tellEvents,
  tellFolio,
  tellGuests,
  tellListings,
  tellMoney,
} from './scenario.ts';
import { tellSiteBookings } from './site-scenario.ts';
import { tellWebhooks } from './webhook-scenario.ts';

/** When the examples are recorded. */
const NOW = `${RECORDED_ON}T14:03:22Z`;
const ADDRESS = 'http://127.0.0.1:3000';

/** Every example of the reference as the API answers it now, as text that is the same every time. */
export async function recordExamples(): Promise<string> {
  const world = await openTestApp({ publicUrl: ADDRESS, outbound: { lookUpAll: notFound } });
  try {
    world.clock.set(NOW);
    const file = harbourTeam(RECORDED_ON, ADDRESS);
    const imported = await world.services.teamFiles.importTeam(file);
    if (!imported.ok) throw new Error(imported.problems.join(' '));
    const team = await world.services.account.findSite(file.team.slug);
    const token = await newToken(world, team?.id ?? 0, 'Back office', 'read-write');
    await world.app.ready();

    const recorder = createRecorder(world, token);
    await tellBookingSite(recorder);
    await tellListings(recorder);
    const code = await tellBookings(recorder);
    await tellMoney(recorder);
    await tellFolio(recorder);
    await tellCancellation(recorder);
    const previewed = await tellPreviews(recorder);
    await tellBlocks(recorder);
    await tellGuests(recorder);
    await tellEvents(recorder);
    await tellWebhooks(recorder, world.db);
    await tellCalendars(recorder);
    await tellTeam(recorder);
    await tellCatalogue(recorder);
    await tellPrices(recorder);
    const words = await tellSiteBookings(recorder);
    await tellTrouble(recorder, world, file, team?.id ?? 0);
    const chance = { [code]: 'HBX4N7QP', [previewed]: 'HBX5P8RQ', ...words };
    return withoutChance(recorder.recorded, chance);
  } finally {
    await world.close();
  }
}

const notFound = () => Promise.reject(Object.assign(new Error('There are no names.'), { code: 'ENOTFOUND' }));

type World = Awaited<ReturnType<typeof openTestApp>>;

async function newToken(
  { services }: World,
  teamId: number,
  name: string,
  scope: 'read-write' | 'read-only',
) {
  await services.tokens.createToken(byOperator(teamId), { name, scope, createdBy: null });
  return String(await services.tokens.showToken(teamId, name));
}

/** Errors that are no fault of the request. They come last, because they need a broken database. */
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
      as: ['tooMany', 'Too many requests in a minute'],
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
