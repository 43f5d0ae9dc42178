import { isIP } from 'node:net';

/**
 * The networks in which the operator's own proxy usually is. A client from any other network could forge the headers.
 */
const privateNetworks = ['loopback', 'linklocal', 'uniquelocal'];

/**
 * Reads which proxies in front of us are trusted: `none`, a number of proxies in a row, or a list of addresses,
 * networks and names of private networks. Throws for anything else.
 */
export function readTrustedProxies(text: string | undefined, isProduction: boolean): false | number | string[] {
  if (text === undefined) return isProduction ? privateNetworks : false;
  if (text === 'none') return false;
  if (/^[1-9]$/.test(text)) return Number(text);
  const proxies = text.split(',').map((proxy) => proxy.trim());
  if (!proxies.every(isProxy)) {
    throw new Error(
      `TRUST_PROXY must be none, a number from 1 to 9, or a list of addresses, networks, ${privateNetworks.join(', ')}`,
    );
  }
  return proxies;
}

function isProxy(proxy: string): boolean {
  const [address = '', bits] = proxy.split('/');
  const isLength = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (isIP(address) === 4 ? 32 : 128));
  return privateNetworks.includes(proxy) || (isIP(address) !== 0 && isLength);
}
