import { dayMs, minuteMs } from '@app/shared/base/time.ts';
import { outageWaitMs } from '../../../lib/backoff.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { ClaimedMessage, Failure } from '../outbox/message.ts';
import { usual, type Conclusion } from '../outbox/sender.ts';

const longestMs = minuteMs;
/**
 * During an outage, a mail is tried for this long without counting attempts; attempts of an older mail count and are
 * limited.
 */
const patienceMs = dayMs;

/**
 * Decides when mails are tried again while the mail server is away. There is one server for all mails, so that its
 * outage is no fault of a message and does not use up its attempts.
 */
export class MailServer {
  readonly #clock: Pick<Clock, 'now'>;
  #awaySince: Date | null = null;

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  noteAnswer(): void {
    this.#awaySince = null;
  }

  conclude({ createdAt }: Pick<ClaimedMessage, 'createdAt'>, failure: Failure): Conclusion {
    if (failure.outcome !== 'later' || !failure.isUnreachable) {
      this.noteAnswer();
      return usual;
    }
    const now = this.#clock.now();
    this.#awaySince ??= now;
    if (now.getTime() - createdAt.getTime() > patienceMs) return usual;
    const awayMs = now.getTime() - this.#awaySince.getTime();
    return { next: 'wait', at: new Date(now.getTime() + outageWaitMs(awayMs, longestMs)) };
  }
}
