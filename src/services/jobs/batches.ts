const ROWS_PER_BATCH = 1_000;
const REWRITTEN_PER_BATCH = 100;

/** Deletes or clears rows batch by batch, so that no statement takes long. */
export async function workInBatches(
  signal: AbortSignal,
  work: (limit: number) => Promise<number>,
): Promise<void> {
  let rows = ROWS_PER_BATCH;
  while (rows === ROWS_PER_BATCH && !signal.aborted) rows = await work(ROWS_PER_BATCH);
}

/**
 * Each batch has its own transaction, so an interrupted rewriting can be continued. Returns the number of
 * rows.
 */
export async function rewriteAll<Row>(
  list: (limit: number) => Promise<Row[]>,
  rewrite: (row: Row) => Promise<void>,
): Promise<number> {
  let rewritten = 0;
  for (let rows = await list(REWRITTEN_PER_BATCH); rows.length > 0; rows = await list(REWRITTEN_PER_BATCH)) {
    for (const row of rows) await rewrite(row);
    rewritten += rows.length;
  }
  return rewritten;
}
