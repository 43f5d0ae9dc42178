import { minuteMs } from '@app/shared/base/time.ts';
import { watchdogOf } from '@app/shared/watchdogs/registry.ts';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../lib/db/db.ts';
import type { Turns } from '../../../lib/jobs/tenant-turns.ts';
import { longestWaitMs, watchedSources } from '../../judging/weigh/gather.ts';
import { sourceOfAspect } from '../../observing/sources/registry.ts';
import {
  endWaits,
  findTenantsWithWaiting,
  haveLooked,
  lockWaiting,
  lookSoon,
  type WaitingIncident,
} from './incident-queries.ts';

/** A second look sooner than this would often find the same fault of the marketplace. */
const secondLookMs = 5 * minuteMs;

/**
 * Ends the waits of incidents that a second look has confirmed, and of incidents for which no second look came in time.
 */
export async function confirmIncidents(
  ctx: Pick<Context, 'db' | 'clock'>,
  { turns, speedup }: { readonly turns: Turns; readonly speedup: number },
): Promise<void> {
  const now = ctx.clock.now();
  await turns.each(await ctx.db.acrossTenants((db) => findTenantsWithWaiting(db)), (tenantId) =>
    ctx.db.tenant(tenantId, async (tx) => {
      for (const incident of await lockWaiting(tx, tenantId)) await confirm(tx, tenantId, { incident, now, speedup });
    }),
  );
}

async function confirm(
  tx: Tx,
  tenantId: string,
  { incident, now, speedup }: { readonly incident: WaitingIncident; readonly now: Date; readonly speedup: number },
): Promise<void> {
  const { incidentId, sellerAccountId, type, openedAt } = incident;
  const heldUntil = new Date(openedAt.getTime() + longestWaitMs);
  // The first look of an account ends when every source has looked once.
  const look = { sellerAccountId, sources: sourcesOf(type), after: type === null ? null : openedAt };
  const isConfirmed = await haveLooked(tx, tenantId, look);
  if (isConfirmed || now >= heldUntil) {
    await endWaits(tx, tenantId, { incidentIds: [incidentId], isConfirmed, now, heldUntil });
  } else if (look.after !== null) {
    const dueAt = new Date(openedAt.getTime() + secondLookMs / speedup);
    await lookSoon(tx, tenantId, { ...look, after: look.after, dueAt });
  }
}

const sourcesOf = (type: string | null): readonly string[] =>
  type === null ? watchedSources : (watchdogOf(type)?.reads ?? []).map((aspect) => sourceOfAspect[aspect]);
