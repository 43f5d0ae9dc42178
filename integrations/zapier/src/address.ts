/** The installation of Watchpost; an environment variable of the app at Zapier. */
export const address = (path: string): string => `${process.env['WATCHPOST_URL'] ?? ''}${path}`;
