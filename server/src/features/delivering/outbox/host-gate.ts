import { outageWaitMs } from '../../../lib/backoff.ts';
import type { Clock } from '../../../lib/clock.ts';

const longestRestMs = 30_000;
const busyMs = 1_000;
const failuresUntilRest = 3;

interface Host {
  underWay: number;
  /** Number of consecutive failures. */
  failures: number;
  /** The time of the first of these failures. */
  awaySince: number;
  restsUntil: number;
}

/** Limits the messages that are being sent to one host. A host that failed several times in a row rests. */
export class HostGate {
  readonly #hosts = new Map<string, Host>();
  readonly #clock: Pick<Clock, 'now'>;
  readonly #most: number;

  constructor(clock: Pick<Clock, 'now'>, most: number) {
    this.#clock = clock;
    this.#most = most;
  }

  /**
   * Returns `null` if the message may be sent now, otherwise the time to ask again. A caller that sends must call
   * `leave`.
   */
  enter(name: string): Date | null {
    const now = this.#clock.now().getTime();
    const host = this.#hosts.get(name) ?? { underWay: 0, failures: 0, awaySince: now, restsUntil: 0 };
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
    const now = this.#clock.now().getTime();
    if (!hasAnswered && host.failures === 0) host.awaySince = now;
    host.failures = hasAnswered ? 0 : host.failures + 1;
    if (host.failures >= failuresUntilRest) host.restsUntil = now + outageWaitMs(now - host.awaySince, longestRestMs);
    if (host.underWay === 0 && host.failures === 0) this.#hosts.delete(name);
  }
}
