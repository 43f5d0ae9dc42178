import type { Clock } from '../../../lib/clock.ts';

const restMs = 30_000;
const busyMs = 1_000;
const failuresUntilRest = 3;

interface Host {
  underWay: number;
  /** Failures in a row. */
  failures: number;
  restsUntil: number;
}

/** Bounds how many messages wait for one host; a host that has failed several times in a row rests for a while. */
export class HostGate {
  readonly #hosts = new Map<string, Host>();
  readonly #clock: Pick<Clock, 'now'>;
  readonly #most: number;

  constructor(clock: Pick<Clock, 'now'>, most: number) {
    this.#clock = clock;
    this.#most = most;
  }

  /** `null` when the message may go now, else when to ask again. Whoever may go calls `leave`. */
  enter(name: string): Date | null {
    const now = this.#clock.now().getTime();
    const host = this.#hosts.get(name) ?? { underWay: 0, failures: 0, restsUntil: 0 };
    if (host.restsUntil > now) return new Date(host.restsUntil);
    if (host.underWay >= this.#most) return new Date(now + busyMs);
    host.underWay += 1;
    this.#hosts.set(name, host);
    return null;
  }

  leave(name: string, hasAnswered: boolean): void {
    const host = this.#hosts.get(name);
    if (!host) return;
    host.underWay -= 1;
    host.failures = hasAnswered ? 0 : host.failures + 1;
    if (host.failures >= failuresUntilRest) host.restsUntil = this.#clock.now().getTime() + restMs;
    if (host.underWay === 0 && host.failures === 0) this.#hosts.delete(name);
  }
}
