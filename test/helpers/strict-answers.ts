import type { FastifySerializerCompiler } from 'fastify';
import { type ZodType, z } from 'zod';

type Json = Record<string, unknown>;

/**
 * Refuses to write an answer that differs from its schema: nothing may be missing, undeclared, of another type or in another
 * order. As every test's answers pass here, no test needs to compare a whole answer to see that it has the keys of its schema.
 */
export const strictAnswers: FastifySerializerCompiler<ZodType> =
  ({ schema, method, url, httpStatus }) =>
  (data) => {
    const text = JSON.stringify(data);
    const declared = JSON.stringify(z.encode(schema, data));
    if (declared === text) return text;
    const differences = listDifferences('', JSON.parse(text), JSON.parse(declared));
    throw new Error(
      `${method} ${url} answers ${httpStatus} otherwise than its schema says:\n${differences.join('\n')}\n${text}`,
    );
  };

/** What differs, a line each with its place. */
export function listDifferences(place: string, answer: unknown, declared: unknown): string[] {
  const at = place || 'the answer';
  if (!isObject(answer) || !isObject(declared))
    return Object.is(answer, declared)
      ? []
      : [`${at} is ${JSON.stringify(answer)}, not ${JSON.stringify(declared)}`];
  const [keys, known] = [Object.keys(answer), Object.keys(declared)];
  const nameOf = (key: string) =>
    Array.isArray(answer) ? `${place}[${key}]` : place ? `${place}.${key}` : key;
  const differences = [
    ...keys.filter((key) => !known.includes(key)).map((key) => `${nameOf(key)} is not declared`),
    ...known.filter((key) => !keys.includes(key)).map((key) => `${nameOf(key)} is missing`),
    ...keys
      .filter((key) => known.includes(key))
      .flatMap((key) => listDifferences(nameOf(key), answer[key], declared[key])),
  ];
  const isOrderOther = differences.length === 0 && keys.join() !== known.join();
  return isOrderOther
    ? [`the order of the keys of ${at} differs: ${keys.join(', ')}, declared ${known.join(', ')}`]
    : differences;
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;
