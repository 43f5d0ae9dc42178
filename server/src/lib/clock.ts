/** The server's only clock. Tests and benchmarks pass their own. */
export interface Clock {
  now(): Date;
  /** Resolves after `delayMs`, or as soon as the signal fires. Never rejects. */
  pause(delayMs: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => new Date(),
  pause: (delayMs, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const finish = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', finish);
        resolve();
      };
      const timer = setTimeout(finish, delayMs);
      signal?.addEventListener('abort', finish, { once: true });
    }),
};
