import { AppError } from '@app/shared/base/errors.ts';
import type { Answer } from '@app/shared/contract/endpoint.ts';
import type { listSessions as listCall } from '@app/shared/contract/auth.ts';
import type { Context } from '../../../context.ts';
import type { Actor } from '../../../http/actor.ts';
import { recordAudit } from '../../accounts/audit-queries.ts';
import { deleteSessionOf, deleteSessionsOf, listSessionsOf } from './session-queries.ts';

type SessionsContext = Pick<Context, 'db' | 'clock'>;

/**
 * Lists the sessions of the viewer, this browser first. A session is identified by its hash, which cannot be used to
 * log in.
 */
export async function listSessions({ db, clock }: SessionsContext, actor: Actor): Promise<Answer<typeof listCall>> {
  const now = clock.now();
  const found = await db.tenant(actor.tenantId, (tx) => listSessionsOf(tx, { ...actor, now }));
  const sessions = found.map(({ sessionHash, browser, createdAt, lastSeenAt }) => ({
    id: sessionHash,
    isThis: sessionHash === actor.sessionHash,
    browser,
    createdAt: createdAt.toISOString(),
    lastSeenAt: (sessionHash === actor.sessionHash ? now : lastSeenAt).toISOString(),
  }));
  return { sessions: sessions.toSorted((one, other) => Number(other.isThis) - Number(one.isThis)) };
}

export async function endSession({ db, clock }: SessionsContext, actor: Actor, sessionHash: string): Promise<void> {
  const { tenantId, email } = actor;
  await db.tenant(tenantId, async (tx) => {
    const ended = await deleteSessionOf(tx, { ...actor, sessionHash });
    if (!ended) throw new AppError('notFound');
    await recordAudit(tx, [
      { tenantId, at: clock.now(), actor: email, action: 'session ended', subject: email, details: ended },
    ]);
  });
}

/** Ends all other sessions of the viewer and returns their hashes. */
export function endOtherSessions({ db, clock }: SessionsContext, actor: Actor): Promise<readonly string[]> {
  const { tenantId, email } = actor;
  return db.tenant(tenantId, async (tx) => {
    const ended = await deleteSessionsOf(tx, { ...actor, except: actor.sessionHash });
    const details = { sessions: ended.length };
    const event = { tenantId, at: clock.now(), actor: email, action: 'other sessions ended', subject: email, details };
    if (ended.length > 0) await recordAudit(tx, [event]);
    return ended;
  });
}
