/** The only time source of the sandbox; tests use a manual clock. */
export interface WorldClock {
  now(): Date;
  /** Advances the time; missing if the clock cannot be advanced. */
  advance?(milliseconds: number): void;
  /** Calls `act` after a time, and returns a function that cancels it; missing if the machine's timers are to be used. */
  after?(milliseconds: number, act: () => void): () => void;
}

/** Calls `act` after a time by this clock, and returns a function that cancels it. */
export function actAfter(clock: WorldClock, milliseconds: number, act: () => void): () => void {
  if (clock.after) return clock.after(milliseconds, act);
  const timer = setTimeout(act, milliseconds).unref();
  return () => clearTimeout(timer);
}

/**
 * The real `Date.now`: a server test that replaces `Date` may share its process with the sandbox, whose clock must not
 * stop.
 */
const machineNow = Date.now;

/** A clock that runs with the machine's clock, plus an initial lead and all advances. */
export function createRealClock(leadMs = 0): WorldClock {
  let aheadMs = leadMs;
  return {
    now: () => new Date(machineNow() + aheadMs),
    advance: (milliseconds) => {
      aheadMs += milliseconds;
    },
  };
}

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
