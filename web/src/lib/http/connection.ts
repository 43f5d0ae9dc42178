import { createStore } from '../browser/store.ts';

/** Whether the last answer meant that the connection is down (specification, section 4). */
export const isOffline = createStore(false);

let requests = 0;
let lastLost = 0;

/** Returns the number of a request that is about to be sent. */
export const numberRequest = (): number => (requests += 1);

/**
 * Ends the offline state, unless the answered request was sent before one that failed: its answer was already on its
 * way when the connection went down.
 */
export function noteAnswer(request: number): void {
  if (request > lastLost) isOffline.set(false);
}

export function noteLoss(request: number): void {
  lastLost = Math.max(lastLost, request);
  isOffline.set(true);
}

/** Resolves when the connection is back, at once if it is not down. */
export function connectionReturned(): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (isOffline.get()) return;
      stop();
      resolve();
    };
    const stop = isOffline.subscribe(look);
    look();
  });
}
