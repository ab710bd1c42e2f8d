import type { Registers } from '../registers.ts';
import { coreMakers } from './makers.ts';
import { coreOwn, coreTextFields, coreTexts } from './own.ts';
import { coreRoutes } from './routes.ts';
import { coreShown, coreShownToAnyone } from './shown.ts';
import { coreEvents, coreTables } from './tables.ts';
import { coreListValues, coreTagged } from './things.ts';

export const coreRegisters: Registers = {
  name: 'core',
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
  shown: coreShown,
  shownToAnyone: coreShownToAnyone,
};
