import { createStore, type Store } from '../browser/store.ts';
import { storage, storagePrefix } from '../browser/storage.ts';
import { connectionReturned } from '../http/connection.ts';
import { clearLoginMarker, hasLoginMarker, readLoginMarker } from './login-marker.ts';

/** The e-mail address of the logged-in user; null until the server has named it. */
export const knownEmail = createStore<string | null>(null);

/** While true, the re-login modal is open and every other call waits. */
export const needsLogin = createStore(false);

/** Resolves after a successful re-login, or immediately if none is needed. */
export const loggedInAgain = (): Promise<void> => untilFalse(needsLogin);

let repeatedLogIns = 0;

/** The number of log-ins after which calls of this page went on. A call that was sent before the latest is repeated. */
export const countRepeatedLogIns = (): number => repeatedLogIns;

/** Called after a successful re-login: the calls that wait for it go on, and so do those of the other tabs. */
export function noteRepeatedLogIn(): void {
  announceLogIn();
  goOnAfterLogIn();
}

function goOnAfterLogIn(): void {
  repeatedLogIns += 1;
  needsLogin.set(false);
}

/** The key of a stored text that changes with each log-in, by which the other tabs of this browser learn of it. */
const logInKey = 'loggedInAt';

/** Tells the other tabs of this browser that somebody has logged in here. */
export const announceLogIn = (): void => storage.write(logInKey, new Date().toISOString());

/**
 * Listens for log-ins in other tabs. The night ends the session of all tabs, and a person who has logged in again in one
 * of them need not do so in each. Returns a function that ends this.
 */
export function followLogIns(): () => void {
  window.addEventListener('storage', handleStorage);
  return () => window.removeEventListener('storage', handleStorage);
}

function handleStorage({ key }: StorageEvent): void {
  if (key !== `${storagePrefix}${logInKey}`) return;
  checkLogin();
  if (needsLogin.get() && markerOfPage !== null && readLoginMarker() === markerOfPage) goOnAfterLogIn();
}

/** The number of sessions that ended in this page; names the session of a call. */
let endedSessions = 0;
/** True from the beginning of a log-out, or the end of a session, until the server names a person again. */
let isLoggedOut = false;

export const sessionOfCall = (): number => endedSessions;

/**
 * Whether the session of a call has ended in this page, which is then on its way to /login: a refusal of the call says
 * nothing new. Parts of the page that is left may still make calls.
 */
export const isOver = (session: number): boolean => isLoggedOut || session !== endedSessions;

/** The login marker of the person whose data the page shows; null as long as that person is not known. */
let markerOfPage: string | null = null;
/**
 * The marker of sessions that an earlier release began: it names no user, and is replaced when the session is extended.
 */
const unnamedMarker = '1';

/**
 * Called when the server has named the person whose data the page shows, with the marker of the session that was asked:
 * another person may have logged in since.
 */
export function noteLogin(marker: string | null = readLoginMarker()): void {
  isLoggedOut = false;
  if (marker !== unnamedMarker) markerOfPage ??= marker;
}

/** Names the person of this page, the same in all tabs of that person in this browser; empty if not known. */
export const personOfPage = (): string => markerOfPage ?? '';

/** Called before the data of another person are loaded into this page. */
export function forgetLogin(): void {
  markerOfPage = null;
}

/**
 * True while another tab has logged another person in: calls would use that person's session, so all calls of this page
 * wait.
 */
export const isReplaced = createStore(false);

/**
 * Resolves when the person of this page is logged in again in this browser, or immediately if nobody else is logged in.
 */
export function awaitOwnLogin(): Promise<void> {
  checkLogin();
  return untilFalse(isReplaced);
}

export function checkLogin(): void {
  const marker = markerOfPage === null ? null : readLoginMarker();
  isReplaced.set(marker !== null && marker !== markerOfPage);
}

function untilFalse(store: Store<boolean>): Promise<void> {
  if (!store.get()) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = store.subscribe(() => {
      if (store.get()) return;
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

/** Ends the session at the server by `signOut`, and in this page even when the server cannot be reached. */
export async function logOut(signOut: () => Promise<unknown>): Promise<void> {
  isLoggedOut = true;
  const isEnded = await signOut().then(
    () => true,
    () => false,
  );
  endSession();
  if (!isEnded) void endAtServer(signOut);
}

/** Ends the session at the server once the connection is back, unless somebody has logged in here by then. */
async function endAtServer(signOut: () => Promise<unknown>): Promise<void> {
  await connectionReturned();
  if (!hasLoginMarker()) await signOut().catch(() => undefined);
}

/**
 * Ends the session in this page if another tab has ended it for the whole browser. Called before a page is shown: the
 * next person may log in in this tab without loading it again, and would see what it still holds.
 */
export function endSessionIfLoggedOut(): void {
  if (knownEmail.get() !== null && !hasLoginMarker()) endSession();
}

/** Removes all data about the user who was logged in. */
export function endSession(): void {
  endedSessions += 1;
  isLoggedOut = true;
  clearLoginMarker();
  knownEmail.set(null);
  needsLogin.set(false);
  forgetLogin();
  for (const clean of leaving) clean();
}
