import type { Day } from '@app/shared/base/calendar-day.ts';
import { costByTier, type RateCard } from '@app/shared/domain/billing/rate-card.ts';
import { composeLetter, type LetterContent, type LetterTable, type MailContent } from '../../../lib/mail/letter.ts';
import { oneLine } from '../../../lib/mail/one-line.ts';
import type { BillingMail, BillingMailKind } from './billing-mail.ts';
import { count, dayText, dollars, reasonText, tierRow } from './billing-words.ts';

/** A letter without its recipient. Without a `url`, the button leads to Subscription & Billing. */
interface Words extends Omit<LetterContent, 'action' | 'why'> {
  readonly action: { readonly label: string; readonly url?: string };
}

const openBilling = { label: 'Open Subscription & Billing' };
const addMethod = { label: 'Add a payment method' };

const invoice = ({ number, amountCents }: { readonly number: string; readonly amountCents: number }): string =>
  `invoice ${oneLine(number)} of ${dollars(amountCents)}`;

const wordsByKind: { readonly [K in BillingMailKind]: (mail: BillingMail<K>) => Words } = {
  trialReminder: ({ daysLeft, trialEndsOn, asins, dayCents, hasPaymentMethod }) => ({
    subject: `Your free trial ends ${daysLeft === 1 ? 'tomorrow' : `in ${daysLeft} days`}`,
    paragraphs: [
      `Your trial ends on ${dayText(trialEndsOn)}. After that, Watchpost costs about ${dollars(dayCents)} a day ${
        asins === 0
          ? 'while no ASIN is tracked, as now'
          : `for the ${asins === 1 ? 'one ASIN' : `${count(asins)} ASINs`} that you track now`
      }.`,
      hasPaymentMethod
        ? 'You need not do anything: the subscription begins by itself.'
        : 'Without a payment method your products are not watched after that. Your settings and data stay.',
    ],
    action: hasPaymentMethod ? openBilling : addMethod,
  }),
  trialEnded: ({ trialEndedOn }) => ({
    subject: 'Your free trial has ended: your products are not watched any more',
    paragraphs: [
      `Your trial ended on ${dayText(trialEndedOn)}, and the account has no payment method. Your products are not checked any more, and no alerts are sent.`,
      'Your settings and data stay. As soon as you add a payment method, everything is checked again.',
    ],
    action: addMethod,
  }),
  paymentFailed: ({ number, amountCents, reason, needsAddress, nextAttemptOn, suspendedOn }) => ({
    subject: `The payment of ${dollars(amountCents)} has failed`,
    paragraphs: [
      `The ${invoice({ number, amountCents })} could not be paid.${reasonText(reason && oneLine(reason), needsAddress)}`,
      ...nextAttempt(nextAttemptOn, needsAddress),
      ...(suspendedOn === null
        ? []
        : [
            `Your products are still watched. If the invoice is not paid by ${dayText(suspendedOn)}, they are not watched any more.`,
          ]),
    ],
    action: nextAttemptOn === null && !needsAddress ? addMethod : openBilling,
  }),
  paymentConfirmation: ({ url, ...open }) => ({
    subject: `Please confirm the payment of ${dollars(open.amountCents)}`,
    paragraphs: [
      `Your bank asks you to confirm the payment of ${invoice(open)}. Until then it is not paid.`,
      'The button leads to the page of the invoice at our payment provider, on which your bank asks you.',
    ],
    action: { label: 'Confirm the payment', url },
  }),
  suspended: ({ blockedOn, ...open }) => ({
    subject: 'Your account is suspended: your products are not watched any more',
    paragraphs: [
      `The ${invoice(open)} is not paid after several attempts. Your products are not checked any more, and no alerts are sent.`,
      'Your settings and data stay. As soon as the invoice is paid, everything is checked again.',
      `If it is not paid by ${dayText(blockedOn)}, the account is blocked.`,
    ],
    action: { label: 'Pay the invoice' },
  }),
  blocked: ({ keptUntil, ...open }) => ({
    subject: `Your account is blocked, and its data is kept until ${dayText(keptUntil)}`,
    paragraphs: [
      `The ${invoice(open)} is still not paid. You can only pay it and export your data now.`,
      `The data of a blocked account is kept for 90 days, until ${dayText(keptUntil)}. After that it is deleted and cannot be restored; we write to you 14 days before.`,
      'As soon as the invoice is paid, everything is checked again.',
    ],
    action: { label: 'Pay the invoice' },
  }),
  deletionAhead: ({ deletedOn, ...open }) => ({
    subject: `Your data will be deleted on ${dayText(deletedOn)}`,
    paragraphs: [
      `The account is blocked because the ${invoice(open)} is not paid. On ${dayText(deletedOn)} the seller accounts with all products, alerts and settings of watchdogs are deleted, and cannot be restored.`,
      'If the invoice is paid before, nothing is deleted and everything is checked again. You can export your data until then.',
    ],
    action: { label: 'Pay the invoice' },
  }),
  dataDeleted: () => ({
    subject: 'Your data has been deleted',
    paragraphs: [
      'The seller accounts of your blocked account were deleted with all products, alerts and settings of watchdogs, as we told you. Your log-in, invoices and costs are kept.',
      'If you pay what is open, you can connect your seller accounts again and start from the beginning.',
    ],
    action: openBilling,
  }),
  canceled: ({ lastDay }) => ({
    subject: 'Your subscription is cancelled',
    paragraphs: [
      lastDay === null
        ? 'Your products are not watched any more. You can still read and export your data.'
        : `Watchpost works until ${dayText(lastDay)}. After that your products are not watched any more. You can still read and export your data.`,
      'If you change your mind, you can resume the subscription at any time.',
    ],
    action: { label: 'Resume the subscription' },
  }),
  resumed: ({ nextBillOn }) => ({
    subject: 'Your subscription is resumed',
    paragraphs: [
      nextBillOn === null
        ? 'The cancellation is taken back. What is open is charged to your payment method again; once it is paid, your products are watched.'
        : `The cancellation is taken back: your products are watched. The next bill comes on ${dayText(nextBillOn)}.`,
    ],
    action: openBilling,
  }),
  paid: ({ number, amountCents, taxCents, fromDay, toDay, url, pdfUrl }) => ({
    subject: `Paid: ${dollars(amountCents)} for Watchpost`,
    paragraphs: ['Thank you. Your payment has arrived.'],
    table: {
      title: 'Invoice',
      rows: [
        { name: 'Number', text: oneLine(number) },
        { name: 'Amount', text: dollars(amountCents) },
        ...(taxCents === 0 ? [] : [{ name: 'Included tax', text: dollars(taxCents) }]),
        { name: 'Period', text: `${dayText(fromDay)} to ${dayText(toDay)}` },
      ],
    },
    action: url === null ? openBilling : { label: 'Open the invoice', url },
    others: pdfUrl === null ? [] : [{ label: 'Download the PDF', url: pdfUrl }],
  }),
  budgetReached: ({ percent, limitCents, toDateCents, periodFrom, capsTracking }) => ({
    subject:
      percent === 100 ? `Your budget of ${dollars(limitCents)} is used up` : `${percent}% of your budget is used`,
    paragraphs: [
      `The costs since ${dayText(periodFrom)} are ${dollars(toDateCents)}. Your budget for a billing period is ${dollars(limitCents)}.`,
      capsTracking
        ? `${percent === 100 ? 'No new products are tracked until the next period begins or you raise the budget.' : 'At 100% no new products are tracked.'} Products that are tracked stay watched.`
        : 'Nothing is stopped: the budget only tells you how far the costs are.',
    ],
    action: openBilling,
  }),
  ratesChange: ({ validFrom, card }) => ({
    subject: `New prices from ${dayText(validFrom)}`,
    paragraphs: [
      `From ${dayText(validFrom)} Watchpost has the prices below. Until then nothing changes.`,
      'Each price applies to the ASINs within its row only, so that one more ASIN does not change the price of the others.',
    ],
    table: pricesOf(card),
    action: openBilling,
    otherwise: 'If you do not want to pay these prices, you can cancel the subscription before that day.',
  }),
  methodExpiring: ({ name, last4, expires, nextBillOn }) => ({
    subject: `Your card ending in ${oneLine(last4)} expires ${nextBillOn === null ? 'soon' : 'before the next payment'}`,
    paragraphs: [
      `The card ${oneLine(name)} ending in ${oneLine(last4)} is valid through ${oneLine(expires)}${
        nextBillOn === null
          ? '. Bills that come after that cannot be charged to it.'
          : `, and the next bill comes on ${dayText(nextBillOn)}.`
      }`,
      `Please add another payment method before ${nextBillOn === null ? 'then' : 'that day'}, so that your products stay watched.`,
    ],
    action: addMethod,
  }),
  methodDetached: ({ method, name, last4, servedUntil }) => ({
    subject:
      servedUntil === null
        ? 'Your payment method was removed: your products are not watched any more'
        : 'Your payment method was removed',
    paragraphs: [
      `The ${method === 'card' ? 'card' : 'bank account'} ${oneLine(name)} ending in ${oneLine(last4)} was removed at our payment provider and cannot be charged any more. The account has no payment method now.`,
      servedUntil === null
        ? 'Your products are not checked any more, and no alerts are sent. Your settings and data stay. As soon as you add a payment method, it is charged with what is open and everything is checked again.'
        : `Your trial ends on ${dayText(servedUntil)}. Without a payment method your products are not watched after that. Your settings and data stay.`,
    ],
    action: addMethod,
  }),
};

