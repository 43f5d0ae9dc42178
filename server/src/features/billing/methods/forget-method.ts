import { dayOf } from '@app/shared/base/calendar-day.ts';
import { isServed } from '@app/shared/domain/billing/subscription.ts';
import type { Context } from '../../../context.ts';
import type { Payments } from '../../../external/stripe/payments.ts';
import type { Tx } from '../../../lib/db/db.ts';
import { awaitMethod } from '../collecting/due-invoice-queries.ts';
import { enqueueBillingMail } from '../mails/enqueue-billing-mail.ts';
import { review } from '../standing/review.ts';
import { lockSubscription } from '../standing/subscription-queries.ts';
import { deleteConfirmedMethod } from './method-queries.ts';

interface ForgettingContext extends Pick<Context, 'db' | 'clock' | 'random' | 'keys' | 'config' | 'log'> {
  readonly payments: Payments;
}

interface MethodOfTenant {
  readonly tenantId: string;
  readonly methodId: string;
  readonly customerId: string;
}

/**
 * Forgets a payment method that the provider has detached from the customer: it can never be charged again. Returns
 * false for a method that is still attached. A method that the provider does not know proves nothing, since all methods
 * are unknown under the key of another account.
 */
export async function forgetIfDetached(ctx: ForgettingContext, { tenantId, methodId, customerId }: MethodOfTenant) {
  const method = await ctx.payments.methods.readMethod(methodId);
  if (method.customerId === customerId) return false;
  await ctx.db.tenant(tenantId, (tx) => forgetMethod(ctx, tx, { tenantId, methodId }));
  return true;
}

/**
 * Deletes a payment method. If it was the current one, the subscription continues without a payment method, and the
 * owner is told once.
 */
async function forgetMethod(
  ctx: ForgettingContext,
  tx: Tx,
  { tenantId, methodId }: Pick<MethodOfTenant, 'tenantId' | 'methodId'>,
): Promise<void> {
  const method = await deleteConfirmedMethod(tx, tenantId, methodId);
  if (!method?.isCurrent) return;
  ctx.log.warn({ tenantId, methodId }, 'a payment method was detached at the payment provider');
  await awaitMethod(tx, tenantId);
  const state = await review(ctx, tx, tenantId);
  const { isBeingDeleted, trialEndsAt } = await lockSubscription(tx, tenantId);
  if (state === 'exempt' || state === 'canceled' || isBeingDeleted) return;
  await enqueueBillingMail(ctx, tx, {
    tenantId,
    kind: 'methodDetached',
    methodId,
    method: method.method,
    name: method.name,
    last4: method.last4,
    servedUntil: isServed(state) ? dayOf(trialEndsAt) : null,
  });
}
