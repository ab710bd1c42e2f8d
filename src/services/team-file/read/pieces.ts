import { isObject } from './objects.ts';

/** A team file piece by piece, in the order in which it says things. */
export type Piece =
  /** The file is no object but this. */
  | { is: 'root'; value: unknown }
  /** A member of the object that is no list; of an unknown member the value may be missing. */
  | { is: 'member'; name: string; value: unknown }
  | { is: 'list'; name: string }
  | { is: 'entry'; name: string; value: unknown };

/** The pieces of a file that has been parsed already. */
export function* piecesOf(json: unknown): Generator<Piece> {
  if (!isObject(json)) {
    yield { is: 'root', value: json };
    return;
  }
  for (const [name, value] of Object.entries(json)) {
    if (!Array.isArray(value)) yield { is: 'member', name, value };
    else {
      yield { is: 'list', name };
      for (const entry of value) yield { is: 'entry', name, value: entry };
    }
  }
}
