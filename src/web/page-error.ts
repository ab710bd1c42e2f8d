/** Thrown for a refusal that is shown as a page of its own. */
export class PageError extends Error {
  readonly status: number;
  readonly title: string;
  constructor(status: number, title: string, message: string) {
    super(message);
    this.status = status;
    this.title = title;
  }
}

/** The error page for a team that the visitor is not a member of, whether or not it exists. */
export const noMember = () =>
  new PageError(
    404,
    'You are not a member of this team',
    'You may have been removed from it, or the address may be wrong. Ask a member of the team for a link to join.',
  );

/**
 * The error page for a page that does not exist or belongs to another team. Visitors cannot tell a missing
 * page from one of another team.
 */
export const noSuchPage = () =>
  new PageError(404, 'There is no such page', 'It may be gone, or it may belong to another team.');

/** The value that a page is about, or the 404 of an unknown page if it is null. */
export function requireForPage<Value>(value: Value | null): Value {
  if (value === null) throw noSuchPage();
  return value;
}
