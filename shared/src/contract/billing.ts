import * as z from 'zod/mini';
import { inviteCodeLength } from '../domain/inputs/invite-code.ts';
import { isDay } from '../base/calendar-day.ts';
import { endpoint } from './endpoint.ts';
import { lineText, nothing, numberText } from './shapes.ts';

const inviteCode = z.string().check(z.trim(), z.minLength(inviteCodeLength.least), z.maxLength(inviteCodeLength.most));

export const inviteCheck = endpoint({
  method: 'GET',
  path: '/api/identity/invite/check',
  summary: 'The package that a promo or invite code leads to; all null where there is none',
  access: 'public',
  query: z.object({ code: inviteCode }),
  response: z.object({
    packageId: z.nullable(z.string()),
    packageDescription: z.nullable(z.string()),
    personalAffiliateEmail: z.nullable(z.string()),
  }),
  errors: ['badRequest', 'tooManyRequests'],
  quiet: true,
});

export const firstPromoter = endpoint({
  method: 'GET',
  path: '/api/identity/invite/firstPromoter',
  summary: 'The promo code of the affiliate whose link somebody followed; null where there is none',
  access: 'public',
  query: z.object({ ref_id: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)) }),
  response: z.object({ promo_code: z.nullable(z.string()) }),
  errors: ['badRequest', 'tooManyRequests'],
  quiet: true,
});

const timezoneOffset = z.object({
  timezoneOffsetMinutes: z.prefault(numberText(z.int(), z.gte(-840), z.lte(840)), 0),
});

/** A day of UTC. Billing counts in days of UTC. */
const day = z.string().check(
  z.regex(/^20\d\d-\d\d-\d\d$/),
  z.refine((text) => isDay(text), 'There is no such day'),
);

const paymentMethodShape = z.object({
  method: z.enum(['card', 'ach']),
  /** `pending`: the bank account waits for its micro-deposits. `disputed`: it is not charged any more. */
  status: z.enum(['usable', 'pending', 'disputed']),
  /** The brand of the card or the name of the bank. */
  name: z.string(),
  last4: z.string(),
  /** The expiry of a card as `MM/YY`. */
  expires: z.nullable(z.string()),
  /** The kind of a bank account (checking or savings) and its owner; null for a card. */
  accountType: z.nullable(z.string()),
  accountHolder: z.nullable(z.string()),
  routingNumber: z.nullable(z.string()),
  /** The balance in cents; `null` unless the bank has reported it. */
  balance: z.nullable(z.int()),
  /** Addition: the time at which the bank reported the balance. */
  balanceAt: z.nullable(z.string()),
  /** The provider's page on which micro-deposits are confirmed. */
  verificationUrl: z.nullable(z.string()),
});
export type PaymentMethod = z.output<typeof paymentMethodShape>;

export const paymentStatusCall = endpoint({
  method: 'GET',
  path: '/api/billing/payment-status',
  summary: 'Whether the account is in trial, paid, failed or cancelled, and what its package holds',
  access: 'owner',
  query: timezoneOffset,
  response: z.object({
    paymentStatus: z.int(),
    /** A sentence about the state for the owner; null when there is nothing to say. */
    message: z.nullable(z.string()),
    canceled: z.boolean(),
    packageDetails: z.object({
      baseSubscriptionProducts: z.int(),
      addonSubscriptionProducts: z.int(),
      baseSubscriptionFeeCents: z.int(),
      addonSubscriptionFeeCents: z.int(),
    }),
    addonCount: z.int(),
    hasPaymentDetails: z.boolean(),
    paymentMethod: z.nullable(paymentMethodShape),
    /** Addition: a bank account that is charged instead as soon as its micro-deposits are confirmed. */
    pendingMethod: z.nullable(paymentMethodShape),
    /** All fields from here on are additions. */
    trialEndsAt: z.nullable(z.string()),
    plan: z.enum(['daily', 'package']),
    frequency: z.enum(['daily', 'monthly']),
    /** The billing period that is open, in days of UTC; null before the first one. */
    period: z.nullable(z.object({ from: z.string(), to: z.string() })),
    /** The end of the service of a cancelled subscription. */
    endsAt: z.nullable(z.string()),
    /** The highest discount of today; `to` is its last day, null without end. */
    discount: z.nullable(z.object({ percent: z.int(), to: z.nullable(z.string()) })),
    /**
     * Offers that the page of an owner may show: the retention discount (25 % for 6 months, once), daily pricing in
     * place of a package, and the field for a coupon code. An account that was cancelled can never use coupons again.
     */
    offers: z.object({ retention: z.boolean(), newPricing: z.boolean(), coupons: z.boolean() }),
    billingName: z.string(),
    /** Whether payments can be made on this server. */
    isPaymentSetUp: z.boolean(),
  }),
  errors: ['badRequest'],
});

