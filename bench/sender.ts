/** Sends one request from a thread of its own, and says how long its answer is. */
import { parentPort, workerData } from 'node:worker_threads';

export type Call = {
  url: string;
  method: string;
  headers: Record<string, string>;
  body?: string;
};

const { url, ...init } = workerData as Call;
const answer = await fetch(url, init);
const text = await answer.text();
if (!answer.ok) throw new Error(`${init.method} ${url}: ${answer.status} ${text.slice(0, 300)}`);
parentPort?.postMessage(text.length);
