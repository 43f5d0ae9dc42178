import { AppError } from '@app/shared/base/errors.ts';
import { dayMs } from '@app/shared/base/time.ts';
import { isTypedName } from '@app/shared/domain/account/typed-name.ts';
import type { Context } from '../../../context.ts';
import type { Actor } from '../../../http/actor.ts';
import type { Tx } from '../../../lib/db/db.ts';
import { recordAudit } from '../../accounts/audit-queries.ts';
import { review } from '../../billing/standing/review.ts';
import { enqueueDeletionMail } from './deletion-mail.ts';
import * as queries from './deletion-queries.ts';

/** The time in which a deletion can be taken back. */
const graceMs = 14 * dayMs;

type PlanContext = Pick<Context, 'db' | 'clock' | 'random' | 'keys' | 'config'>;

interface DeletionWish {
  readonly tenantId: string;
  readonly by: string;
  readonly now: Date;
}

/**
 * Plans the deletion of a tenant. Throws while an invoice is unpaid, because nobody could pay it after the deletion.
 * Returns the instant of the deletion; a deletion that is already planned keeps its instant.
 */
export async function planDeletion(tx: Tx, { tenantId, by, now }: DeletionWish): Promise<Date> {
  if (await queries.hasUnpaidInvoice(tx, tenantId)) throw new AppError('invoiceUnpaid');
  const dueAt = new Date(now.getTime() + graceMs);
  if (await queries.insertDeletion(tx, { tenantId, requestedAt: now, requestedBy: by, dueAt })) {
    const subject = await queries.findCompanyName(tx, tenantId);
    const details = { 'deleted on': dueAt.toISOString() };
    await recordAudit(tx, [
      { tenantId, at: now, actor: by, action: 'deletion of the account planned', subject, details },
    ]);
  }
  return (await queries.findDeletion(tx, tenantId))?.dueAt ?? dueAt;
}

/** Takes a planned deletion back and tells the owner. Returns false if there is none, or if it has begun. */
export async function cancelDeletion(
  ctx: Parameters<typeof enqueueDeletionMail>[0],
  tx: Tx,
  { tenantId, by, now }: DeletionWish,
): Promise<boolean> {
  if (!(await queries.takeBack(tx, tenantId, now))) return false;
  const subject = await queries.findCompanyName(tx, tenantId);
  await recordAudit(tx, [{ tenantId, at: now, actor: by, action: 'deletion of the account taken back', subject }]);
  await enqueueDeletionMail(ctx, tx, { tenantId, kind: 'takenBack', at: now });
  return true;
}

/** Plans the deletion for an owner who has just given the password and has typed the name of the account. */
export function requestDeletion(
  ctx: PlanContext,
  actor: Actor,
  companyName: string,
): Promise<{ readonly deletedAt: string }> {
  const now = ctx.clock.now();
  const { tenantId, email } = actor;
  return ctx.db.tenant(tenantId, async (tx) => {
    const name = await queries.findCompanyName(tx, tenantId);
    if (!isTypedName(companyName, name)) throw new AppError('wrongAccountName');
    const deletedAt = await planDeletion(tx, { tenantId, by: email, now });
    await review(ctx, tx, tenantId);
    return { deletedAt: deletedAt.toISOString() };
  });
}

/** Takes the deletion back. Without one, or after a second click, there is nothing to do. */
export async function keepTenant(ctx: PlanContext, { tenantId, email }: Actor): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.tenant(tenantId, async (tx) => {
    if (await cancelDeletion(ctx, tx, { tenantId, by: email, now })) await review(ctx, tx, tenantId);
  });
}
