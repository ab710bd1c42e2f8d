import type { TokenScope } from './vocabulary.ts';

/** Whether a scope allows writes, if its team enforces scopes. */
export const mayWrite = (scope: TokenScope): boolean => MAY_WRITE[scope];

const MAY_WRITE = { 'read-write': true, 'read-only': false } satisfies Record<TokenScope, boolean>;
