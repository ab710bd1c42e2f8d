/** Bodies that have a value in place of each value of every write. */
import { openSharedApp } from '../helpers/app.ts';
import { openInn } from '../helpers/bookings.ts';
import { buildTeam } from '../helpers/factories.ts';
import { listWrites } from './write-operations.ts';

export const STRICT = { prefer: 'handling=strict' };

export const list = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const object = (levels: number) => `${'{"":'.repeat(levels)}1${'}'.repeat(levels)}`;
const mixed = (levels: number) => `${'[{"":'.repeat(levels / 2)}1${'}]'.repeat(levels / 2)}`;
/** Texts of values that are nested so many levels deep. */
export const FORMS = { list, object, mixed };

/** Stands for a value that is put into the text of a body. */
const PLACE = 'the value of this place';
export const textOf = (body: unknown, value: string) =>
  JSON.stringify(body).replace(`"${PLACE}"`, () => value);

/** A body with the value in place of each value in turn. */
function* replaceEach(body: object): Generator<object> {
  for (const [key, value] of Object.entries(body)) {
    const withValue = (changed: unknown) =>
      Array.isArray(body) ? body.with(Number(key), changed) : { ...body, [key]: changed };
    yield withValue(PLACE);
    if (typeof value === 'object' && value !== null)
      for (const one of replaceEach(value)) yield withValue(one);
  }
}

/** A team, and for each write all bodies with a place for a value. */
export async function openEveryPlace() {
  const world = await openSharedApp({ sendsMail: true });
  const inn = await openInn(world, { role: 'owner' });
  const site = await buildTeam(world, { siteBookings: 'request' });
  const writes = listWrites((await world.get('/openapi.json')).json(), site.slug);
  const cases = writes.map((write) => ({
    ...write,
    bodies: [
      PLACE,
      { ...write.example, no_such_field: PLACE },
      ...replaceEach(write.example ?? {}),
      ...write.objects.flatMap(({ fields, bodyWith }) => fields.map((name) => bodyWith({ [name]: PLACE }))),
    ],
  }));
  return { inn, cases };
}
