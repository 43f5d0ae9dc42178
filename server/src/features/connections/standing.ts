import { epochSeconds, hourMs, minuteMs } from '@app/shared/base/time.ts';
import type { Connection } from '@app/shared/contract/connections.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../lib/db/db.ts';
import { backoffMs } from '../../lib/backoff.ts';
import { lockConnection, type StoredConnection } from './connection-queries.ts';
import type { ConnectionKey } from './service.ts';
import { updateSetback } from './standing-queries.ts';

/** The waits before a service that has not answered is tried again. */
export const serviceBackoff = { firstMs: minuteMs, longestMs: hourMs };
/** After this many failures in a row, which take at least a quarter of an hour, users see the connection in error. */
export const failuresUntilError = 6;

/**
 * Stores a failure that may pass and plans the next try. After several failures in a row the connection is in error,
 * but it is still tried.
 */
export async function noteFailureIn(
  tx: Tx,
  { clock, random }: Pick<Context, 'clock' | 'random'>,
  { key, reason }: { readonly key: ConnectionKey; readonly reason: string },
): Promise<void> {
  const now = clock.now();
  const connection = await lockConnection(tx, key);
  // A broken connection that only a person can repair stays broken.
  if (!connection || connection.nextTryAt === null) return;
  const failures = connection.failures + 1;
  const nextTryAt = new Date(now.getTime() + backoffMs(serviceBackoff, failures - 1, random));
  await updateSetback(tx, key, { now, failures, nextTryAt, error: failures >= failuresUntilError ? reason : null });
}

export const noteFailure = (
  ctx: Pick<Context, 'db' | 'clock' | 'random'>,
  key: ConnectionKey,
  reason: string,
): Promise<void> => ctx.db.tenant(key.tenantId, (tx) => noteFailureIn(tx, ctx, { key, reason }));

const seconds = (instant: Date | null): number | null => instant && epochSeconds(instant);

/** The state of a connection as the browser shows it. */
export const shapeConnection = ({ state, reason, since, lastSuccessAt, nextTryAt }: StoredConnection): Connection => ({
  state,
  reason,
  since: seconds(since),
  lastSuccessAt: seconds(lastSuccessAt),
  nextTryAt: seconds(nextTryAt),
});
