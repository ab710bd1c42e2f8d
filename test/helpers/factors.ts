/** People with a second factor, and what their authenticator apps show. */

import { Secret, TOTP } from 'otpauth';
import type { TestApp } from './app.ts';
import { type buildMember, PASSWORD, type visitorOf } from './pages.ts';

type Visitor = ReturnType<typeof visitorOf>;
export const NEW_APP = '/app/account/factors/new';
const STEP_MS = 30_000;

/** The code of an app whose clock is `steps` steps of 30 seconds ahead. */
export const codeOf = (world: TestApp, secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: world.clock.now().getTime() + steps * STEP_MS,
  });

/** Later by so many steps: an accepted code closes its step, so the next one needs another. */
export const waitSteps = (world: TestApp, steps = 1): void =>
  world.clock.set(new Date(world.clock.now().getTime() + steps * STEP_MS).toISOString());

export const secretIn = (page: string): string =>
  /<code class="secret">([A-Z2-7]+)<\/code>/.exec(page)?.[1] ?? '';
export const sealedIn = (page: string): string => /name="sealed" value="([^"]+)"/.exec(page)?.[1] ?? '';
/** As the page shows them once. */
export const recoveryCodesIn = (page: string): string[] =>
  page.match(/\b[a-z2-7]{4}(-[a-z2-7]{4}){3}\b/g) ?? [];

/** The visitor has signed in. Returns the app's secret and the recovery codes that the page shows. */
export async function addApp(
  world: TestApp,
  visitor: Visitor,
  proof: Record<string, string> = { password: PASSWORD },
): Promise<{ secret: string; codes: string[] }> {
  const { body } = await visitor.get(NEW_APP);
  const secret = secretIn(body);
  const sent = { sealed: sealedIn(body), name: 'Phone', first_code: codeOf(world, secret), ...proof };
  const { body: account } = await visitor.submit('/app/account/factors', sent);
  waitSteps(world);
  return { secret, codes: recoveryCodesIn(account) };
}

export const sendCode = (visitor: Visitor, code: string, next = '') =>
  visitor.post('/app/sign-in/code', { code, next });

/** Both steps. */
export async function signInWithCode(
  visitor: Visitor,
  { email }: Pick<Awaited<ReturnType<typeof buildMember>>, 'email'>,
  code: string,
) {
  await visitor.signIn(email);
  const answer = await sendCode(visitor, code);
  if (answer.statusCode === 303) await visitor.get('/app/nothing');
  return answer;
}
