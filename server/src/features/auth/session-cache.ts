import type { FoundSession, SessionKey } from './session-queries.ts';

/** Every poll of every browser asks for its session: a second's memory saves most of that. */
const freshForMs = 1000;
const maxEntries = 10_000;

export interface SessionCache {
  get(key: SessionKey, now: Date): FoundSession | null;
  put(key: SessionKey, session: FoundSession, now: Date): void;
  drop(key: SessionKey): void;
}

/** Of this process alone: another one notices the end of a session within a second. */
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
      // What came out of the cache keeps its age, or a busy browser would never see its session end.
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

/** The tenant came from the browser too: a session under another tenant's name is none. */
const nameOf = ({ tenantId, sessionHash }: SessionKey): string => `${tenantId} ${sessionHash}`;
