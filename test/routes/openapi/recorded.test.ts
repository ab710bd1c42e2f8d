/** All operations and schemas of the OpenAPI document, with those of the options. `-u` writes `openapi.txt` anew. */
import { expect, test } from 'vitest';
import { openSharedApp } from '../../helpers/app.ts';
import type { Json } from '../../helpers/bookings.ts';
import { words } from '../../helpers/words.ts';
import { openDocument } from './document.ts';

const world = await openSharedApp();
const { document, operations, resolved } = await openDocument(world);

const BOUNDS = words('minimum maximum minLength maxLength minItems maxItems default format');

/** A schema on one line: its type, or a reference's name, with its bounds. */
function presentType(schema: Json): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1);
  const bounds = BOUNDS.flatMap((name) =>
    name in schema ? [` ${name} ${JSON.stringify(schema[name])}`] : [],
  );
  const either = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (either) return either.map(presentType).join(' | ') + bounds.join('');
  if (schema.type === 'array') return `[${presentType(schema.items ?? {})}]${bounds.join('')}`;
  if (schema.properties) return `{ ${presentFields(schema).join(', ')} }`;
  const values = schema.enum ?? ('const' in schema ? [schema.const] : null);
  return (values ? JSON.stringify(values) : String(schema.type ?? 'any')) + bounds.join('');
}

const presentFields = ({ properties = {}, required = [] }: Json): string[] =>
  Object.entries<Json>(properties).map(
    ([name, schema]) => `${name}${required.includes(name) ? '' : '?'}: ${presentType(schema)}`,
  );

/** An operation on a few lines: its name and section, its own parameters and bodies, and all statuses that it has. */
function presentOperation([where, operation]: [string, Json]): string {
  const { operationId, tags, parameters = [], requestBody, responses } = operation;
  return [
    `${where} is ${operationId} (${tags}), needs ${presentNeed(operation['x-permission'])} and answers ${Object.keys(responses).join(' ')}`,
    ...parameters.map((parameter: Json) => {
      const { in: place, name, required, schema } = resolved(parameter);
      return `  ${place} ${name}${required ? '' : '?'}: ${presentType(schema)}`;
    }),
    ...(requestBody ? [`  body${requestBody.required ? '' : '?'}: ${presentContent(requestBody)}`] : []),
    // The others are shared answers.
    ...Object.entries<Json>(responses)
      .filter(([, answer]) => !answer.$ref)
      .map(([status, answer]) => `  ${status}: ${presentAnswer(answer)}`),
  ].join('\n');
}

const presentNeed = (needed: Json): string =>
  needed === null
    ? 'nothing'
    : typeof needed === 'string'
      ? needed
      : needed.any
        ? `any of ${needed.any.join(' ')}`
        : needed.all.join(' and ');

const presentContent = ({ content }: Json): string => {
  if (!content) return 'nothing';
  const json = content['application/json'];
  return json ? presentType(json.schema ?? {}) : Object.keys(content).join(', ');
};

const presentAnswer = (answer: Json): string =>
  `${presentContent(answer)} with ${Object.keys(answer.headers).join(', ')}`;

test('the OpenAPI document describes the recorded operations and schemas', async () => {
  const schemas = Object.entries<Json>(document.components.schemas).map(([name, schema]) =>
    schema.properties ? [name, ...presentFields(schema)].join('\n  ') : `${name}: ${presentType(schema)}`,
  );
  const shared = Object.entries(document.components.responses).map(
    ([name, answer]) => `${name}: ${presentAnswer(answer)}`,
  );
  const all = [...Object.entries(operations).map(presentOperation), ...shared, ...schemas];
  await expect(`${all.join('\n')}\n`).toMatchFileSnapshot('./openapi.txt');
});
