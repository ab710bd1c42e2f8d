/** Errors in a text are found when it is stored, without a booking to render it for (docs/rules.md, 25.3). */
import { type Filter, type Template, TypeGuards, Value } from 'liquidjs';
import { MAX_MAIL_NESTING } from '../../../../domain/limits.ts';
import type { GuestMailKind } from '../../../../domain/vocabulary.ts';
import { LINK_VARIABLES, LOOPED_VARIABLES, listMailVariables } from '../../domain/values.ts';
import { buildMark, parseLiquid, throwIfDateFormatTooLong } from './liquid.ts';
import { findLinkProblem, readMarkdown } from './markdown.ts';
import { MailTextProblem } from './text-problem.ts';

const LOOPED_NAMES = [...LOOPED_VARIABLES.keys()].join(' or ');

type LoopTag = Template & { variable: string; collection: unknown; hash: { hash: object } };
type OutputTemplate = Template & { value: Value };

/** The loops around a position in a text: their variables, with the fields of each. */
type Loops = ReadonlyMap<string, readonly string[]>;

/**
 * Throws a `MailTextProblem` that names the first tag, filter or variable that is not allowed, or the value that a
 * link must not lead to.
 */
export function parseMailText(kind: GuestMailKind, part: 'subject' | 'body', source: string): Template[] {
  const templates = parse(source);
  const variables = listMailVariables(kind);
  /** The text with all branches of its conditions, and a mark for each value. */
  const everything: string[] = [];
  const paths: string[] = [];

  function checkAll(list: readonly Template[], loops: Loops, depth: number): void {
    for (const template of list) check(template, loops, depth);
  }

  function check(template: Template, loops: Loops, depth: number): void {
    if (isOutput(template)) {
      checkValue(template.value, loops);
      everything.push(buildMark(paths.length));
      paths.push(findPlainPath(template.value) ?? 'a changed value');
      return;
    }
    const name = findTagName(template);
    if (name === null) {
      everything.push(template.token.getText());
      return;
    }
    if (depth >= MAX_MAIL_NESTING)
      throw new MailTextProblem(`must not nest tags more than ${MAX_MAIL_NESTING} deep: ${name}`);
    const inner = name === 'for' ? enterLoop(template as LoopTag, loops) : loops;
    if (name !== 'for') for (const argument of template.arguments?.() ?? []) checkArgument(argument, loops);
    checkAll(findChildren(template), inner, depth + 1);
  }

  function enterLoop({ variable, collection, hash }: LoopTag, loops: Loops): Loops {
    const path = TypeGuards.isPropertyAccessToken(collection) ? readPath(collection.props) : null;
    const fields = LOOPED_VARIABLES.get(path ?? '');
    if (fields === undefined || loops.has('booking'))
      throw new MailTextProblem(`must loop over ${LOOPED_NAMES} alone, not ${path ?? 'anything else'}`);
    const [parameter] = Object.keys(hash.hash);
    if (parameter !== undefined)
      throw new MailTextProblem(`must not have parameters of a loop: ${parameter}`);
    return new Map([...loops, [variable, fields]]);
  }

  function checkArgument(argument: unknown, loops: Loops): void {
    if (argument instanceof Value) checkValue(argument, loops);
    else checkToken(argument, loops);
  }

  function checkValue({ initial, filters }: Value, loops: Loops): void {
    for (const token of initial.postfix) checkToken(token, loops);
    for (const { name, args } of filters)
      if (name === 'date' && TypeGuards.isQuotedToken(args[0])) throwIfDateFormatTooLong(args[0].content);
    for (const argument of filters.flatMap(({ args }) => args)) {
      if (Array.isArray(argument)) checkToken(argument[1], loops);
      else checkToken(argument, loops);
    }
  }

  function checkToken(token: unknown, loops: Loops): void {
    if (TypeGuards.isRangeToken(token)) throw new MailTextProblem('must not have a range of numbers');
    if (!TypeGuards.isPropertyAccessToken(token)) return;
    const path = readPath(token.props);
    const shown = path ?? token.getText();
    const [root = '', field = '', ...more] = path?.split('.') ?? [];
    const fields = loops.get(root);
    const isAllowed = fields
      ? more.length === 0 && fields.includes(field)
      : path !== null && variables.has(path);
    if (!isAllowed) throw new MailTextProblem(`must not name an unknown variable: ${shown}`);
  }

  checkAll(templates, new Map(), 0);
  if (part === 'body') {
    const problem = findLinkProblem(readMarkdown(everything.join('')), (index) => {
      const path = paths[index] ?? '';
      return LINK_VARIABLES.includes(path) ? null : path;
    });
    if (problem !== null)
      throw new MailTextProblem(`must not have a value as the address of a link: ${problem}`);
  }
  return templates;
}

function parse(source: string): Template[] {
  try {
    return parseLiquid(source);
  } catch (error) {
    // The first line says what is wrong and where. The others repeat the text.
    const [message = ''] = String((error as Error).message).split('\n');
    throw new MailTextProblem(`must be Liquid as it may be used here: ${message}`, { cause: error });
  }
}

const isOutput = (template: Template): template is OutputTemplate =>
  'value' in template && template.value instanceof Value && !('name' in template);

const findTagName = (template: Template): string | null =>
  'name' in template ? String(template.name) : null;

/**
 * liquidjs returns a generator, which pauses only to load other files. Messages have none, so its first step gives
 * the result.
 */
function findChildren(template: Template): readonly Template[] {
  const { value } = template.children?.(false, true).next() ?? {};
  return Array.isArray(value) ? value : [];
}

/** Such as `booking.check_in`. Returns null for a variable that is not made of names alone. */
function readPath(props: readonly unknown[]): string | null {
  const names = props.map((prop) => (TypeGuards.isWordToken(prop) ? prop.content : null));
  return names.includes(null) ? null : names.join('.');
}

/** The variable that an output writes unchanged. Returns null if the output has filters or writes something else. */
function findPlainPath({ initial, filters }: Value): string | null {
  const [token, ...more] = initial.postfix;
  // The last filter of every output is our own, which writes the mark.
  const own: readonly Filter[] = filters.slice(0, -1);
  if (own.length > 0 || more.length > 0 || !TypeGuards.isPropertyAccessToken(token)) return null;
  return readPath(token.props);
}
