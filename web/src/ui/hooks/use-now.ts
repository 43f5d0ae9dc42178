import { useSyncExternalStore } from 'react';

/** Relative times change once a minute at most; a tick of 10 s keeps them from lagging visibly. */
const tickMs = 10_000;

let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = Date.now();
    timer = setInterval(tick, tickMs);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}

/** Milliseconds since the epoch, from one clock that the whole page shares. */
export const useNow = (): number => useSyncExternalStore(subscribe, read, read);

const read = (): number => now;
