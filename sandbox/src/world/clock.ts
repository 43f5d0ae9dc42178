/** The only time source of the sandbox; tests use a manual clock. */
export interface WorldClock {
  now(): Date;
  /** Advances the time; missing if the clock cannot be advanced. */
  advance?(milliseconds: number): void;
}

/** A clock that runs with the machine's clock plus all advances. */
export function createRealClock(): WorldClock {
  let aheadMs = 0;
  return {
    now: () => new Date(Date.now() + aheadMs),
    advance: (milliseconds) => {
      aheadMs += milliseconds;
    },
  };
}

export const realClock: WorldClock = createRealClock();

/** A clock for tests; the time changes only by `advance`. */
export function createManualClock(start: Date): WorldClock & { advance(milliseconds: number): void } {
  let at = start.getTime();
  return {
    now: () => new Date(at),
    advance: (milliseconds) => {
      at += milliseconds;
    },
  };
}
