/** A refusal that is shown as a page of its own. */
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
 * The error page for a page that does not exist or belongs to another team. Callers cannot tell the two cases apart.
 */
export const noSuchPage = () =>
  new PageError(404, 'There is no such page', 'It may be gone, or it may belong to another team.');

/** What a page is about. Throws the 404 of an unknown page if there is none. */
export function requireForPage<Value>(value: Value | null): Value {
  if (value === null) throw noSuchPage();
  return value;
}
