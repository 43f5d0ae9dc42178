import type { SessionKey } from './session-queries.ts';

/** The limit of streams per session, far more than a browser opens: one of its tabs holds a stream for all tabs. */
const mostStreams = 10;

/** The streams of this process by the session that opened them. */
export class OpenStreams {
  readonly #streams = new Map<string, Set<() => void>>();

  /** Returns a function that removes the stream again, or `null` when the session has too many. */
  add(key: SessionKey, close: () => void): (() => void) | null {
    const name = nameOf(key);
    const ofSession = this.#streams.get(name) ?? new Set();
    if (ofSession.size >= mostStreams) return null;
    this.#streams.set(name, ofSession.add(close));
    return () => {
      ofSession.delete(close);
      if (ofSession.size === 0 && this.#streams.get(name) === ofSession) this.#streams.delete(name);
    };
  }

  closeAll(key: SessionKey): void {
    for (const close of this.#streams.get(nameOf(key)) ?? []) close();
  }
}

const nameOf = ({ tenantId, sessionHash }: SessionKey): string => `${tenantId} ${sessionHash}`;
