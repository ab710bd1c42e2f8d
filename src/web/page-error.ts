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

/** What is not there, is another team's, or was never anybody's: the same page for all of them. */
export const noSuchPage = () =>
  new PageError(404, 'There is no such page', 'It may be gone, or it is not one of your team’s.');
