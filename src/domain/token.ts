import type { TokenScope } from './vocabulary.ts';

/** Whether a scope allows writes, if its team enforces scopes. */
export const mayScopeWrite = (scope: TokenScope): boolean => MAY_SCOPE_WRITE[scope];

const MAY_SCOPE_WRITE = { 'read-write': true, 'read-only': false } satisfies Record<TokenScope, boolean>;
