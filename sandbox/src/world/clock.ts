/** The sandbox's only source of time; tests put in one that stands still. */
export interface WorldClock {
  now(): Date;
  /** Moves the whole sandbox forward; a clock without it cannot be moved. */
  advance?(milliseconds: number): void;
}

/** Runs with the machine's, ahead of it by what it was advanced. */
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

/** A clock for tests: it moves only when told to. */
export function createManualClock(start: Date): WorldClock & { advance(milliseconds: number): void } {
  let at = start.getTime();
  return {
    now: () => new Date(at),
    advance: (milliseconds) => {
      at += milliseconds;
    },
  };
}
