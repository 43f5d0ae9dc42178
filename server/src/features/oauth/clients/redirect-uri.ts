/**
 * True if the client has registered the address. The comparison is exact (OAuth 2.1), except for the port of a loopback
 * address: a native program listens on any free one (RFC 8252, section 7.3).
 */
export const isRegistered = (redirectUri: string, registered: readonly string[]): boolean =>
  isAllowed(redirectUri) &&
  registered.some((one) => one === redirectUri || (isLoopback(one) && withoutPort(one) === withoutPort(redirectUri)));

/** Codes go to https, or to a program on the same machine. A fragment would hide what is appended. */
export function isAllowed(redirectUri: string): boolean {
  const url = URL.parse(redirectUri);
  if (!url || redirectUri.includes('#') || url.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || isLoopback(redirectUri);
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
