import { createStore } from '../browser/store.ts';

const marker = 'watchpost_login';

/** The login marker: set by the server beside the session, readable here, worth nothing by itself. */
export const hasLoginMarker = (): boolean =>
  document.cookie.split('; ').some((cookie) => cookie.startsWith(`${marker}=`));

export function clearLoginMarker(): void {
  document.cookie = `${marker}=; Path=/; Max-Age=0; SameSite=Lax`;
}

/** The e-mail address of who is logged in; null until the server has said it. */
export const knownEmail = createStore<string | null>(null);

/** While true the re-login modal is open and every other call waits. */
export const needsLogin = createStore(false);

/** Resolves at once, or when the re-login has succeeded. */
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

/** What a session leaves behind in this browser is cleaned up by whoever put it there. Returns how to stop listening. */
export function onSessionEnd(clean: () => void): () => void {
  leaving.add(clean);
  return () => leaving.delete(clean);
}

/** Forgets everything about who was logged in. */
export function endSession(): void {
  clearLoginMarker();
  knownEmail.set(null);
  needsLogin.set(false);
  for (const clean of leaving) clean();
}
