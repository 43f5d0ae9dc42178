/**
 * Payment status codes of section 4. Only exempt tenants have the code 0, because the specification hides payment and
 * cancelling for it.
 */
export const paymentStatus = {
  exempt: 0,
  missing: 1,
  /** The code of a subscription in the trial or paying. */
  good: 2,
  failed: 3,
  suspended: 402,
  canceled: 403,
  blocked: 99_402,
} as const;

export type PaymentStatus = (typeof paymentStatus)[keyof typeof paymentStatus];

const served = new Set<number>([paymentStatus.exempt, paymentStatus.good, paymentStatus.failed]);

/** Whether products are watched, by the code alone. */
export const isServedStatus = (code: number): boolean => served.has(code);
