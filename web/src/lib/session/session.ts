import { createStore } from '../browser/store.ts';
import { clearLoginMarker } from './login-marker.ts';

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
