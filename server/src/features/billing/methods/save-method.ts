import { AppError } from '@app/shared/base/errors.ts';
import { hourMs } from '@app/shared/base/time.ts';
import type { Context } from '../../../context.ts';
import type { Payments } from '../../../external/stripe/payments.ts';
import { PaymentRefused } from '../../../external/stripe/stripe-call.ts';
import type { Setup } from '../../../external/stripe/payment-methods.ts';
import { ExternalError } from '../../../external/marketplace/external-error.ts';
import type { Tx } from '../../../lib/db/db.ts';
import { lockTenant } from '../../../lib/db/lock-tenant.ts';
import { admit } from '../../../lib/throttle.ts';
import { makeUnpaidDue } from '../collecting/due-invoice-queries.ts';
import { review } from '../standing/review.ts';
import { getSubscription, setCustomer } from '../standing/subscription-queries.ts';
import { forgetTransfers } from '../standing/unpaid-invoice-queries.ts';
import { hasNewerMethod, saveMethod } from './method-queries.ts';

interface MethodContext extends Pick<Context, 'db' | 'clock' | 'random' | 'keys' | 'config' | 'log'> {
  readonly payments: Payments | null;
}

/**
 * The limit for each kind of method, and for tokens of cards. It keeps a stolen session from testing cards, beside the
 * limits of the provider.
 */
const setupsAnHour = 5;

const admitSetup = (ctx: MethodContext, subject: string): Promise<void> =>
  admit(ctx, { subject: `payment-setup:${subject}`, limit: setupsAnHour, windowMs: hourMs });

interface Owner {
  readonly tenantId: string;
  readonly email: string;
}

/** Begins to save a payment method. The provider's script completes it in the browser. */
export async function startSetup(ctx: MethodContext, owner: Owner, method: 'card' | 'ach') {
  const payments = requirePayments(ctx);
  await admitSetup(ctx, `${method}:${owner.tenantId}`);
  const customerId = await ensureCustomer(ctx, payments, owner);
  const { clientSecret } = await atProvider(() => payments.methods.startSetup(customerId, method));
  return { clientSecret, publishableKey: payments.publishableKey, scriptUrl: payments.scriptUrl };
}

/**
 * Makes the method of a token (`tok_`, of a card) or of a set-up intent (`seti_`) the tenant's payment method. The
 * answer says whether the owner has to confirm it first; the webhook completes a set-up whose browser was closed.
 */
export async function useMethod(
  ctx: MethodContext,
  owner: Owner,
  { token, method }: { readonly token: string; readonly method: 'card' | 'ach' },
): Promise<{ requiresAction: boolean; clientSecret: string | null }> {
  const payments = requirePayments(ctx);
  const customerId = await ensureCustomer(ctx, payments, owner);
  const isSetup = token.startsWith('seti_');
  if (!isSetup && method === 'ach') throw new AppError('badRequest');
  if (!isSetup) await admitSetup(ctx, `token:${owner.tenantId}`);
  const setup = await atProvider(() =>
    isSetup ? payments.methods.readSetup(token) : payments.methods.setUpToken(customerId, token),
  );
  // The intent of another customer is treated like one that does not exist.
  if (setup.customerId !== customerId) throw new AppError('badRequest', { text: unknownToken });
  if (setup.status === 'requiresAction' && setup.verificationUrl === null) {
    return { requiresAction: true, clientSecret: setup.clientSecret };
  }
  if (!(await atProvider(() => finishSetup({ ...ctx, payments }, owner.tenantId, { setup, isChosen: true })))) {
    throw new AppError('cardRefused', { ...(setup.failure !== null && { text: setup.failure }) });
  }
  return { requiresAction: false, clientSecret: null };
}

const unknownToken = 'This payment method does not exist, or was given up. Please enter it again';

/** Whether the bank account of a set-up waits for its micro-deposits to be confirmed. */
export const isWaiting = ({ status, verificationUrl }: Setup): boolean =>
  verificationUrl !== null || status === 'processing';

