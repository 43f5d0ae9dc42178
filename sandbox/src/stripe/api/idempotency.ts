import { StripeError } from './stripe-error.ts';

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

interface Entry {
  readonly fingerprint: string;
  readonly at: number;
  answer: Answer | null;
}

export interface IdempotencyKeys {
  /** Claims a key. Returns the first answer if the same request came before. */
  claim(key: string, fingerprint: string): Answer | null;
  keep(key: string, answer: Answer): void;
  /** Frees the key of a request that was refused before anything was done. */
  release(key: string): void;
}

const keptSeconds = 86_400;

/** Remembers the answers to requests with an idempotency key for a day. */
export function createIdempotencyKeys(now: () => number): IdempotencyKeys {
  const entries = new Map<string, Entry>();
  return {
    claim(key, fingerprint) {
      const entry = entries.get(key);
      if (!entry || entry.at + keptSeconds <= now()) {
        entries.set(key, { fingerprint, at: now(), answer: null });
        return null;
      }
      if (entry.fingerprint !== fingerprint) {
        const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`;
        throw new StripeError(400, { type: 'idempotency_error', message });
      }
      if (entry.answer) return entry.answer;
      const message = `There is currently another in-progress request using this Stripe-Idempotency-Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`;
      throw new StripeError(409, { type: 'idempotency_error', code: 'idempotency_key_in_use', message });
    },
    keep(key, answer) {
      const entry = entries.get(key);
      if (entry) entry.answer = answer;
    },
    release: (key) => void entries.delete(key),
  };
}
