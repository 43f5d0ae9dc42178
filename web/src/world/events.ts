import { createStore } from '../lib/browser/store.ts';

/** Whether this tab holds the stream for all tabs of the browser. */
export const leadsTabs = createStore(false);

const channelName = 'watchpost.world';
const lockName = 'watchpost.events';
const firstRetryMs = 1000;
const longestRetryMs = 60_000;

/** The message by which the leading tab tells the others that the world has changed. */
const changed = 'world';

interface Subscription {
  readonly url: string;
  /**
   * Names the person of the page. Tabs of two accounts share no stream: the stream of one does not tell of the other's
   * changes.
   */
  readonly person: string;
  readonly onChange: () => void;
}

/**
 * Subscribes to changes of the world. One tab of the person in this browser holds the stream and tells the others: six
 * open streams would block every further request over HTTP/1.1. Returns a function that ends the subscription.
 */
export function subscribeToWorld({ url, person, onChange }: Subscription): () => void {
  const stop = new AbortController();
  const channel = new BroadcastChannel(`${channelName}.${person}`);
  channel.addEventListener('message', (event) => {
    if (event.data === changed) onChange();
  });
  const tellAll = () => {
    onChange();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
    channel.postMessage(changed);
  };
  void leadWhenFirst(`${lockName}.${person}`, stop.signal, async () => {
    leadsTabs.set(true);
    await keepStream(url, tellAll, stop.signal);
    leadsTabs.set(false);
  });
  stop.signal.addEventListener('abort', () => channel.close());
  return () => stop.abort();
}

/** Holds the lock until the tab closes or stops; then the next tab in line takes over. */
async function leadWhenFirst(name: string, signal: AbortSignal, lead: () => Promise<void>): Promise<void> {
  try {
    if ('locks' in navigator) await navigator.locks.request(name, { signal }, lead);
    else await lead();
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/**
 * Keeps a stream open until the signal aborts, and resolves then. A broken stream is opened again after a pause that
 * grows while it keeps failing.
 */
function keepStream(url: string, tell: () => void, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let retryMs = firstRetryMs;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let stream: EventSource | undefined;
    const open = () => {
      stream = new EventSource(url);
      stream.addEventListener('world', tell);
      stream.addEventListener('open', () => {
        // The stream did not announce changes made before it opened: after the page's fetch, or while the connection
        // was down.
        tell();
        retryMs = firstRetryMs;
      });
      stream.addEventListener('error', () => {
        stream?.close();
        timer = setTimeout(open, retryMs);
        retryMs = Math.min(retryMs * 2, longestRetryMs);
      });
    };
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      stream?.close();
      resolve();
    });
    if (!signal.aborted) open();
  });
}
