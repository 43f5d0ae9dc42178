import type { Day } from '@app/shared/base/calendar-day.ts';
import type { RateCard } from '@app/shared/domain/billing/rate-card.ts';

interface OpenInvoice {
  /** The number of the invoice. */
  readonly number: string;
  /** The amount with tax. */
  readonly amountCents: number;
}

/** The facts of each kind of mail about billing. Days are days of UTC; amounts are cents of USD. */
interface Facts {
  trialReminder: {
    readonly daysLeft: 1 | 3 | 7;
    readonly trialEndsOn: Day;
    /** The number of ASINs tracked at present. */
    readonly asins: number;
    /** The price of a day with this number of ASINs. */
    readonly dayCents: number;
    readonly hasPaymentMethod: boolean;
  };
  /** The trial is over without a payment method. */
  trialEnded: { readonly trialEndedOn: Day };
  paymentFailed: OpenInvoice & {
    /** The number of attempts, this one included. */
    readonly attempts: number;
    /** The words of the provider, if it has given any, or ours if the billing address is missing. */
    readonly reason: string | null;
    readonly needsAddress: boolean;
    /** The day of the next attempt; `null` if a new payment method is needed before the next attempt. */
    readonly nextAttemptOn: Day | null;
    /** The day on which the service is suspended if the invoice is still open; `null` if it is off already. */
    readonly suspendedOn: Day | null;
  };
  /** The bank asks the owner to confirm the payment. */
  paymentConfirmation: OpenInvoice & {
    /** The number of attempts, this one included. */
    readonly attempts: number;
    /** The provider's page of the invoice. */
    readonly url: string;
  };
  suspended: OpenInvoice & {
    /** The day on which the account is blocked if the invoice is still open. */
    readonly blockedOn: Day;
  };
  blocked: OpenInvoice & { readonly keptUntil: Day };
  /** The data of a blocked account will be deleted. */
  deletionAhead: OpenInvoice & { readonly deletedOn: Day };
  dataDeleted: { readonly requestedAt: Date };
  canceled: {
    /** The instant of the cancellation, which distinguishes it from an earlier cancellation that was taken back. */
    readonly at: Date;
    /** The last day of the service; `null` if it was off before. */
    readonly lastDay: Day | null;
  };
  resumed: {
    readonly at: Date;
    /** The day of the next bill; `null` while an unpaid invoice keeps the service off. */
    readonly nextBillOn: Day | null;
  };
  paid: OpenInvoice & {
    readonly taxCents: number;
    readonly fromDay: Day;
    readonly toDay: Day;
    /** The provider's page and PDF of the invoice. */
    readonly url: string | null;
    readonly pdfUrl: string | null;
  };
  budgetReached: {
    readonly percent: 50 | 80 | 100;
    readonly limitCents: number;
    /** The costs of the open period. */
    readonly toDateCents: number;
    readonly periodFrom: Day;
    /** Whether no new products are tracked once the limit is reached. */
    readonly capsTracking: boolean;
  };
  ratesChange: {
    readonly rateCardId: string;
    readonly validFrom: Day;
    readonly card: RateCard;
  };
  methodExpiring: {
    /** The id of the payment method. */
    readonly methodId: string;
    /** The brand of the card. */
    readonly name: string;
    readonly last4: string;
    /** `MM/YY`. */
    readonly expires: string;
    /** `null` if the account pays daily: its bills come within a few days of each other. */
    readonly nextBillOn: Day | null;
  };
  /** The provider has detached the payment method, and the account has no other. */
  methodDetached: {
    /** The id of the payment method. */
    readonly methodId: string;
    readonly method: 'card' | 'ach';
    /** The brand of the card, or the bank. */
    readonly name: string;
    readonly last4: string;
    /** The day on which the trial ends; `null` if the service is off. */
    readonly servedUntil: Day | null;
  };
}

export type BillingMailKind = keyof Facts;
export type BillingMail<Kind extends BillingMailKind = BillingMailKind> = {
  [K in Kind]: { readonly kind: K } & Facts[K];
}[Kind];

/** By kind, the part of the facts that distinguishes a mail from others of its kind. The same fact is mailed once. */
const factNames: { readonly [K in BillingMailKind]: (mail: BillingMail<K>) => readonly (string | number)[] } = {
  trialReminder: ({ trialEndsOn, daysLeft }) => [trialEndsOn, daysLeft],
  trialEnded: ({ trialEndedOn }) => [trialEndedOn],
  paymentFailed: ({ number, attempts }) => [number, attempts],
  paymentConfirmation: ({ number, attempts }) => [number, attempts],
  suspended: ({ number }) => [number],
  blocked: ({ number }) => [number],
  deletionAhead: ({ number, deletedOn }) => [number, deletedOn],
  dataDeleted: ({ requestedAt }) => [requestedAt.toISOString()],
  canceled: ({ at }) => [at.toISOString()],
  resumed: ({ at }) => [at.toISOString()],
  paid: ({ number }) => [number],
  budgetReached: ({ periodFrom, limitCents, percent }) => [periodFrom, limitCents, percent],
  ratesChange: ({ rateCardId, validFrom }) => [rateCardId, validFrom],
  methodExpiring: ({ methodId, expires }) => [methodId, expires],
  methodDetached: ({ methodId }) => [methodId],
};

export const factNameOf = <Kind extends BillingMailKind>(mail: BillingMail<Kind>): readonly (string | number)[] => {
  const name: (mail: BillingMail<Kind>) => readonly (string | number)[] = factNames[mail.kind];
  return [mail.kind, ...name(mail)];
};
