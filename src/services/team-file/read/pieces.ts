import { isObject } from './objects.ts';

/** A piece of a team file. Pieces come in the order of the file. */
export type Piece =
  /** The file is this value instead of an object. */
  | { is: 'root'; value: unknown }
  /** The team, or a member that is not a list. Except for the team, only the type of the value is right. */
  | { is: 'member'; name: string; value: unknown }
  | { is: 'list'; name: string }
  | { is: 'entry'; name: string; value: unknown };

/** The pieces of a file that has already been parsed. */
export function* piecesOf(json: unknown): Generator<Piece> {
  if (!isObject(json)) {
    yield { is: 'root', value: json };
    return;
  }
  for (const [name, value] of Object.entries(json)) {
    if (name === 'team' || !Array.isArray(value)) yield { is: 'member', name, value };
    else {
      yield { is: 'list', name };
      for (const entry of value) yield { is: 'entry', name, value: entry };
    }
  }
}
