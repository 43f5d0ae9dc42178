/** The sandbox's only source of time; tests put in one that stands still. */
export interface WorldClock {
  now(): Date;
}

export const realClock: WorldClock = { now: () => new Date() };

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
