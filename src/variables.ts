/** How environment variables are read (docs/configuration.md). */
import { z } from 'zod';

/** In decimal digits, because `z.coerce` would also accept `0x50` and ` 80`. */
export function integerVariable(min: number, max: number) {
  const error = `must be an integer from ${min} to ${max}`;
  return z
    .string()
    .regex(/^[0-9]+$/, error)
    .pipe(z.coerce.number<string>().min(min, error).max(max, error));
}

export const booleanVariable = z.stringbool({
  truthy: ['true'],
  falsy: ['false'],
  case: 'sensitive',
  error: 'must be true or false',
});

export const commaListVariable = <Item extends z.ZodType<unknown, string>>(item: Item) =>
  z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .pipe(z.array(item));
