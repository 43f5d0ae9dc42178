import { dayMs } from '@app/shared/base/time.ts';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../lib/db/db.ts';
import { everyTurn, type Turns } from '../../../lib/jobs/tenant-turns.ts';
import { nextWorldVersion } from '../../../lib/db/world-version.ts';
import {
  countRecentLosses,
  forgetAlarm,
  isUntold,
  listConnectedTenants,
  noteTold,
  silenceAlarm,
  type RecentLosses,
} from './alarm-queries.ts';
import { raiseAlarm } from './alarms.ts';

/**
 * From this number of lost accounts within a day on, the fault is the marketplace's or ours: sellers take permissions
 * back one by one.
 */
const leastLost = 5;
const leastTenants = 3;
const leastShare = 0.1;
const lossesOfMs = dayMs;

const isOutage = ({ accounts, lost, tenants }: RecentLosses): boolean =>
  lost >= leastLost && tenants >= leastTenants && lost >= accounts * leastShare;

const alarm = 'authorizationsRefused';

/**
 * Raises the alarm about an outage while the authorisations of many sellers are refused. All dashboards are told, and
 * the owners are not asked for a new authorisation. An owner whose authorisation is still refused a day later is told
 * of it. If a process dies while it tells the dashboards, the alarm stays untold and the next run tells them again.
 */
export async function watchLosses(ctx: Pick<Context, 'db' | 'clock' | 'log'>, turns = everyTurn): Promise<void> {
  const { db, clock } = ctx;
  const recent = await countRecentLosses(db.global, new Date(clock.now().getTime() - lossesOfMs));
  if (isOutage(recent)) {
    await raiseAlarm(ctx, alarm);
    if (!(await isUntold(db.global, alarm))) return;
    await tellDashboards(db, turns);
    await noteTold(db.global, alarm, clock.now());
  } else if (await silenceAlarm(db.global, alarm)) {
    await tellDashboards(db, turns);
    await forgetAlarm(db.global, alarm);
  }
}

async function tellDashboards(db: Db, turns: Turns): Promise<void> {
  await turns.each(await listConnectedTenants(db.global), (tenantId) =>
    db.tenant(tenantId, async (tx) => void (await nextWorldVersion(tx, tenantId))),
  );
}
