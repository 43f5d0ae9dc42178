import { useCallback, useSyncExternalStore } from 'react';
import { storage } from './storage.ts';

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Other tabs of this browser cause this event when they change a value.
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** Writes a value and updates every component that shows it, in all tabs. */
export function writeStored(key: string, value: string): void {
  storage.write(key, value);
  for (const listener of listeners) listener();
}

/** A text in local storage; `null` when there is none. */
export function useStored(key: string): readonly [string | null, (value: string) => void] {
  const value = useSyncExternalStore(subscribe, () => storage.read(key));
  const write = useCallback((next: string) => writeStored(key, next), [key]);
  return [value, write];
}
