import type { FoundSession } from './queries.ts';

/** Every poll of every browser asks for its session: a second's memory saves most of that. */
const freshForMs = 1000;
const maxEntries = 10_000;

export interface SessionCache {
  get(sessionHash: string, now: Date): FoundSession | null;
  put(sessionHash: string, session: FoundSession, now: Date): void;
  drop(sessionHash: string): void;
}

/** Of this process alone: another one notices the end of a session within a second. */
export function sessionCache(): SessionCache {
  const entries = new Map<string, { readonly session: FoundSession; readonly readAtMs: number }>();
  return {
    get(sessionHash, now) {
      const entry = entries.get(sessionHash);
      return entry && isFresh(entry.readAtMs, now) ? entry.session : null;
    },
    put(sessionHash, session, now) {
      const entry = entries.get(sessionHash);
      // What came out of the cache keeps its age, or a busy browser would never see its session end.
      if (entry?.session === session) return;
      entries.delete(sessionHash);
      const [oldest] = entries.keys();
      if (oldest !== undefined && entries.size >= maxEntries) entries.delete(oldest);
      entries.set(sessionHash, { session, readAtMs: now.getTime() });
    },
    drop: (sessionHash) => void entries.delete(sessionHash),
  };
}

function isFresh(readAtMs: number, now: Date): boolean {
  const ageMs = now.getTime() - readAtMs;
  return ageMs >= 0 && ageMs < freshForMs;
}
