/** Parts of rows that an earlier version wrote. */
export const TIMES = `"created_at": "2030-01-01T00:00:00Z", "updated_at": "2030-01-01T00:00:00Z"`;
export const idOf = (digit: number) => `"0198${digit}000-0000-7000-8000-000000000000"`;
