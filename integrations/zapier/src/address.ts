/** Returns a URL at the Watchpost installation. Its base is an environment variable of the app at Zapier. */
export const address = (path: string): string => `${process.env['WATCHPOST_URL'] ?? ''}${path}`;
