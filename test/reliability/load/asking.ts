/** Asks a service at a steady pace until its input ends, then prints how often it got which status. */

const [, , address = '', token = '', listing = '', everyMs = '20'] = process.argv;
const statuses: Record<string, number> = {};
const underWay = new Set<Promise<void>>();
const startedAt = Date.now();
let requestCount = 0;

const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };

/** Every fifth is a write, without a key under which it could be sent again. */
async function askOnce(): Promise<void> {
  requestCount += 1;
  const isWrite = requestCount % 5 === 0;
  const answer = await (isWrite
    ? fetch(`${address}/v1/guests`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ name: `Rolling ${requestCount}` }),
      })
    : fetch(`${address}/v1/listings/${listing}`, { headers })
  ).catch((error: Error) => ({ status: String(error.cause ?? error), text: async () => '' }));
  await answer.text().catch(() => '');
  statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
}

const timer = setInterval(() => {
  const asking = askOnce().finally(() => underWay.delete(asking));
  underWay.add(asking);
}, Number(everyMs));

process.stdin.resume().on('end', async () => {
  clearInterval(timer);
  await Promise.all(underWay);
  const seconds = Math.round((Date.now() - startedAt) / 1_000);
  process.stdout.write(JSON.stringify({ statuses, made: statuses[201] ?? 0, seconds }));
});
