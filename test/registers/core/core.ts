import type { Registers } from '../registers.ts';
import { coreLists } from './lists.ts';
import { coreMakers } from './makers.ts';
import { coreOwn, coreTextFields, coreTexts } from './own.ts';
import { coreRoutes } from './routes.ts';
import { coreShown, coreShownToAnyone } from './shown.ts';
import { coreEvents, coreTables } from './tables.ts';
import { coreFollowedLists, coreListValues, coreTagged } from './things.ts';

export const coreRegisters: Registers = {
  name: 'core',
  withoutExample: ['confirmation_code', 'member'],
  startPage: 'members',
  routes: coreRoutes,
  tables: coreTables,
  events: coreEvents,
  own: coreOwn,
  textFields: coreTextFields,
  texts: coreTexts,
  makers: coreMakers,
  tagged: coreTagged,
  listValues: coreListValues,
  lists: coreLists,
  followedLists: coreFollowedLists,
  shown: coreShown,
  shownToAnyone: coreShownToAnyone,
};