export const dailyBillingStatus = endpoint({
  method: 'GET',
  path: '/api/billing/daily-billing-status',
  summary: 'Whether the account pays per ASIN and day, and a sentence about it',
  access: 'owner',
  response: z.object({ hasDailyPricing: z.boolean(), message: z.nullable(z.string()) }),
  errors: [],
});

/** An amount in cents with one decimal, because the ledger counts in mills. */
const amount = z.number();

const tierCost = z.object({
  kind: z.enum(['base', 'tier']),
  fromAsin: z.int(),
  upTo: z.nullable(z.int()),
  asins: z.int(),
  /** For a tier, the price of one ASIN for one day; for the base, the daily price of all its ASINs together. */
  rate: amount,
  amount,
});

const dailyCost = z.object({
  /** Epoch seconds of the day's beginning in UTC. */
  timestamp: z.int(),
  /** The number of ASINs. */
  quantity: z.int(),
  /** Cents that are charged, with one decimal (33.3). */
  amount,
  /**
   * Addition: the price before discount. Days of the trial have this price too, although nothing is charged for them.
   */
  regularAmount: amount,
  discountPercent: z.int(),
  isTrial: z.boolean(),
});
export type DailyCost = z.output<typeof dailyCost>;

export const dailyCostBreakdown = endpoint({
  method: 'GET',
  path: '/api/billing/daily-cost-breakdown',
  summary: 'The closed days with their ASINs and cost, newest first, and the forecast of the open period',
  access: 'owner',
  /** Without parameters, the open period and at least 30 days. `from` and `to` are days, both included. */
  query: z.object({
    lastDays: z.optional(numberText(z.int(), z.gte(1), z.lte(3660))),
    from: z.optional(day),
    to: z.optional(day),
  }),
  response: z.object({
    dailyCostBreakdowns: z.array(dailyCost),
    /**
     * Additions: the open billing period. During the trial, the figures are those of the first period after the trial.
     */
    period: z.object({
      from: z.string(),
      to: z.string(),
      isTrial: z.boolean(),
      closedDays: z.int(),
      daysLeft: z.int(),
      /** The number of remaining days on which the service will be on. The other remaining days cost nothing. */
      servedDaysLeft: z.int(),
      toDateAmount: amount,
      forecastAmount: amount,
      /** The sum of the credits (negative), fees and corrections that the next bill includes. */
      correctionsAmount: amount,
      /** The amount that was too small for the last bill, or the credit (negative) that it has left. */
      carriedAmount: amount,
      /** The amount of the next bill: the open amounts and the expected costs of the days until that bill. */
      nextBillAmount: amount,
      /** The day of the next bill. */
      nextBillOn: z.string(),
      /** The number of tracked ASINs on the last closed day, or now if no day is closed yet. */
      asins: z.int(),
    }),
    /** The prices in force. */
    tiers: z.array(tierCost),
  }),
  errors: ['badRequest'],
});

