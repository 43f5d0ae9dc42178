import { minuteMs, secondMs } from '@app/shared/base/time.ts';
import { backoffMs } from '../../../lib/backoff.ts';
import { rereadJob, type Reread } from '../jobs.ts';
import type { ObservingContext } from '../worker-context.ts';

/**
 * The wait of listings while the marketplace gives no answer. They cannot wait for a sweep, which may be due in 12 h.
 */
export const outageBackoff = { firstMs: 5 * secondMs, longestMs: minuteMs };
/**
 * A listing that answers leave out, or tell nothing believable about, is asked for this often. That takes about three
 * minutes, for which the answers of the marketplace may lag behind its messages.
 */
const mostUnanswered = 7;

type AskingContext = Pick<ObservingContext, 'clock' | 'queue' | 'random'>;

/**
 * Puts off listings that an answer without an error does not tell, because push has named them or has made their sweep
 * rare. A listing about which no answer comes for minutes is left to the sweep: it may not exist any more.
 */
export async function askUnansweredAgain(ctx: AskingContext, unanswered: readonly Reread[]): Promise<void> {
  const again = unanswered
    .map((one) => ({ ...one, failures: (one.failures ?? 0) + 1 }))
    .filter(({ failures }) => failures < mostUnanswered);
  if (again.length === 0) return;
  const failures = Math.max(...again.map((one) => one.failures)) - 1;
  await rereadLater(ctx, again, new Date(ctx.clock.now().getTime() + backoffMs(outageBackoff, failures, ctx.random)));
}

export const rereadLater = (
  { queue }: Pick<AskingContext, 'queue'>,
  rereads: readonly Reread[],
  startAfter: Date,
): Promise<void> => queue.send(rereadJob, rereads, { startAfter });

type NamedOnce = Pick<Reread, 'productId' | 'sku'>;

export const isAmong =
  (some: readonly NamedOnce[]) =>
  ({ productId, sku }: NamedOnce): boolean =>
    some.some((one) => one.productId === productId && one.sku === sku);
