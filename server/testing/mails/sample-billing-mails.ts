import { billingLetter } from '../../src/features/billing/mails/billing-letter.ts';
import type { BillingMail, BillingMailKind } from '../../src/features/billing/mails/billing-mail.ts';
import { email, publicUrl, type SampleMail, type SampleTexts } from './sample-words.ts';

/** The page of an invoice at the payment provider. */
export const invoiceUrl = 'https://invoice.pay.example/i/acct_1/inv_7?s=ap';
export const invoicePdfUrl = 'https://pay.example/invoice/inv_7/pdf?s=ap';

const card = {
  baseMills: 333,
  baseAsins: 20,
  tiers: [
    { upTo: 100, mills: 16 },
    { upTo: 10_000, mills: 10 },
    { upTo: null, mills: 8 },
  ],
};

type SampleFacts = { readonly [Kind in BillingMailKind]: BillingMail<Kind> };

/** One mail of each kind about billing. Texts from the payment provider are replaced by the given ones. */
export function sampleBillingFacts({ product, said }: SampleTexts = {}): SampleFacts {
  const open = { number: product ?? 'WP-2026-0007', amountCents: 123_450 };
  return {
    trialReminder: {
      kind: 'trialReminder',
      daysLeft: 7,
      trialEndsOn: '2026-12-24',
      asins: 1200,
      dayCents: 1561,
      hasPaymentMethod: false,
    },
    trialEnded: { kind: 'trialEnded', trialEndedOn: '2026-12-24' },
    paymentFailed: {
      kind: 'paymentFailed',
      ...open,
      attempts: 1,
      reason: said ?? 'Your card has insufficient funds.',
      needsAddress: false,
      nextAttemptOn: '2026-12-27',
      suspendedOn: '2027-01-07',
    },
    paymentConfirmation: { kind: 'paymentConfirmation', ...open, attempts: 1, url: invoiceUrl },
    suspended: { kind: 'suspended', ...open, blockedOn: '2027-01-21' },
    blocked: { kind: 'blocked', ...open, keptUntil: '2027-04-21' },
    deletionAhead: { kind: 'deletionAhead', ...open, deletedOn: '2027-04-22' },
    dataDeleted: { kind: 'dataDeleted', requestedAt: new Date('2027-04-22T12:00:00Z') },
    canceled: { kind: 'canceled', at: new Date('2026-12-01T10:00:00Z'), lastDay: '2026-12-30' },
    resumed: { kind: 'resumed', at: new Date('2026-12-02T10:00:00Z'), nextBillOn: '2026-12-31' },
    paid: {
      kind: 'paid',
      ...open,
      taxCents: 190,
      fromDay: '2026-11-01',
      toDay: '2026-11-30',
      url: invoiceUrl,
      pdfUrl: invoicePdfUrl,
    },
    budgetReached: {
      kind: 'budgetReached',
      percent: 80,
      limitCents: 50_000,
      toDateCents: 40_012,
      periodFrom: '2026-12-01',
      capsTracking: true,
    },
    ratesChange: { kind: 'ratesChange', rateCardId: 'standard', validFrom: '2027-02-01', card },
    methodExpiring: {
      kind: 'methodExpiring',
      methodId: 'pm_1',
      name: said ?? 'Visa',
      last4: '4242',
      expires: '12/26',
      nextBillOn: '2027-01-04',
    },
    methodDetached: {
      kind: 'methodDetached',
      methodId: 'pm_1',
      method: 'card',
      name: said ?? 'Visa',
      last4: '4242',
      servedUntil: null,
    },
  };
}

/** Every mail about billing, in each variant that has a text of its own. */
export function sampleBillingMails(texts: SampleTexts): [string, SampleMail][] {
  const facts = sampleBillingFacts(texts);
  const { trialReminder, paymentFailed, paid, budgetReached, methodDetached } = facts;
  const variants: [string, BillingMail][] = [
    ...Object.entries<BillingMail>(facts),
    ['trialReminder-tomorrow', { ...trialReminder, daysLeft: 1, asins: 1, hasPaymentMethod: true }],
    ['paymentFailed-for-good', { ...paymentFailed, reason: null, nextAttemptOn: null }],
    ['paid-without-page', { ...paid, url: null, pdfUrl: null }],
    ['methodDetached-in-trial', { ...methodDetached, method: 'ach', servedUntil: '2026-12-24' }],
    ['budgetReached-whole', { ...budgetReached, percent: 100 }],
    ['budgetReached-without-cap', { ...budgetReached, percent: 50, capsTracking: false }],
  ];
  return variants.map(([name, mail]) => [`billing-${name}`, billingLetter(mail, { email, publicUrl })]);
}
