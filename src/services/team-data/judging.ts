/** The API's checks of an entity, which are those of a team file (contract, section 18). */
import { z } from 'zod';
import { messagesOfProblems } from '../catalogue/problems.ts';
import type { FieldMessages } from '../field-messages.ts';
import { checkWhole, type Issue, isIssue, type Kind, type Whole } from './kind.ts';

// biome-ignore lint/suspicious/noExplicitAny: any kind of entity, whatever its values.
type AnyKind = Kind<any, any>;
type Entry = Record<string, unknown>;

/** For a body that differs from a team file: how it becomes an entry, and the names of its fields. */
export type Form = {
  entryOf: (body: Entry) => Entry;
  /** The path in the body for a path in the entry. */
  pathOf: (path: Issue['path']) => Issue['path'];
};

const AS_IT_IS: Form = { entryOf: (body) => body, pathOf: (path) => path };

/**
 * The body that creates or changes an entity. For a change, it only finds contradictions among the given fields.
 * `judged` finds contradictions with stored fields, after the row was locked. All problems are reported at once.
 */
export function givenBody<Schema extends z.ZodObject>(
  kind: AnyKind,
  schema: Schema,
  does: 'make' | 'change',
  { entryOf, pathOf }: Form = AS_IT_IS,
) {
  const check = z.superRefine<Entry>(
    (body, { issues }) => {
      // Not an object at all.
      if (issues.some(({ path = [] }) => path.length === 0)) return;
      const isFaulty = new Set(issues.map(({ path = [] }) => String(path[0])));
      const fields = Object.keys(kind.schema.shape);
      const faulty = new Set(fields.filter((field) => isFaulty.has(String(pathOf([field])[0]))));
      // A refused number of units, for example, must not become a list of that length.
      const value = entryOf(Object.fromEntries(Object.entries(body).filter(([name]) => !isFaulty.has(name))));
      for (const { path, message, input = message } of contradictions[does](kind, value, faulty))
        issues.push({ code: 'custom', path: [...pathOf(path)], message, input });
    },
    { when: () => true },
  );
  return schema.check(check as never);
}

const contradictions = {
  make: (kind, value, faulty) => checkWhole(kind, value, faulty).issues,
  change: ({ rules }, value, faulty) => {
    const isSound = (field: string) => value[field] !== undefined && !faulty.has(field);
    const ofGiven = rules.filter(({ fields, isLack }) => !isLack && fields.every(isSound));
    return ofGiven.flatMap(({ issues }) => issues(value)).filter(isIssue);
  },
} satisfies Record<string, (kind: AnyKind, value: Entry, faulty: ReadonlySet<string>) => Issue[]>;

/** The whole entity, with the given fields over the stored ones, or all of its problems. */
export function judged<Value, Required extends keyof Value & string>(
  kind: Kind<Value, Required>,
  value: Value,
  { pathOf }: Pick<Form, 'pathOf'> = AS_IT_IS,
): { ok: true; value: Whole<Value, Required> } | { ok: false; messages: FieldMessages } {
  const { issues } = checkWhole(kind, value);
  if (issues.length === 0) return { ok: true, value: value as Whole<Value, Required> };
  return {
    ok: false,
    messages: messagesOfProblems(issues.map((issue) => ({ ...issue, path: pathOf(issue.path) }))),
  };
}
