/** The OpenAPI document as it is served: with the address that was asked, and examples as of this day. */
import { moveExamples } from './example-dates.ts';

/** Stands in the document for the address of the service. */
export const SERVER = 'https://innkeep.invalid';

/** Writes the document for an address and a moment. It is made once a day, however many addresses ask for it. */
export function createServedDocument(readDocument: () => object): (baseUrl: string, now: Date) => string {
  let made: { today: string; parts: string[] } | undefined;
  return (baseUrl, now) => {
    const today = now.toISOString().slice(0, 10);
    if (made?.today !== today)
      made = { today, parts: JSON.stringify(moveExamples(readDocument(), today)).split(SERVER) };
    return made.parts.join(baseUrl);
  };
}
