/** Whoever sends a form as it is shown, without a script, changes nothing: no row, and so no event. */
import { expect, test } from 'vitest';
import { openSharedApp } from '../../helpers/app.ts';
import { crawlForms } from './page-forms.ts';
import { findChanges, listSettingForms, openOddTeam } from './unchanged.ts';

const world = await openSharedApp();

/** The pages of all places, charges and guests, too, but one page of those that differ in a date or a unit. */
const kindOf = (path: string) => path.replaceAll(/=[^&]*|calendar\/units\/[0-9a-f-]+/g, '=*');

test('every form that is sent as it is shown changes nothing', async () => {
  const team = await openOddTeam(world);
  const { base, loftId, visitor } = team;
  const starts = [`${base}/today`, '/app/account', `${base}/prices/${loftId}?season=2027-06-15`];
  const found = await crawlForms(visitor, starts, base, kindOf);
  const forms = listSettingForms([...found.values()].flat());
  expect(await findChanges(world, team, forms)).toEqual([]);
}, 120_000);
