import { createStore } from '../browser/store.ts';

/** Whether the last answer meant that the connection is down (specification, section 4). */
export const isOffline = createStore(false);

let requests = 0;
let lastLost = 0;
let lastAnswered = 0;

/** Returns the number of a request that is about to be sent. */
export const numberRequest = (): number => (requests += 1);

/**
 * Ends the offline state, unless the answered request was sent before one that failed: its answer was already on its
 * way when the connection went down.
 */
export function noteAnswer(request: number): void {
  lastAnswered = Math.max(lastAnswered, request);
  if (request > lastLost) isOffline.set(false);
}

export function noteLoss(request: number): void {
  lastLost = Math.max(lastLost, request);
  isOffline.set(true);
}

/**
 * Notes that a look for the connection has had no answer. That says nothing once a later request has been answered: the
 * look still waited for a server that was silent before.
 */
export function noteSilence(request: number): void {
  if (request > lastAnswered) noteLoss(request);
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
