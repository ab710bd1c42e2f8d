/** Changes to source files whose places are found by syntax, independent of lines and spaces. */
import { Lang, parse, type Rule, type SgNode } from '@ast-grep/napi';

export type Edit = {
  /** The declaration that contains the place: `write`, or `createKeyring.seal` for one inside another. */
  in: string;
  /** An ast-grep pattern: `$NAME` matches one node, `$$$NAME` any number of them. */
  find: string;
  /** The replacement, in which the same names mean the same code. Without it, the place is deleted. */
  put?: string;
};

/** Applies the edits one after the other. Throws unless each of them finds exactly one place. */
export function edited(source: string, edits: readonly Edit[]): string {
  return edits.reduce((code, edit) => {
    const rule = { pattern: edit.find, ...within(edit.in.split('.')) };
    const places = parse(Lang.TypeScript, code).root().findAll({ rule });
    const [place] = places;
    if (!place || places.length > 1)
      throw new Error(`found ${places.length} times instead of once in ${edit.in}: ${edit.find}`);
    const { start, end } = place.range();
    return code.slice(0, start.index) + filled(edit.put ?? '', place, code) + code.slice(end.index);
  }, source);
}

const DECLARATIONS = [
  { kind: 'function_declaration', field: 'name' },
  { kind: 'variable_declarator', field: 'name' },
  { kind: 'method_definition', field: 'name' },
  { kind: 'pair', field: 'key' },
];

/** Matches code inside the declaration of the last name, which is itself inside those of the names before it. */
function within(names: readonly string[]): Rule {
  const [name, outer] = [names.at(-1), names.slice(0, -1)];
  const any = DECLARATIONS.map(({ kind, field }) => ({ kind, has: { field, regex: `^${name}$` } }));
  return { inside: { any, stopBy: 'end', ...(outer.length > 0 ? within(outer) : {}) } };
}

function filled(template: string, place: SgNode, code: string): string {
  return template.replaceAll(/(\$\$\$|\$)([A-Z]+)/g, (_, sign: string, name: string) => {
    const nodes = sign === '$' ? [place.getMatch(name)] : place.getMultipleMatches(name);
    const [first, last] = [nodes.at(0), nodes.at(-1)];
    return first && last ? code.slice(first.range().start.index, last.range().end.index) : '';
  });
}
