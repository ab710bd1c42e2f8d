import { promises as dns, lookup } from 'node:dns';

/** Rejects if the name has no address. */
export type LookUpAll = (name: string) => Promise<{ address: string; family: number }[]>;

const TRY_MS = 2_000;
const TRIES = 2;

/**
 * Name servers take no thread while they do not answer: the operating system's look-up would take one of the
 * four with which the process also reads files and checks passwords.
 */
export const lookUpByNameServers: LookUpAll = async (name) => {
  // RFC 6761: `localhost` and names that end in it are this machine, and name servers need not know them.
  if (/(^|\.)localhost\.?$/i.test(name)) return [{ address: '127.0.0.1', family: 4 }];
  const resolver = new dns.Resolver({ timeout: TRY_MS, tries: TRIES });
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const found = [
    ...(v4.status === 'fulfilled' ? v4.value.map((address) => ({ address, family: 4 })) : []),
    ...(v6.status === 'fulfilled' ? v6.value.map((address) => ({ address, family: 6 })) : []),
  ];
  if (found.length === 0 && v4.status === 'rejected') throw v4.reason;
  return found;
};

/** Also knows the machine's own file of hosts and short names. */
export const lookUpBySystem: LookUpAll = (name) =>
  new Promise((resolve, reject) => {
    lookup(name, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)));
  });