interface Finish {
  readonly setup: Setup;
  /**
   * Whether the owner has just submitted this set-up in the browser. It then replaces the present method, even if its
   * form was opened earlier. An event may report a set-up late, so such a set-up replaces no newer method.
   */
  readonly isChosen: boolean;
}

/**
 * Stores the method of a set-up that has succeeded, or that waits for micro-deposits. A set-up that has succeeded makes
 * open invoices due immediately. Returns false for a set-up that has failed or was replaced.
 */
export async function finishSetup(
  ctx: MethodContext & { readonly payments: Payments },
  tenantId: string,
  { setup, isChosen }: Finish,
): Promise<boolean> {
  const { payments, clock, log } = ctx;
  const { status, methodId, customerId, setupIntentId, verificationUrl } = setup;
  const isUsable = status === 'succeeded';
  if (methodId === null || customerId === null || !(isUsable || isWaiting(setup))) return false;
  const method = await payments.methods.readMethod(methodId);
  // The event of an old intent may come late, when its method was replaced and detached. A method that is not confirmed
  // yet has no customer.
  if (method.customerId !== customerId && (isUsable || method.customerId !== null)) return false;
  const isOutdated = async (tx: Tx) => !isChosen && (await hasNewerMethod(tx, tenantId, setup));
  if (await ctx.db.tenant(tenantId, isOutdated)) return false;
  if (isUsable) await payments.methods.makeDefault(customerId, methodId);
  const now = clock.now();
  const replaced = await ctx.db.tenant(tenantId, async (tx) => {
    // Set-ups that end at the same time, such as the owner's and its event, are stored one after the other.
    await lockTenant(tx, tenantId);
    // The owner may have chosen another method during the request above.
    if (await isOutdated(tx)) return null;
    const { replaced: others, isNew } = await saveMethod(tx, {
      ...method,
      tenantId,
      setupIntentId,
      setupCreatedAt: setup.createdAt,
      status: isUsable ? 'usable' : 'pending',
      verificationUrl: isUsable ? null : verificationUrl,
      savedAt: now,
    });
    // The event of a set-up that was already finished does not make another attempt due.
    if (isUsable && isNew) await chargeNewMethod(tx, tenantId, now);
    await review(ctx, tx, tenantId);
    return others;
  });
  if (!replaced) return false;
  for (const other of replaced) {
    // A method that cannot be detached is not charged either, because each charge names its method.
    await payments.methods.detach(other).catch((error: unknown) => {
      log.warn({ err: error, tenantId }, 'a replaced payment method could not be detached');
    });
  }
  return true;
}

async function chargeNewMethod(tx: Tx, tenantId: string, now: Date): Promise<void> {
  await forgetTransfers(tx, tenantId);
  await makeUnpaidDue(tx, tenantId, now);
}

async function ensureCustomer({ db, clock }: MethodContext, payments: Payments, owner: Owner): Promise<string> {
  const { tenantId, email } = owner;
  const { customerId, billingName } = await db.tenant(tenantId, (tx) => getSubscription(tx, tenantId));
  const isThere = customerId !== null && (await atProvider(() => payments.methods.hasCustomer(customerId)));
  if (isThere) return customerId;
  const customer = { tenantId, email, name: billingName, replaced: customerId };
  const created = await atProvider(() => payments.methods.createCustomer(customer));
  await db.tenant(tenantId, (tx) => setCustomer(tx, tenantId, { customerId: created, at: clock.now() }));
  return created;
}

function requirePayments({ payments }: Pick<MethodContext, 'payments'>): Payments {
  if (!payments) throw new AppError('serviceOff');
  return payments;
}

/** Translates failures of the provider for the person who waits. */
async function atProvider<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PaymentRefused) throw new AppError('cardRefused', { text: error.message, cause: error });
    if (!(error instanceof ExternalError)) throw error;
    if (error.status === 404 || error.status === 400)
      throw new AppError('badRequest', { text: unknownToken, cause: error });
    throw new AppError('paymentProvider', { cause: error });
  }
}
