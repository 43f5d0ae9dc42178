/** Accepts addresses of the product's origin, and any loopback address, because tests use free ports. */
export function isRegisteredRedirect(redirectUri: string, watchpostUrl: string): boolean {
  const url = URL.parse(redirectUri);
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.hash !== '') return false;
  return ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname) || url.origin === new URL(watchpostUrl).origin;
}

export function withQuery(address: string, query: Readonly<Record<string, string>>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}
