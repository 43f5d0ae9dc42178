import { dayMs } from '@app/shared/base/time.ts';
import type { Context } from '../../../context.ts';
import { everyTurn } from '../../../lib/jobs/tenant-turns.ts';
import { nextWorldVersion } from '../../../lib/db/world-version.ts';
import { countRecentLosses, endAlarm, listConnectedTenants, type RecentLosses } from './alarm-queries.ts';
import { raiseAlarm } from './alarms.ts';

/** Sellers take permissions back one by one: so many within a day are the fault of the marketplace, or of ours. */
const leastLost = 5;
const leastTenants = 3;
const leastShare = 0.1;
const lossesOfMs = dayMs;

const isOutage = ({ accounts, lost, tenants }: RecentLosses): boolean =>
  lost >= leastLost && tenants >= leastTenants && lost >= accounts * leastShare;

/**
 * Raises the alarm about an outage while the authorisations of many sellers are refused. All dashboards are told, and the
 * owners are not asked for a new authorisation. What is still refused a day later is told to each owner.
 */
export async function watchLosses(ctx: Pick<Context, 'db' | 'clock' | 'log'>, turns = everyTurn): Promise<void> {
  const { db, clock } = ctx;
  const recent = await countRecentLosses(db.global, new Date(clock.now().getTime() - lossesOfMs));
  const hasChanged = isOutage(recent)
    ? await raiseAlarm(ctx, 'authorizationsRefused')
    : await endAlarm(db.global, 'authorizationsRefused');
  if (!hasChanged) return;
  await turns.each(await listConnectedTenants(db.global), (tenantId) =>
    db.tenant(tenantId, async (tx) => void (await nextWorldVersion(tx, tenantId))),
  );
}