const pricesOf = (card: RateCard): LetterTable => ({
  title: 'Tracked ASINs and their price',
  rows: costByTier(card, 0).map(({ kind, fromAsin, upTo, rateMills }) =>
    tierRow({ from: fromAsin, upTo, mills: rateMills, isBase: kind === 'base' }),
  ),
});

interface Recipient {
  readonly email: string;
  readonly publicUrl: string;
}

/** Composes a mail about billing to the owner. */
export function billingLetter<Kind extends BillingMailKind>(
  mail: BillingMail<Kind>,
  { email, publicUrl }: Recipient,
): MailContent {
  const words: (mail: BillingMail<Kind>) => Words = wordsByKind[mail.kind];
  const { action, ...content } = words(mail);
  return composeLetter(email, {
    ...content,
    action: { url: `${publicUrl}/subscription-and-billing`, ...action },
    why: `You get this because ${email} owns this account.`,
  });
}

/** The reason of a missing address says itself what to do: another payment method would not help. */
function nextAttempt(on: Day | null, needsAddress: boolean): string[] {
  const next = on === null ? '' : `The next attempt is on ${dayText(on)}.`;
  if (needsAddress) return next === '' ? [] : [next];
  return [
    on === null
      ? 'This payment method is not tried again. Please add another one: the open amount is charged to it at once.'
      : `${next} If it would fail too, please add another payment method: the open amount is charged to it at once.`,
  ];
}
