import type { Executor } from '../db/client.ts';
import { listListingTitles } from '../db/queries/listings/listings.ts';
import { foldCase } from '../domain/text.ts';

/** The ids of a team's listings whose title or nickname contains a text, without regard to case. */
export async function listListingsNamed(db: Executor, teamId: number, text: string): Promise<string[]> {
  const foldedText = foldCase(text);
  const rows = await listListingTitles(db, teamId);
  return rows
    .filter(({ publicTitle, nickname }) => foldCase(`${publicTitle}\n${nickname ?? ''}`).includes(foldedText))
    .map(({ id }) => id);
}
