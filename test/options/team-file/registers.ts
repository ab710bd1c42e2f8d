import type { Registers } from '../../registers/registers.ts';

export const teamFileRegisters: Registers = {
  name: 'team-file',
  routes: {
    'GET /team-file.schema.json': { keptAs: 'public, no-cache' },
  },
};
