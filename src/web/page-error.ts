import type { NotPermitted } from '../services/errors.ts';

export class PageError extends Error {
  readonly status: number;
  readonly title: string;
  constructor(status: number, title: string, message: string) {
    super(message);
    this.status = status;
    this.title = title;
  }
}

/** The visitor is not a member, or the team does not exist. */
export const buildNotMemberError = () =>
  new PageError(
    404,
    'You are not a member of this team',
    'You may have been removed from it, or the address may be wrong. Ask a member of the team for a link to join.',
  );

/** A page of another team gets the same error, so that visitors learn nothing about other teams. */
export const buildNoSuchPageError = () =>
  new PageError(404, 'There is no such page', 'It may be gone, or it may belong to another team.');

/** The visitor's role does not permit it, or they have only some of the listings. */
export const buildNotPermittedError = ({ permission, why }: NotPermitted) =>
  new PageError(
    403,
    'You may not do this',
    why === 'missing'
      ? `Your role in this team lacks the permission ${permission}. Ask an owner of the team.`
      : 'This is about the whole team, and you have only some of its places. Ask an owner of the team.',
  );

export function requireForPage<Value>(value: Value | null): Value {
  if (value === null) throw buildNoSuchPageError();
  return value;
}
