import { minuteMs } from '@app/shared/base/time.ts';
import type { Actor } from '../../../http/actor.ts';
import type { Tx } from '../../../lib/db/db.ts';
import { findProvedAt } from '../second-step/two-factor-queries.ts';

const provedForMs = 15 * minuteMs;

/**
 * Whether the password was given in this session within a quarter of an hour, so that an open page is not enough to
 * take over the account. The session is read from the database, because a cached session may be older than the proof.
 */
export async function isProved(tx: Tx, actor: Actor, now: Date): Promise<boolean> {
  const provedAt = await findProvedAt(tx, actor);
  return provedAt !== null && now.getTime() - provedAt.getTime() < provedForMs;
}
