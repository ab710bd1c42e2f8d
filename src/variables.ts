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

/** A URL with a user and a password. Of these, nothing is in a message. `secrets` names what needs the encoding. */
export function serverUrlVariable(schemes: readonly [string, string], secrets: string) {
  const beginnings = schemes.map((scheme) => `${scheme}://`);
  return z.string().superRefine((text, context) => {
    if (!schemes.some((scheme) => text.startsWith(`${scheme}:`)))
      context.addIssue(`must be a URL that begins with ${beginnings.join(' or ')}`);
    else if (!isReadableUrl(text))
      context.addIssue(
        isReadableUrl(text.replace(/:[^:@/?#]+(?=[/?#]|$)/, ''))
          ? 'must be a URL whose port is a number up to 65535'
          : `is not a valid URL: special characters in its ${secrets} must be percent-encoded`,
      );
  });
}

/** A password with a slash, a question mark or a hash ends the host early, so that the rest holds its @. */
function isReadableUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && !`${url.pathname}${url.hash}`.includes('@') && !/^[^=]*@/.test(url.search);
}
