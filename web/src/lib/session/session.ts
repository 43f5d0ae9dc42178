import { createStore } from '../browser/store.ts';

/** Over https the server gives the cookie the prefix, with which a browser accepts it only if it is secure. */
const markers = [
  { name: 'watchpost_login', attributes: '' },
  { name: '__Host-watchpost_login', attributes: '; Secure' },
] as const;

/** The login marker: a cookie that the server sets beside the session. It can be read here and grants nothing. */
export const hasLoginMarker = (): boolean =>
  document.cookie.split('; ').some((cookie) => markers.some(({ name }) => cookie.startsWith(`${name}=`)));

export function clearLoginMarker(): void {
  for (const { name, attributes } of markers) {
    document.cookie = `${name}=; Path=/; Max-Age=0; SameSite=Lax${attributes}`;
  }
}

/** The e-mail address of the logged-in user; null until the server has named it. */
export const knownEmail = createStore<string | null>(null);

/** While true, the re-login modal is open and every other call waits. */
export const needsLogin = createStore(false);

/** Resolves at once, or after a successful re-login. */
export function loggedInAgain(): Promise<void> {
  if (!needsLogin.get()) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = needsLogin.subscribe(() => {
      stop();
      resolve();
    });
  });
}

const leaving = new Set<() => void>();

/** Registers a function that removes data when the session ends. Returns a function that unregisters it. */
export function onSessionEnd(clean: () => void): () => void {
  leaving.add(clean);
  return () => leaving.delete(clean);
}

/** Removes all data about the user who was logged in. */
export function endSession(): void {
  clearLoginMarker();
  knownEmail.set(null);
  needsLogin.set(false);
  for (const clean of leaving) clean();
}
