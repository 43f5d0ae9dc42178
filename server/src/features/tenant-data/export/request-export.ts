import type { Readable } from 'node:stream';
import { AppError } from '@app/shared/base/errors.ts';
import type { Context } from '../../../context.ts';
import type { Actor } from '../../../http/actor.ts';
import { recordAudit } from '../../accounts/audit-queries.ts';
import { claimExport, startExport } from './export-queries.ts';
import { leaseMs, openArchive } from './tenant-archive.ts';

type RequestContext = Pick<Context, 'db' | 'clock' | 'random'>;

/** Admits one download of all data to the browser of an owner who has just given the password. */
export async function requestExport(
  { db, clock, random }: RequestContext,
  actor: Actor,
): Promise<{ readonly exportId: string }> {
  const now = clock.now();
  const { tenantId, email } = actor;
  const exportId = random.uuid();
  await db.tenant(tenantId, async (tx) => {
    if (!(await claimExport(tx, { tenantId, exportId }, leaseFrom(now)))) throw new AppError('exportUnderway');
    await recordAudit(tx, [{ tenantId, at: now, actor: email, action: 'all data downloaded', subject: email }]);
  });
  return { exportId };
}

/** Opens the archive of a request, once. */
export async function openExport(
  ctx: Pick<Context, 'db' | 'clock' | 'log'>,
  { tenantId }: Actor,
  exportId: string,
): Promise<Readable> {
  const key = { tenantId, exportId };
  const lease = leaseFrom(ctx.clock.now());
  if (!(await ctx.db.tenant(tenantId, (tx) => startExport(tx, key, lease)))) throw new AppError('notFound');
  return openArchive(ctx, key);
}

const leaseFrom = (now: Date) => ({ now, until: new Date(now.getTime() + leaseMs) });
