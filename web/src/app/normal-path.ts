/** Returns the path in the form of the routes: lower case, without doubled slashes and without one at the end. */
export const normalPath = (path: string): string =>
  path
    .toLowerCase()
    .replaceAll(/\/{2,}/g, '/')
    .replace(/(.)\/$/, '$1');

/** Writes the normal form of the path into the address. The guard compares paths with those of the routes. */
export function normaliseAddress(): void {
  const { pathname, search, hash } = window.location;
  const path = normalPath(pathname);
  if (path !== pathname) window.history.replaceState(null, '', path + search + hash);
}
