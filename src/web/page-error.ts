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

/** A team that the visitor is not in, which may exist or not. */
export const noMember = () =>
  new PageError(
    404,
    'You are not a member of this team',
    'You may have been removed from it, or the address may be wrong. Ask a member of the team for a link to join.',
  );

/** A page that does not exist, or is another team's: the same for both. */
export const noSuchPage = () =>
  new PageError(404, 'There is no such page', 'It may be gone, or it may belong to another team.');
