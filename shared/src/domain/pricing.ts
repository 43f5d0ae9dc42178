/** The one package of the product (specification, section 1): 30 days free, then 9.99 USD a month. */
export const standardPackage = {
  baseSubscriptionFeeCents: 999,
  addonSubscriptionFeeCents: 0,
  /** Percent. */
  discount: 0,
  discountDurationInMonths: 0,
  /** How long the first set-up of a seller account is announced to take (section 9). */
  waitMinutes: 7,
  trialFeeCents: 0,
  trialMinutes: 43_200,
} as const;
