/** Payment status codes of section 4; 1 is an account without trial or payment method, 2 is the trial. */
export const paymentStatus = {
  paid: 0,
  missing: 1,
  trial: 2,
  failed: 3,
  suspended: 402,
  canceled: 403,
  blocked: 99_402,
} as const;

export type PaymentStatus = (typeof paymentStatus)[keyof typeof paymentStatus];

/** Payment is not possible yet, so that an account is either in its trial or without a payment method. */
export const paymentStatusOf = ({ trialEndsAt, now }: { trialEndsAt: Date; now: Date }): PaymentStatus =>
  now < trialEndsAt ? paymentStatus.trial : paymentStatus.missing;