export const dailyCostDetails = endpoint({
  method: 'GET',
  path: '/api/billing/daily-cost-breakdown/:day',
  summary: 'Addition: the ASINs, tiers and discount of one closed day',
  access: 'owner',
  params: z.object({ day }),
  response: z.extend(dailyCost, {
    tiers: z.array(tierCost),
    asins: z.array(
      z.object({
        marketplace: z.string(),
        asin: z.string(),
        /** The hours of the day during which the ASIN was tracked and the service was on. */
        hours: z.number(),
      }),
    ),
  }),
  errors: ['badRequest', 'notFound'],
  slow: true,
});

export const estimate = endpoint({
  method: 'GET',
  path: '/api/billing/estim',
  summary: 'What the subscription is worth, for conversion events: the projection of 30 days and the fee of the trial',
  access: 'owner',
  response: z.object({
    subscriptionFee: amount,
    purchaseFee: amount,
    /** Addition: the address to which the page reports a conversion; `null` for none. */
    reportTo: z.nullable(z.string()),
  }),
  errors: [],
  quiet: true,
});

export const costPreview = endpoint({
  method: 'GET',
  path: '/api/billing/preview',
  summary: 'Addition: the cost of a day at the present number of ASINs and at another one',
  access: 'owner',
  query: z.object({ addedAsins: numberText(z.int(), z.gte(-100_000), z.lte(100_000)) }),
  response: z.object({
    asins: z.int(),
    dayAmount: amount,
    nextAsins: z.int(),
    nextDayAmount: amount,
    /** Whether the budget is reached and acts as a cap, so that the additional ASINs would not be tracked. */
    isOverCap: z.boolean(),
  }),
  errors: ['badRequest'],
});

const method = z.enum(['card', 'ach']);

/**
 * The provider's result. With `requiresAction` the provider's script completes it in the browser with the person (3-D
 * Secure).
 */
const setUpAnswer = z.object({ requiresAction: z.boolean(), clientSecret: z.nullable(z.string()) });

/** A token of a card (`tok_…`) or a completed set-up intent (`seti_…`), both made by the provider's script. */
const token = z.string().check(z.regex(/^(?:tok|btok|seti)_[A-Za-z0-9_]{1,250}$/));

export const startPaymentSetup = endpoint({
  method: 'POST',
  path: '/api/billing/setup',
  summary: "Addition: begins to save a payment method; the provider's script completes it in the browser",
  access: 'owner',
  whileUnserved: true,
  body: z.object({ method }),
  response: z.object({ clientSecret: z.string(), publishableKey: z.string(), scriptUrl: z.string() }),
  errors: ['badRequest', 'tooManyRequests', 'serviceOff', 'paymentProvider'],
  quiet: true,
  slow: true,
});

export const createSubscription = endpoint({
  method: 'POST',
  path: '/api/billing/subscription/create',
  summary: 'Starts the subscription, with a new payment method or with the one on file',
  access: 'owner',
  whileUnserved: true,
  /** Section 7: the token, or an empty body. */
  body: z._default(z.object({ token: z.optional(token) }), {}),
  response: setUpAnswer,
  errors: ['badRequest', 'tooManyRequests', 'cardRefused', 'paymentMethodNeeded', 'serviceOff', 'paymentProvider'],
  quiet: true,
  slow: true,
});

export const cancelSubscription = endpoint({
  method: 'DELETE',
  path: '/api/billing/subscription/cancel',
  summary: 'Stops the renewal: the service ends with the trial or the billing period, and discounts are forfeited',
  access: 'owner',
  whileUnserved: true,
  response: z.object({ endsAt: z.string() }),
  errors: ['notSubscribed'],
});

export const resumeSubscription = endpoint({
  method: 'PUT',
  path: '/api/billing/subscription/resume',
  summary: 'Takes a cancellation back; after the end of the service a new billing period starts',
  access: 'owner',
  whileUnserved: true,
  response: nothing,
  errors: ['notSubscribed', 'paymentMethodNeeded'],
});

