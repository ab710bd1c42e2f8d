/** All registers. An option that is left out is its folder and its line here. */

import { listTextFields } from '../helpers/row-fields.ts';
import { bookingSiteRegisters } from '../options/booking-site/registers.ts';
import { calendarsRegisters } from '../options/calendars/registers.ts';
import { deskRegisters } from '../options/desk/registers.ts';
import { mailRegisters } from '../options/mail/registers.ts';
import { picturesRegisters } from '../options/pictures/registers.ts';
import { teamFileRegisters } from '../options/team-file/registers.ts';
import { webhooksRegisters } from '../options/webhooks/registers.ts';
import { coreRegisters } from './core/core.ts';
import type { Own } from './lived-in.ts';
import type { Load, OwnRegisters, Registers, RouteCall, TableRegister } from './registers.ts';
import { mergeShown } from './shown.ts';

export const REGISTERS: readonly Registers[] = [
  coreRegisters,
  webhooksRegisters,
  mailRegisters,
  calendarsRegisters,
  picturesRegisters,
  deskRegisters,
  teamFileRegisters,
  bookingSiteRegisters,
];

/** The registers of one kind, as one. */
export const mergeRegisters = <Kind extends keyof Registers>(kind: Kind): NonNullable<Registers[Kind]> =>
  Object.assign({}, ...REGISTERS.map((one) => one[kind]));

const routes = Object.entries(mergeRegisters('routes')).map(([name, register]) => {
  const { load = 'small', keptAs, ...call } = typeof register === 'string' ? { load: register } : register;
  return { name, load, keptAs, call };
});

/** How dear each route is. */
export const LOADS: Record<string, Load | 'small'> = Object.fromEntries(
  routes.map(({ name, load }) => [name, load]),
);
/** The `Cache-Control` of each route whose answers may be kept. */
export const KEPT_AS = Object.fromEntries(
  routes.flatMap(({ name, keptAs }) => (keptAs ? [[name, keptAs] as const] : [])),
);
export const CALLS: Record<string, RouteCall> = Object.fromEntries(
  routes.map(({ name, call }) => [name, call]),
);

/** A request for every operation that answers with a 201. */
export const MAKERS = mergeRegisters('makers');
export const TAGGED = mergeRegisters('tagged');
export const LIST_VALUES = mergeRegisters('listValues');

export const TABLES: Record<string, TableRegister> = mergeRegisters('tables');

export const listsOf = (team: number): readonly string[] =>
  REGISTERS.flatMap(({ lists }) => lists?.(team) ?? []);
export const POOLS = REGISTERS.flatMap(({ pools = [] }) => pools);
export const FOLLOWED_LISTS = mergeRegisters('followedLists');

export const STATEMENTS_OF_BOOKING = REGISTERS.reduce(
  (sum, { statementsOfBooking = 0 }) => sum + statementsOfBooking,
  0,
);

export const START_PAGE =
  REGISTERS.map(({ startPage }) => startPage).findLast((page) => page !== undefined) ?? '';

/** The ids and names that a team has. */
export const OWN: OwnRegisters = mergeRegisters('own');
export const OWN_NAMES = Object.keys(OWN) as (keyof Own)[];

/** Which of them a parameter or a field takes. */
export const OWN_OF_FIELDS: Record<string, keyof Own> = Object.fromEntries(
  OWN_NAMES.flatMap((name) => (OWN[name]?.fields ?? []).map((field) => [field, name])),
);

export const FIXED_PARAMETERS: Record<string, string> = mergeRegisters('fixedParameters');

/** The fields that hold neither an id nor a name. */
export const TEXTS = new RegExp(
  `^(${REGISTERS.flatMap(({ textFields = [], texts = [] }) => [
    ...textFields.flatMap(listTextFields),
    ...texts,
  ]).join('|')})$`,
);

export const SHOWN = mergeShown(REGISTERS.map(({ shown = {} }) => shown));
export const SHOWN_TO_ANYONE = REGISTERS.flatMap(({ shownToAnyone = [] }) => shownToAnyone);
