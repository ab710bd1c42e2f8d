import { randomUUIDv7 } from 'node:crypto';
import { webhooks } from '../../../src/options/webhooks/db/schema/webhooks.ts';
import { TEST_NOW, type TestApp } from '../../helpers/app.ts';

/** A webhook as it is stored, which is never called. */
export async function buildWebhook(
  world: TestApp,
  overrides: Partial<typeof webhooks.$inferInsert> & { teamId: number },
): Promise<{ id: string }> {
  const id = randomUUIDv7();
  const at = new Date(TEST_NOW);
  await world.db.insert(webhooks).values({
    id,
    url: 'https://hooks.example/a',
    status: 'active',
    ciphertext: 'x',
    keyId: 'x',
    position: 0,
    round: 1,
    createdAt: at,
    updatedAt: at,
    ...overrides,
  });
  return { id };
}
