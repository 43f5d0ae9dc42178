import { newBrowserKeys, type BrowserKeys } from './message-encryption.ts';

export interface PushedMessage {
  readonly at: string;
  readonly ttl: number;
  readonly urgency: string;
  /** Decrypted. */
  readonly payload: string;
}

/** A browser that is subscribed: what its push service keeps for it, and the keys that only it has. */
export interface Browser {
  readonly id: string;
  readonly keys: BrowserKeys;
  isGone: boolean;
  /** The status that the next so many messages are answered with instead. */
  fault: { readonly status: number; left: number };
  messages: readonly PushedMessage[];
}

export interface Browsers {
  open(): Browser;
  find(id: string): Browser | undefined;
}

/** A demo left running overnight must not fill the memory. */
const capacity = 500;

export function createBrowsers(newId: () => string): Browsers {
  const browsers = new Map<string, Browser>();
  return {
    open() {
      const id = newId();
      const browser = {
        id,
        keys: newBrowserKeys(newId()),
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
