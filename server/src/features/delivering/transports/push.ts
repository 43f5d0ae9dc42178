import { hourMs, minuteMs } from '@app/shared/base/time.ts';
import { push as declaration } from '@app/shared/transports/push.ts';
import { outageWaitMs } from '../../../lib/backoff.ts';
import type { Clock } from '../../../lib/clock.ts';
import {
  type PushMessage,
  PushRefused,
  type PushService,
  type PushTarget,
} from '../../../external/push/push-service.ts';
import { forgetBrowser } from '../browsers/push-subscription-queries.ts';
import type { ClaimedMessage } from '../outbox/message.ts';
import { usual, type Sender } from '../outbox/sender.ts';

export type ComposedPush =
  | ({ readonly next: 'send'; readonly target: PushTarget } & PushMessage)
  | { readonly next: 'drop'; readonly reason: string };

/**
 * During an outage, a notification is tried for this long, without counting attempts, and then given up: older alerts are
 * on the dashboard and in mails.
 */
const patienceMs = 5 * hourMs;
const longestWaitMs = 5 * minuteMs;

/** Each push service has its own limit, so that a slow service delays neither others nor other tenants. */
export const createPushSender = (
  { push, clock }: { readonly push: PushService; readonly clock: Pick<Clock, 'now'> },
  compose: (message: ClaimedMessage) => Promise<ComposedPush>,
): Sender => ({
  transport: declaration.id,
  limits: {
    atOnce: 64,
    perTenant: 16,
    perHost: 48,
    keepsOrder: false,
    deadlineMs: 5_000,
    backoff: { firstMs: 30_000, longestMs: hourMs },
    // Attempts that are refused end after about three hours.
    mostAttempts: 10,
  },
  async prepare(message) {
    const composed = await compose(message);
    if (composed.next !== 'send') return composed;
    const { target, payload, isUrgent } = composed;
    return {
      next: 'send',
      host: new URL(target.endpoint).host,
      async send(signal) {
        try {
          const sent = await push.send(target, { payload, isUrgent }, signal);
          return sent === 'sent'
            ? { outcome: 'sent' }
            : { outcome: 'gone', error: 'The browser is gone', isCertain: true };
        } catch (error) {
          if (!(error instanceof PushRefused)) throw error;
          // A refusal is no outage: attempts of this message count, and messages to other browsers do not wait.
          return { outcome: 'later', error: error.message, after: null, isUnreachable: false };
        }
      },
    };
  },
  async conclude(tx, { tenantId, targetId, createdAt }, failure) {
    if (failure.outcome === 'gone' && targetId !== null) await forgetBrowser(tx, tenantId, targetId);
    const now = clock.now().getTime();
    const ageMs = now - createdAt.getTime();
    // The outage of a push service is no fault of the message, and does not use up its attempts.
    const isAway = failure.outcome === 'later' && failure.isUnreachable;
    if (!isAway) return usual;
    if (ageMs >= patienceMs) return { next: 'give up' };
    return { next: 'wait', at: new Date(now + outageWaitMs(ageMs, longestWaitMs)) };
  },
});
