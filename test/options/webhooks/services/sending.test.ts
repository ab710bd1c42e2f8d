import { expect, it } from 'vitest';
import type { WebhookRecord } from '../../../../src/options/webhooks/db/queries/webhooks.ts';
import { sendMessage } from '../../../../src/options/webhooks/services/sending.ts';
import type { OutboundClient } from '../../../../src/services/outbound/client.ts';

type Call = Parameters<OutboundClient['send']>[0];

it('a webhook’s receiver has 15 seconds to answer, and 16 KiB of its answer are read', async () => {
  const calls: Call[] = [];
  const outboundClient: OutboundClient = {
    send: async (call) => {
      calls.push(call);
      return { status: 204, headers: {}, body: Buffer.alloc(0), isWhole: true };
    },
    close: async () => {},
  };
  const moment = new Date('2031-05-05T10:00:00.900Z');
  const webhook = { url: 'https://receiver.example/' } as WebhookRecord;
  const message = { id: 'msg', type: 'guest.created', createdAt: moment, data: { guest_id: 'g' } };
  const sent = await sendMessage(
    { outboundClient, sign: () => 'v1,x', clock: () => moment },
    webhook,
    message,
  );
  expect(sent).toMatchObject({ isSuccess: true, responseStatus: 204, responseBody: null, error: null });
  expect(calls).toEqual([
    {
      method: 'POST',
      url: webhook.url,
      withinMs: 15_000,
      maxBytes: 16_384,
      headers: expect.objectContaining({
        'content-type': 'application/json',
        'webhook-id': 'msg',
        'webhook-signature': 'v1,x',
        'webhook-timestamp': String(Date.parse('2031-05-05T10:00:00Z') / 1_000),
      }),
      body: JSON.stringify({
        type: 'guest.created',
        timestamp: '2031-05-05T10:00:00+00:00',
        data: { guest_id: 'g' },
      }),
    },
  ]);
});
