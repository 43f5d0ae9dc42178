import type { Clock } from '../../../lib/clock.ts';

const restMs = 30_000;
const busyMs = 1_000;
const failuresUntilRest = 3;

interface Host {
  underWay: number;
  /** Number of consecutive failures. */
  failures: number;
  restsUntil: number;
}

/** Limits the messages that are being sent to one host. A host that failed several times in a row gets a pause. */
export class HostGate {
  readonly #hosts = new Map<string, Host>();
  readonly #clock: Pick<Clock, 'now'>;
  readonly #most: number;

  constructor(clock: Pick<Clock, 'now'>, most: number) {
    this.#clock = clock;
    this.#most = most;
  }

  /**
   * Returns `null` if the message may be sent now, else the time to ask again. A caller that sends must call `leave`.
   */
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
