/** Which addresses the service may call for a team (docs/rules.md, 17.6). */
import { isIP, type LookupFunction } from 'node:net';
import { createNetworkMatcher, isNetwork, isNonPublicAddress } from './addresses.ts';
import { type LookUpAll, lookUpByNameServers, lookUpBySystem } from './look-up.ts';

const LOOK_UP_MS = 5_000;
const FIRST_FREE_PORT = 1_024;

export type OutboundGuard = ReturnType<typeof createOutboundGuard>;
export class ForbiddenAddress extends Error {
  constructor(why = 'is not public.') {
    super(`The address ${why}`);
  }
}

/**
 * `allow` are hosts and networks that the operator permits although they are not public (`OUTBOUND_ALLOW`).
 * `lookUpAll` asks name servers by default.
 */
export function createOutboundGuard({
  allow = [],
  lookUpAll: fixedLookUp,
}: {
  allow?: readonly string[];
  lookUpAll?: LookUpAll;
} = {}) {
  const names = new Set(allow.filter((entry) => !isNetwork(entry)).map(normaliseHost));
  const isAllowedAddress = createNetworkMatcher(allow);
  const isAllowedHost = (host: string) => names.has(normaliseHost(host)) || isAllowedAddress(host);

  /** Name servers may not know the hosts that the operator permits. */
  const lookUpAll: LookUpAll = (name) =>
    (fixedLookUp ?? (isAllowedHost(name) ? lookUpBySystem : lookUpByNameServers))(name);

  const mayConnect = (host: string, address: string): boolean =>
    isAllowedHost(host) || isAllowedAddress(address) || (isIP(address) !== 0 && !isNonPublicAddress(address));

  async function resolveAddresses(host: string): Promise<string[]> {
    if (isIP(host) !== 0) return [host];
    const noAnswer = new Promise<never[]>((resolve) => setTimeout(resolve, LOOK_UP_MS, []).unref());
    const found = await Promise.race([lookUpAll(host).catch(() => []), noAnswer]);
    return found.map(({ address }) => address);
  }

  return {
    mayConnect,
    isOrdinary,

    /**
     * The end of a sentence, or null. A host name that does not resolve may be saved, because every
     * connection is checked again.
     */
    async findProblem(text: string): Promise<string | null> {
      const url = URL.parse(text);
      if (!url || !['http:', 'https:'].includes(url.protocol))
        return 'must be a URL that begins with https://.';
      if (url.username || url.password) return 'must not contain a user or password.';
      const host = readHost(url);
      const addresses = await resolveAddresses(host);
      const isPermitted =
        isAllowedHost(host) || (addresses.length > 0 && addresses.every((one) => isAllowedAddress(one)));
      if (isPermitted) return null;
      if (url.protocol !== 'https:') return 'must be a URL that begins with https://.';
      if (!isOrdinary(url)) return `must have port 443 or one from ${FIRST_FREE_PORT} up.`;
      return addresses.every((one) => mayConnect(host, one)) ? null : 'must be a public address.';
    },

    /**
     * For sockets. Fails unless all addresses of the host are permitted. Sockets do not call it for IP
     * addresses, which are checked elsewhere.
     */
    lookUp: ((host, options, callback) => {
      lookUpAll(host).then(
        (found) => {
          const [first] = found;
          if (!first || !found.every(({ address }) => mayConnect(host, address)))
            callback(new ForbiddenAddress(), '', 0);
          else if (options.all) callback(null, found);
          else callback(null, first.address, first.family);
        },
        (error: NodeJS.ErrnoException) => callback(error, '', 0),
      );
    }) satisfies LookupFunction,
  };
}

/** HTTPS on port 443 or an unprivileged port: every team may use it. */
const isOrdinary = ({ protocol, port }: { protocol: string; port: string }): boolean =>
  protocol === 'https:' && (port === '' || port === '443' || Number(port) >= FIRST_FREE_PORT);

const normaliseHost = (host: string) => host.toLowerCase().replace(/\.$/, '');

/** An IPv6 address without brackets. The URL parser has normalised other spellings, such as `0x7f.1`. */
const readHost = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');
