import { BlockList, isIP, isIPv4 } from 'node:net';

/** IPv4 networks outside the public internet. An address that comes from outside must not reach our own network. */
const notPublic = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  notPublic.addSubnet(network, prefix, 'ipv4');
}

/** In IPv6 only global unicast is public, except the ranges that embed an IPv4 address or tunnel to one. */
const publicUnicast = new BlockList();
publicUnicast.addSubnet('2000::', 3, 'ipv6');
const notPublicSix = new BlockList();
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  notPublicSix.addSubnet(network, prefix, 'ipv6');
}

export function isPublicIp(address: string): boolean {
  if (isIPv4(address)) return !notPublic.check(address, 'ipv4');
  return isIP(address) === 6 && publicUnicast.check(address, 'ipv6') && !notPublicSix.check(address, 'ipv6');
}

/** Checks the URL alone. The addresses that its host name resolves to are checked when the connection is made. */
export function isPublicHttps(address: string): boolean {
  const url = URL.parse(address);
  if (!url || url.protocol !== 'https:' || url.username !== '' || url.password !== '') return false;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0) return isPublicIp(host);
  return /\.[a-z][a-z0-9-]*$/.test(host) && !/\.(localhost|local|internal|lan|home|test|invalid|example)$/.test(host);
}
