import type { FoundSession, SessionKey } from './session-queries.ts';

/** Every request of every browser needs its session; caching it for a second avoids most of these queries. */
const freshForMs = 1000;
const maxEntries = 10_000;

interface SessionCache {
  get(key: SessionKey, now: Date): FoundSession | null;
  put(key: SessionKey, session: FoundSession, now: Date): void;
  drop(key: SessionKey): void;
}

/** Caches sessions of this process. Other processes notice the end of a session within a second. */
export function sessionCache(): SessionCache {
  const entries = new Map<string, { readonly session: FoundSession; readonly readAtMs: number }>();
  return {
    get(key, now) {
      const entry = entries.get(nameOf(key));
      return entry && isFresh(entry.readAtMs, now) ? entry.session : null;
    },
    put(key, session, now) {
      const name = nameOf(key);
      const entry = entries.get(name);
      // A session that came from the cache keeps its age. Otherwise a busy browser would never notice that its session
      // has ended.
      if (entry?.session === session) return;
      entries.delete(name);
      const [oldest] = entries.keys();
      if (oldest !== undefined && entries.size >= maxEntries) entries.delete(oldest);
      entries.set(name, { session, readAtMs: now.getTime() });
    },
    drop: (key) => void entries.delete(nameOf(key)),
  };
}

function isFresh(readAtMs: number, now: Date): boolean {
  const ageMs = now.getTime() - readAtMs;
  return ageMs >= 0 && ageMs < freshForMs;
}

/** The tenant id also comes from the browser, so it is part of the key. */
const nameOf = ({ tenantId, sessionHash }: SessionKey): string => `${tenantId} ${sessionHash}`;
