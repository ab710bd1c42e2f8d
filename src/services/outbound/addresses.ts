/**
 * A team must not make the service call an address that is not public, because it may lead into the
 * operator's own network (docs/rules.md, 17.6).
 */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The only range of public IPv6 addresses. ipaddr.js also calls others unicast. */
const ASSIGNED_IPV6 = ipaddr.parseCIDR('2000::/3');

export function isNonPublicAddress(text: string): boolean {
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return true;
  return address.kind() === 'ipv6' && !address.match(ASSIGNED_IPV6);
}

/** Also a network such as `10.0.0.0/8`. */
export const isNetwork = (text: string): boolean => isIP(text) !== 0 || ipaddr.isValidCIDR(text);

/** An IPv4 address in IPv6 form counts as the IPv4 address. */
export function createNetworkMatcher(networks: readonly string[]): (address: string) => boolean {
  const ranges = networks
    .filter(isNetwork)
    .map((text) => ipaddr.parseCIDR(isIP(text) === 0 ? text : `${text}/${isIP(text) === 4 ? 32 : 128}`));
  return (text) => {
    if (isIP(text) === 0) return false;
    const address = ipaddr.process(text);
    return ranges.some(
      ([network, bits]) => network.kind() === address.kind() && address.match(network, bits),
    );
  };
}
