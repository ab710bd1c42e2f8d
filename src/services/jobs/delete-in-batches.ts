const ROWS_PER_BATCH = 1_000;

/** Deletes some rows after others, so that no statement takes long. */
export async function deleteInBatches(
  signal: AbortSignal,
  deleteSome: (limit: number) => Promise<number>,
): Promise<void> {
  let deleted = ROWS_PER_BATCH;
  while (deleted === ROWS_PER_BATCH && !signal.aborted) deleted = await deleteSome(ROWS_PER_BATCH);
}
