import { AppError } from '@app/shared/base/errors.ts';
import { hourMs } from '@app/shared/base/time.ts';
import type { OperatorContext } from '../../../admin/command.ts';
import { hasActedSince, insertAct } from '../../../admin/operator-queries.ts';
import { recordAudit } from '../../accounts/audit-queries.ts';
import { findTenantOverview, listCheckRows, listMessageRows, listSellerRows } from './tenant-queries.ts';

const mostMessages = 50;
/**
 * All looks of an operator within an hour are one entry in the audit trail, because an open page reads the tenant again
 * and again.
 */
const oneLookMs = hourMs;
const action = 'account looked at';

/** Returns one tenant without its secrets. The look is written to the audit trail that its owner reads. */
export async function lookAtTenant(ctx: OperatorContext, tenantId: string, operator: string) {
  const found = await ctx.db.snapshot(tenantId, async (tx) => {
    const overview = await findTenantOverview(tx, tenantId);
    if (!overview) throw new AppError('notFound');
    const { announcement, suppressedTypes, groupStatuses, counts, ...tenant } = overview;
    return {
      tenant: { ...tenant, createdAt: tenant.createdAt.toISOString(), trialEndsAt: tenant.trialEndsAt.toISOString() },
      announcement,
      suppressedTypes: [...suppressedTypes],
      groupStatuses,
      counts,
      sellers: (await listSellerRows(tx, tenantId)).map((one) => ({
        ...one,
        connectedAt: one.connectedAt.toISOString(),
      })),
      checks: (await listCheckRows(tx, tenantId)).map((one) => ({
        ...one,
        lastFinishedAt: one.lastFinishedAt?.toISOString() ?? null,
        nextDueAt: one.nextDueAt?.toISOString() ?? null,
      })),
      messages: (await listMessageRows(tx, tenantId, mostMessages)).map((one) => ({
        ...one,
        createdAt: one.createdAt.toISOString(),
      })),
    };
  });
  await noteLook(ctx, { tenantId, operator, companyName: found.tenant.companyName });
  return found;
}

interface Look {
  readonly tenantId: string;
  readonly operator: string;
  readonly companyName: string;
}

async function noteLook({ db, clock }: OperatorContext, { tenantId, operator, companyName }: Look): Promise<void> {
  const at = clock.now();
  const look = { operator, action, tenantId };
  if (await hasActedSince(db.global, look, new Date(at.getTime() - oneLookMs))) return;
  await db.tenant(tenantId, async (tx) => {
    await recordAudit(tx, [{ tenantId, at, actor: 'operator', action, subject: companyName }]);
    await insertAct(tx, { ...look, at, subject: companyName, reason: null });
  });
}
