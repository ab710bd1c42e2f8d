/** A form of several tables, rows and what it has beside them. */

import { toFieldName, type Values } from '../form-table.ts';
import { computeFormVersion, type Labels, readForm, type SentForm } from '../sent-form.ts';

export type FormPart = {
  /** By the names of the inputs. */
  labels: Labels;
  toValues: (presented: unknown) => Values;
  /** A part of the body, without the fields that the page does not show. */
  read: (form: SentForm, isLeftOut?: (path: string) => boolean) => Record<string, unknown>;
  /** The input that a path of the body came from, if it is one of this part's. The values tell its row. */
  findName: (path: string, values: Values) => string | undefined;
};

/** Like one table. The parts have different keys of the body. */
export function joinForm(...parts: readonly FormPart[]) {
  const labels: Labels = Object.assign({}, ...parts.map((part) => part.labels));
  const toValues = (presented: unknown): Values =>
    Object.assign({}, ...parts.map((part) => part.toValues(presented)));
  const nameOf = (path: string, values: Values): string =>
    parts.map((part) => part.findName(path, values)).find((name) => name !== undefined) ?? toFieldName(path);
  return {
    labels,
    open: (sent: unknown): SentForm => readForm(sent, labels, nameOf),
    toValues,
    computeVersion: (presented: unknown): string => computeFormVersion(toValues(presented)),
    read: (form: SentForm, isLeftOut?: (path: string) => boolean): Record<string, unknown> =>
      Object.assign({}, ...parts.map((part) => part.read(form, isLeftOut))),
  };
}
