import type { Client } from './client.ts';

/**
 * True if the client has registered the address. The comparison is exact (OAuth 2.1), except for the port of a loopback
 * address: a native program listens on any free port (RFC 8252, section 7.3).
 */
export const isRegistered = (
  redirectUri: string,
  { redirectUris, secret }: Pick<Client, 'redirectUris' | 'secret'>,
): boolean =>
  isAllowed(redirectUri, secret === null) &&
  redirectUris.some((one) => one === redirectUri || (isLoopback(one) && withoutPort(one) === withoutPort(redirectUri)));

/**
 * True if codes may be sent to the address: over https, or to a program on the person's machine. Only a client without
 * a secret may use the scheme of an app. A fragment is refused, because appended parameters would be lost in it.
 */
function isAllowed(redirectUri: string, isPublicClient: boolean): boolean {
  const url = URL.parse(redirectUri);
  if (!url || redirectUri.includes('#') || url.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || isLoopback(redirectUri) || (isPublicClient && appScheme(redirectUri) !== null);
}

/**
 * Returns the private-use scheme of an app, such as `com.example.app` of `com.example.app:/callback` (RFC 8252, section
 * 7.1): a domain in reverse order, so that it is no scheme of the browser. `null` for any other address.
 */
export function appScheme(redirectUri: string): string | null {
  const [, scheme] = /^([a-z][a-z\d]*(?:\.[a-z\d][a-z\d-]*)+):\/(?!\/)[\w./?&=%-]*$/.exec(redirectUri) ?? [];
  return scheme ?? null;
}

function isLoopback(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname);
}

function withoutPort(address: string): string {
  const url = URL.parse(address);
  if (!url) return address;
  url.port = '';
  return url.href;
}
