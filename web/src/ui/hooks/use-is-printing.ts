import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

let isPrinting = false;
const listeners = new Set<() => void>();
let isFollowed = false;

/** Whether the page is being printed: parts that are otherwise drawn only near the window are drawn then. */
export const useIsPrinting = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isPrinting,
    () => false,
  );

function subscribe(listener: () => void): () => void {
  if (!isFollowed) follow();
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function follow(): void {
  isFollowed = true;
  // The browser lays out the paper as soon as the listener has returned.
  window.addEventListener('beforeprint', () => flushSync(() => note(true)));
  window.addEventListener('afterprint', () => note(false));
}

function note(now: boolean): void {
  isPrinting = now;
  for (const listener of listeners) listener();
}
