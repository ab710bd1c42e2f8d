/** An error that is shown to the visitor as a page of its own. */
export class PageError extends Error {
  readonly status: number;
  readonly title: string;
  constructor(status: number, title: string, message: string) {
    super(message);
    this.status = status;
    this.title = title;
  }
}

/** The error page for a team of which the visitor is not a member, or that does not exist. */
export const buildNotMemberError = () =>
  new PageError(
    404,
    'You are not a member of this team',
    'You may have been removed from it, or the address may be wrong. Ask a member of the team for a link to join.',
  );

/**
 * The error page for a page that does not exist or belongs to another team. A missing page and a page of
 * another team get the same error, so that visitors learn nothing about other teams.
 */
export const buildNoSuchPageError = () =>
  new PageError(404, 'There is no such page', 'It may be gone, or it may belong to another team.');

/** Returns the thing that a page is about, or throws a 404 if it is null. */
export function requireForPage<Value>(value: Value | null): Value {
  if (value === null) throw buildNoSuchPageError();
  return value;
}
