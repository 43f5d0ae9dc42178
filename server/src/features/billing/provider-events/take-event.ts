import { AppError } from '@app/shared/base/errors.ts';
import type { Context } from '../../../context.ts';
import type { Payments } from '../../../external/stripe/payments.ts';
import { insertEvents } from './event-queries.ts';

interface Delivery {
  readonly body: string;
  readonly signature: string;
}

interface TakingContext extends Pick<Context, 'db' | 'clock' | 'log' | 'config'> {
  readonly payments: Payments | null;
}

/**
 * Stores an event that the payment provider delivers. A worker handles it: an answer that waits for other calls would
 * be counted as failed and repeated.
 */
export async function takeEvent(ctx: TakingContext, { body, signature }: Delivery): Promise<void> {
  if (!ctx.payments) throw new AppError('serviceOff');
  const event = await ctx.payments.parseEvent(body, signature);
  if (!event) throw new AppError('badSignature');
  if (ctx.config.isProduction && !event.isLive) {
    ctx.log.error({ eventId: event.eventId }, 'an event of the test mode of the payment provider is ignored');
    return;
  }
  await insertEvents(ctx.db.global, [event], ctx.clock.now());
}
