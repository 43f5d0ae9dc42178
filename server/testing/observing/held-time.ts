import { setImmediate } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { minuteMs } from '@app/shared/base/time.ts';
import type { Clock } from '../../src/lib/clock.ts';
import type { Queue } from '../../src/lib/jobs/queue.ts';

export interface ShiftedClock extends Clock {
  /** Advances the clock, so that buckets fill and sweeps become due. */
  advance(minutes: number): void;
  /**
   * Lets the clock stand still between its pauses and advances until the test ends, for a test that compares times: at a
   * speed-up of 200 a period of ten minutes is three seconds of a busy machine.
   */
  standStill(): void;
}

/** A clock that runs with the computer's clock, as the sandbox does, and starts ahead of it by the given time. */
export function shiftedClock(beginsAheadMs: number): ShiftedClock {
  let aheadMs = beginsAheadMs;
  let stillAt: number | null = null;
  return {
    now: () => new Date((stillAt ?? Date.now()) + aheadMs),
    async pause(delayMs) {
      await setImmediate();
      aheadMs += delayMs;
    },
    advance: (minutes) => void (aheadMs += minutes * minuteMs),
    standStill() {
      stillAt = Date.now();
      onTestFinished(() => void (stillAt = null));
    },
  };
}

/** Keeps the jobs that were sent, so that a test can run them step by step. */
export interface HeldQueue extends Pick<Queue, 'send'> {
  take<Payload>(job: { readonly name: string }): Payload[];
}

export function heldQueue(): HeldQueue {
  const held: { name: string; payload: unknown }[] = [];
  return {
    send: (job, payloads) => {
      for (const payload of payloads) held.push({ name: job.name, payload });
      return Promise.resolve();
    },
    take: <Payload>(job: { readonly name: string }) => {
      const taken = held.filter(({ name }) => name === job.name);
      for (const entry of taken) held.splice(held.indexOf(entry), 1);
      return taken.map(({ payload }) => payload as Payload);
    },
  };
}
