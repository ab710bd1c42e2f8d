/**
 * Addresses that are not public but may be reachable from here. Nobody may make the service call them (docs/rules.md,
 * 17.6).
 */
import { BlockList, isIP } from 'node:net';

/**
 * The networks that IANA's registries of special addresses do not call globally reachable, and those that translate
 * into them.
 */
const SPECIAL_NETWORKS = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...[
    '192.0.0.0/24',
    '192.0.2.0/24',
    '192.31.196.0/24',
    '192.52.193.0/24',
    '192.88.99.0/24',
    '192.168.0.0/16',
  ],
  ...['192.175.48.0/24', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  // Public IPv6 addresses are assigned from 2000::/3 only. The rest contains loopback, local, mapped,
  // translated and multicast addresses.
  ...['::/3', '4000::/2', '8000::/1'],
  ...['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'],
];

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** A network such as `10.0.0.0/8`, or an address as a network of its own. Null if the text is neither. */
export function networkOf(text: string): { address: string; bits: number } | null {
  const [address = '', given, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return null;
  const most = version === 6 ? 128 : 32;
  const bits = given === undefined ? most : /^[0-9]{1,3}$/.test(given) ? Number(given) : -1;
  return bits >= 0 && bits <= most ? { address, bits } : null;
}

/**
 * Returns a function that says whether an address is in one of the networks. An IPv4 address in IPv6 form counts as the
 * same address.
 */
export function holderOf(networks: readonly string[]): (address: string) => boolean {
  // Two lists, because a single one would also compare an IPv4 address, in its IPv6 form, with the IPv6
  // networks.
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const network of networks) {
    const parsed = networkOf(network);
    if (!parsed) continue;
    const family = familyOf(parsed.address);
    lists[family].addSubnet(parsed.address, parsed.bits, family);
  }
  return (address) => {
    if (isIP(address) === 0) return false;
    const family = familyOf(address);
    return lists.ipv4.check(address, family) || (family === 'ipv6' && lists.ipv6.check(address, family));
  };
}

/** Whether an address is not public. */
export const isSpecial = holderOf(SPECIAL_NETWORKS);
