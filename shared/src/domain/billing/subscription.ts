import { paymentStatus, type PaymentStatus } from './payment-status.ts';

/** The facts that decide which state a subscription is in. */
export interface SubscriptionFacts {
  /** Set by an operator: the whole service is on for the tenant, and nothing is charged. */
  readonly isExempt: boolean;
  readonly trialEndsAt: Date;
  readonly hasPaymentMethod: boolean;
  /** The end of the service of a cancelled subscription; `null` unless it was cancelled. */
  readonly endsAt: Date | null;
  /** The number of failed attempts to collect the oldest open invoice. */
  readonly failedAttempts: number;
}

const codes = {
  exempt: paymentStatus.exempt,
  trial: paymentStatus.good,
  missing: paymentStatus.missing,
  active: paymentStatus.good,
  failed: paymentStatus.failed,
  suspended: paymentStatus.suspended,
  blocked: paymentStatus.blocked,
  canceled: paymentStatus.canceled,
} as const satisfies Readonly<Record<string, PaymentStatus>>;

export type SubscriptionState = keyof typeof codes;

export const paymentStatusOf = (state: SubscriptionState): PaymentStatus => codes[state];

/** The days after the first attempt on which an open invoice is collected again. */
export const attemptDays = [0, 3, 7, 14, 28] as const;
/** The service is suspended when the attempt of day 14 has failed, and blocked after the last. */
export const suspendingAttempts = 4;

export function stateOf(facts: SubscriptionFacts, now: Date): SubscriptionState {
  if (facts.isExempt) return 'exempt';
  if (facts.endsAt !== null && facts.endsAt <= now) return 'canceled';
  // This check precedes the one of the payment method: removing a method whose charges failed must not unblock an
  // account.
  if (facts.failedAttempts >= attemptDays.length) return 'blocked';
  if (facts.failedAttempts >= suspendingAttempts) return 'suspended';
  if (!facts.hasPaymentMethod && now >= facts.trialEndsAt) return 'missing';
  if (now < facts.trialEndsAt) return 'trial';
  return facts.failedAttempts > 0 ? 'failed' : 'active';
}

/** Whether products are watched. A failed payment leaves the service on for a while, on credit. */
export const isServed = (state: SubscriptionState): boolean =>
  state === 'exempt' || state === 'trial' || state === 'active' || state === 'failed';
