/**
 * Rewrites rows batch by batch, each in a transaction of its own, until none is left to be listed. So an interrupted run
 * can be continued. Returns how many were rewritten.
 */
export async function rewriteAll<Row>(
  list: (limit: number) => Promise<Row[]>,
  rewrite: (row: Row) => Promise<void>,
): Promise<number> {
  let rewritten = 0;
  for (let rows = await list(ROWS_PER_BATCH); rows.length > 0; rows = await list(ROWS_PER_BATCH)) {
    for (const row of rows) await rewrite(row);
    rewritten += rows.length;
  }
  return rewritten;
}

const ROWS_PER_BATCH = 100;
