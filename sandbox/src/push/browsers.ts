import { createBrowserKeys, type BrowserKeys } from './message-encryption.ts';

interface PushedMessage {
  readonly at: string;
  readonly ttl: number;
  readonly urgency: string;
  /** The decrypted payload. */
  readonly payload: string;
}

/** A subscribed browser: the state at its push service, and its private keys. */
export interface Browser {
  readonly id: string;
  readonly keys: BrowserKeys;
  isGone: boolean;
  /** The next `left` messages are answered with `status`. */
  fault: { readonly status: number; left: number };
  messages: readonly PushedMessage[];
}

interface Browsers {
  open(): Browser;
  find(id: string): Browser | undefined;
}

/** The oldest browsers are dropped beyond this number, so that a long-running demo does not fill the memory. */
const capacity = 500;

export function createBrowsers(newId: () => string): Browsers {
  const browsers = new Map<string, Browser>();
  return {
    open() {
      const id = newId();
      const browser = {
        id,
        keys: createBrowserKeys(newId()),
        isGone: false,
        fault: { status: 503, left: 0 },
        messages: [],
      };
      browsers.set(id, browser);
      const [oldest] = browsers.keys();
      if (browsers.size > capacity && oldest !== undefined) browsers.delete(oldest);
      return browser;
    },
    find: (id) => browsers.get(id),
  };
}
