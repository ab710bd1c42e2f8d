/** The document with the address of the request, and examples that fit the present day. */
import { moveExamples } from './example-dates.ts';

/** The service's address, until the document is served. */
export const SERVER = 'https://innkeep.invalid';

/** The document is built once a day, however many addresses it is served for. */
export function createServedDocument(readDocument: () => object): (baseUrl: string, now: Date) => string {
  let made: { today: string; parts: string[] } | undefined;
  return (baseUrl, now) => {
    const today = now.toISOString().slice(0, 10);
    if (made?.today !== today)
      made = { today, parts: JSON.stringify(moveExamples(readDocument(), today)).split(SERVER) };
    return made.parts.join(baseUrl);
  };
}
