/**
 * Tables that no comparison of rows takes: uses of tokens and the log are stored a moment later, and others are rows to
 * lock or versions.
 */
export const INCIDENTAL_TABLES = [
  'token_uses',
  'team_locks',
  'invoice_counters',
  'catalogue_versions',
  'audit_entries',
];