export const switchToDailyPricing = endpoint({
  method: 'PUT',
  path: '/api/billing/subscription/daily',
  summary: 'Changes from a package to pricing per ASIN and day, from the next day of UTC',
  access: 'owner',
  whileUnserved: true,
  response: z.object({ from: z.string() }),
  errors: ['notSubscribed'],
});

export const applyCoupon = endpoint({
  method: 'PUT',
  path: '/api/billing/subscription/apply/coupon',
  summary: "Applies the discount of a code's package, or without a code the offer of 25% for 6 months, once",
  access: 'owner',
  whileUnserved: true,
  body: z._default(z.object({ code: z.optional(inviteCode) }), {}),
  response: z.object({ percent: z.int(), to: z.nullable(z.string()) }),
  errors: ['badRequest', 'tooManyRequests', 'offerUsed'],
});

export const setFrequency = endpoint({
  method: 'PUT',
  path: '/api/billing/frequency',
  summary: 'Addition: whether bills are made once per period, or as soon as 5.00 USD are due',
  access: 'owner',
  whileUnserved: true,
  body: z.object({ frequency: z.enum(['daily', 'monthly']) }),
  response: nothing,
  errors: ['badRequest'],
});

export const setCard = endpoint({
  method: 'PUT',
  path: '/api/billing/source',
  summary: 'Makes a card the payment method',
  access: 'owner',
  whileUnserved: true,
  body: z.object({ token }),
  response: setUpAnswer,
  errors: ['badRequest', 'tooManyRequests', 'cardRefused', 'serviceOff', 'paymentProvider'],
  quiet: true,
  slow: true,
});

export const setBankAccount = endpoint({
  method: 'PUT',
  path: '/api/billing/ach-source',
  summary: 'Makes a bank account (ACH) the payment method',
  access: 'owner',
  whileUnserved: true,
  body: z.object({ token }),
  response: setUpAnswer,
  errors: ['badRequest', 'cardRefused', 'serviceOff', 'paymentProvider'],
  quiet: true,
  slow: true,
});

const invoiceShape = z.object({
  /** The first instants of the period's first and last day, in epoch seconds and in the time zone of the request. */
  from: z.int(),
  to: z.int(),
  /** The total in cents, with tax. */
  totalAmount: z.int(),
  /** The provider's page of the invoice; null until it exists. */
  url: z.nullable(z.string()),
  /** All fields from here on are additions. */
  number: z.string(),
  status: z.enum(['open', 'processing', 'paid', 'failed', 'void', 'refunded']),
  pdfUrl: z.nullable(z.string()),
  /** The amount in cents that was given back, with tax. */
  refundedAmount: z.int(),
  /** Whether the bank has returned a refund, and no other was made since. An operator repeats it. */
  hasFailedRefund: z.boolean(),
});
export type Invoice = z.output<typeof invoiceShape>;

export const listInvoices = endpoint({
  method: 'GET',
  path: '/api/billing/invoices',
  summary: 'All invoices, newest first',
  access: 'owner',
  query: timezoneOffset,
  response: z.object({ invoices: z.array(invoiceShape), billingName: z.string() }),
  errors: ['badRequest'],
});

const billingAddress = z.object({
  line1: lineText(200),
  city: lineText(100),
  postalCode: lineText(20),
  country: z.string().check(z.regex(/^[A-Z]{2}$/)),
  taxId: lineText(30),
});
export type BillingAddress = z.output<typeof billingAddress>;

/** An address as it may be saved. One that was saved in part earlier is still read. */
const completeAddress = z.extend(billingAddress, {
  line1: billingAddress.shape.line1.check(z.minLength(1, 'The street and number are missing')),
  city: billingAddress.shape.city.check(z.minLength(1, 'The city is missing')),
  country: z.string().check(z.regex(/^[A-Z]{2}$/, 'The country is missing, as two letters such as DE')),
});

export const getBillingDetails = endpoint({
  method: 'GET',
  path: '/api/billing/billing-details',
  summary: 'Addition: the name, address and tax id on invoices as they were saved',
  access: 'owner',
  response: z.object({ billingName: z.string(), address: z.nullable(billingAddress) }),
  errors: [],
});

