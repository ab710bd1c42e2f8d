/** All registers. An option that is left out is its folder and its line here. */
import { bookingSiteRegisters } from '../options/booking-site/registers.ts';
import { calendarsRegisters } from '../options/calendars/registers.ts';
import { deskRegisters } from '../options/desk/registers.ts';
import { mailRegisters } from '../options/mail/registers.ts';
import { picturesRegisters } from '../options/pictures/registers.ts';
import { teamFileRegisters } from '../options/team-file/registers.ts';
import { webhooksRegisters } from '../options/webhooks/registers.ts';
import { coreRegisters } from './core/core.ts';
import type { Load, Registers, RouteCall } from './registers.ts';

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
  const { load = 'small', ...call } = typeof register === 'string' ? { load: register } : register;
  return { name, load, call };
});

/** How dear each route is. */
export const LOADS: Record<string, Load | 'small'> = Object.fromEntries(
  routes.map(({ name, load }) => [name, load]),
);
export const CALLS: Record<string, RouteCall> = Object.fromEntries(
  routes.map(({ name, call }) => [name, call]),
);