export const saveBillingDetails = endpoint({
  method: 'PUT',
  path: '/api/billing/billing-details',
  summary: 'Saves the name on invoices, and as an addition the address and the tax id',
  access: 'owner',
  whileUnserved: true,
  body: z.object({
    billingName: lineText(200).check(z.minLength(1)),
    /** The address on invoices. Null removes it; if absent, the saved one stays. */
    address: z.optional(z.nullable(completeAddress)),
  }),
  response: nothing,
  errors: ['badRequest'],
});

export const getBudget = endpoint({
  method: 'GET',
  path: '/api/billing/budget',
  summary: 'Addition: the limit of a billing period at 50, 80 and 100% of which the owner is told',
  access: 'owner',
  response: z.object({ limitCents: z.nullable(z.int()), capsTracking: z.boolean() }),
  errors: [],
});

export const saveBudget = endpoint({
  method: 'PUT',
  path: '/api/billing/budget',
  summary: 'Addition: sets the limit. A cap stops new products from being tracked, never those that are',
  access: 'owner',
  whileUnserved: true,
  body: z.object({
    limitCents: z.nullable(z.int().check(z.gte(100), z.lte(100_000_000))),
    capsTracking: z.boolean(),
  }),
  response: nothing,
  errors: ['badRequest'],
});

export const exportBilling = endpoint({
  method: 'GET',
  path: '/api/billing/export',
  summary: 'Addition: all days, corrections, invoices and their refunds as csv',
  access: 'owner',
  response: z.string(),
  errors: [],
  raw: true,
});

export const packageInfo = endpoint({
  method: 'GET',
  path: '/api/identity/package',
  summary: 'What the subscription costs and how long the trial and the first set-up take, also with a code',
  access: 'public',
  /**
   * Addition: describes the package that belongs to a code. Without a code, the answer is the viewer's own package or
   * the standard one.
   */
  query: z.object({ code: z.optional(inviteCode) }),
  response: z.object({
    baseSubscriptionFeeCents: z.int(),
    addonSubscriptionFeeCents: z.int(),
    discount: z.int(),
    discountDurationInMonths: z.int(),
    waitMinutes: z.int(),
    trialFeeCents: z.int(),
    trialMinutes: z.int(),
    /** All fields from here on are additions. */
    plan: z.enum(['daily', 'package']),
    baseProducts: z.int(),
    addonProducts: z.int(),
  }),
  errors: ['badRequest', 'tooManyRequests'],
  quiet: true,
});

/** An offer of a partner, written by the operator. */
export const partnerCardShape = z.object({
  id: z.string().check(z.regex(/^[a-z0-9-]{1,40}$/)),
  title: z.string().check(z.minLength(1), z.maxLength(80)),
  text: z.string().check(z.maxLength(200)),
  label: z.string().check(z.minLength(1), z.maxLength(30)),
  url: z.string().check(z.regex(/^https?:\/\/\S{1,500}$/)),
});
export type PartnerCard = z.output<typeof partnerCardShape>;

export const partnerCards = endpoint({
  method: 'GET',
  path: '/api/webui/partner-cards',
  summary: 'Offers of partners, as the operator has set them; none by default',
  access: 'session',
  response: z.object({ cards: z.array(partnerCardShape) }),
  errors: [],
  quiet: true,
});

export const billingCalls = {
  packageInfo,
  inviteCheck,
  firstPromoter,
  paymentStatus: paymentStatusCall,
  dailyCostBreakdown,
  dailyCostDetails,
  costPreview,
  estimate,
  dailyBillingStatus,
  listInvoices,
  startPaymentSetup,
  setCard,
  setBankAccount,
  createSubscription,
  applyCoupon,
  switchToDailyPricing,
  cancelSubscription,
  resumeSubscription,
  setFrequency,
  saveBillingDetails,
  getBillingDetails,
  getBudget,
  saveBudget,
  exportBilling,
  partnerCards,
} as const;
