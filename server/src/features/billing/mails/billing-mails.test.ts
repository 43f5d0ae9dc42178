import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { deliveryLog } from '@app/shared/contract/delivery-log.ts';
import { testApi, type Owner } from '../../../../testing/http/api.ts';
import { invoicePdfUrl, invoiceUrl, sampleBillingFacts } from '../../../../testing/mails/sample-billing-mails.ts';
import { sendMessages } from '../../../../testing/mails/send-messages.ts';
import { setService } from '../../../../testing/service.ts';
import { billingLetter } from './billing-letter.ts';
import type { BillingMail, BillingMailKind } from './billing-mail.ts';
import { enqueueBillingMail } from './enqueue-billing-mail.ts';

const api = testApi();
const facts = sampleBillingFacts();
const page = 'https://watch.example/subscription-and-billing';
let owner: Owner;

beforeEach(async () => {
  owner = await api.owner();
  await sql`delete from messages`.execute(api.worker.global);
  api.mails.length = 0;
});

const compose = (mail: BillingMail) =>
  billingLetter(mail, { email: 'ada@example.com', publicUrl: 'https://watch.example' });

const { trialReminder, paymentFailed, paid, budgetReached } = facts;

interface Expected {
  readonly subject: string;
  readonly says: readonly string[];
  readonly button: readonly [label: string, url: string];
}

const expectations: readonly (readonly [what: string, mail: BillingMail, expected: Expected])[] = [
  [
    'a trial that ends in a week',
    trialReminder,
    {
      subject: 'Your free trial ends in 7 days',
      says: [
        'ends on 24 December 2026',
        'about $15.61 a day for the 1,200 ASINs',
        'Without a payment method your products are not watched',
      ],
      button: ['Add a payment method', page],
    },
  ],
  [
    'a trial that ends tomorrow, with a payment method',
    { ...trialReminder, daysLeft: 1, asins: 1, dayCents: 33, hasPaymentMethod: true },
    {
      subject: 'Your free trial ends tomorrow',
      says: ['about $0.33 a day for the one ASIN', 'You need not do anything'],
      button: ['Open Subscription & Billing', page],
    },
  ],
  [
    'a trial in which nothing is tracked',
    { ...trialReminder, asins: 0, dayCents: 34 },
    {
      subject: 'Your free trial ends in 7 days',
      says: ['about $0.34 a day while no ASIN is tracked, as now.'],
      button: ['Add a payment method', page],
    },
  ],
  [
    'a trial that has ended',
    facts.trialEnded,
    {
      subject: 'Your free trial has ended: your products are not watched any more',
      says: ['ended on 24 December 2026', 'Your settings and data stay'],
      button: ['Add a payment method', page],
    },
  ],
  [
    'a payment that is tried again',
    paymentFailed,
    {
      subject: 'The payment of $1,234.50 has failed',
      says: [
        'invoice WP-2026-0007 of $1,234.50',
        'The payment provider says: Your card has insufficient funds.',
        'The next attempt is on 27 December 2026',
        'If the invoice is not paid by 7 January 2027',
      ],
      button: ['Open Subscription & Billing', page],
    },
  ],
  [
    'a payment whose tax needs the billing address',
    { ...paymentFailed, reason: 'Please save your billing address.', needsAddress: true },
    {
      subject: 'The payment of $1,234.50 has failed',
      says: ['could not be paid. Please save your billing address.', 'The next attempt is on 27 December 2026.'],
      button: ['Open Subscription & Billing', page],
    },
  ],
  [
    'the last payment whose tax needs the billing address',
    { ...paymentFailed, reason: 'Please save your billing address.', needsAddress: true, nextAttemptOn: null },
    {
      subject: 'The payment of $1,234.50 has failed',
      says: ['could not be paid. Please save your billing address.', 'Your products are still watched.'],
      button: ['Open Subscription & Billing', page],
    },
  ],
  [
    'a payment that needs a new payment method',
    { ...paymentFailed, reason: null, nextAttemptOn: null },
    {
      subject: 'The payment of $1,234.50 has failed',
      says: ['could not be paid.', 'This payment method is not tried again. Please add another one'],
      button: ['Add a payment method', page],
    },
  ],
  [
    'a payment of an account that is not served',
    { ...paymentFailed, suspendedOn: null },
    {
      subject: 'The payment of $1,234.50 has failed',
      says: ['The next attempt is on 27 December 2026'],
      button: ['Open Subscription & Billing', page],
    },
  ],
  [
    'a cancellation of an account that is not served',
    { ...facts.canceled, lastDay: null },
    {
      subject: 'Your subscription is cancelled',
      says: ['Your products are not watched any more.'],
      button: ['Resume the subscription', page],
    },
  ],
  [
    'a cancellation that is taken back while an invoice is unpaid',
    { ...facts.resumed, nextBillOn: null },
    {
      subject: 'Your subscription is resumed',
      says: ['once it is paid, your products are watched'],
      button: ['Open Subscription & Billing', page],
    },
  ],
  [
    'a payment that the bank wants to be confirmed',
    facts.paymentConfirmation,
    {
      subject: 'Please confirm the payment of $1,234.50',
      says: ['Your bank asks you to confirm', 'invoice WP-2026-0007 of $1,234.50'],
      button: ['Confirm the payment', invoiceUrl],
    },
  ],
  [
    'a suspension',
    facts.suspended,
    {
      subject: 'Your account is suspended: your products are not watched any more',
      says: ['invoice WP-2026-0007 of $1,234.50', 'If it is not paid by 21 January 2027, the account is blocked'],
      button: ['Pay the invoice', page],
    },
  ],
  [
    'a blocked account',
    facts.blocked,
    {
      subject: 'Your account is blocked, and its data is kept until 21 April 2027',
      says: ['kept for 90 days, until 21 April 2027', 'As soon as the invoice is paid, everything is checked again.'],
      button: ['Pay the invoice', page],
    },
  ],
  [
    'a deletion that is ahead',
    facts.deletionAhead,
    {
      subject: 'Your data will be deleted on 22 April 2027',
      says: ['invoice WP-2026-0007 of $1,234.50', 'If the invoice is paid before, nothing is deleted'],
      button: ['Pay the invoice', page],
    },
  ],
  [
    'a deletion that is done',
    facts.dataDeleted,
    {
      subject: 'Your data has been deleted',
      says: ['Your log-in, invoices and costs are kept.', 'connect your seller accounts again'],
      button: ['Open Subscription & Billing', page],
    },
  ],
  [
    'a cancellation',
    facts.canceled,
    {
      subject: 'Your subscription is cancelled',
      says: ['works until 30 December 2026', 'you can resume the subscription at any time'],
      button: ['Resume the subscription', page],
    },
  ],
  [
    'a cancellation that was taken back',
    facts.resumed,
    {
      subject: 'Your subscription is resumed',
      says: ['The next bill comes on 31 December 2026'],
      button: ['Open Subscription & Billing', page],
    },
  ],
  [
    'a payment',
    paid,
    {
      subject: 'Paid: $1,234.50 for Watchpost',
      says: ['WP-2026-0007', '1 November 2026 to 30 November 2026', invoicePdfUrl],
      button: ['Open the invoice', invoiceUrl],
    },
  ],
  [
    'a payment whose invoice has no page yet',
    { ...paid, url: null, pdfUrl: null },
    {
      subject: 'Paid: $1,234.50 for Watchpost',
      says: ['WP-2026-0007'],
      button: ['Open Subscription & Billing', page],
    },
  ],
  [
    'a budget with a cap that is nearly used up',
    budgetReached,
    {
      subject: '80% of your budget is used',
      says: ['The costs since 1 December 2026 are $400.12', '$500.00', 'At 100% no new products are tracked'],
      button: ['Open Subscription & Billing', page],
    },
  ],
  [
    'a budget with a cap that is used up',
    { ...budgetReached, percent: 100 },
    {
      subject: 'Your budget of $500.00 is used up',
      says: ['No new products are tracked until', 'Products that are tracked stay watched'],
      button: ['Open Subscription & Billing', page],
    },
  ],
  [
    'a budget without a cap',
    { ...budgetReached, percent: 50, capsTracking: false },
    {
      subject: '50% of your budget is used',
      says: ['Nothing is stopped'],
      button: ['Open Subscription & Billing', page],
    },
  ],
  [
    'new prices',
    facts.ratesChange,
    {
      subject: 'New prices from 1 February 2027',
      says: [
        '1 to 20',
        '$0.333 a day for all of them',
        '21 to 100',
        '$0.016 a day for each',
        '101 to 10,000',
        '$0.010 a day for each',
        '10,001 and more',
        '$0.008 a day for each',
        'you can cancel the subscription before that day',
      ],
      button: ['Open Subscription & Billing', page],
    },
  ],
  [
    'a card that expires',
    facts.methodExpiring,
    {
      subject: 'Your card ending in 4242 expires before the next payment',
      says: ['Visa ending in 4242 is valid through 12/26', 'the next bill comes on 4 January 2027'],
      button: ['Add a payment method', page],
    },
  ],
  [
    'a card that expires while the account pays daily',
    { ...facts.methodExpiring, nextBillOn: null },
    {
      subject: 'Your card ending in 4242 expires soon',
      says: ['Visa ending in 4242 is valid through 12/26', 'Bills that come after that cannot be charged to it'],
      button: ['Add a payment method', page],
    },
  ],
  [
    'a payment method that is detached',
    facts.methodDetached,
    {
      subject: 'Your payment method was removed: your products are not watched any more',
      says: ['The card Visa ending in 4242 was removed', 'Your settings and data stay'],
      button: ['Add a payment method', page],
    },
  ],
  [
    'a payment method that is detached during the trial',
    { ...facts.methodDetached, method: 'ach', name: 'First Bank', servedUntil: '2026-12-24' },
    {
      subject: 'Your payment method was removed',
      says: ['The bank account First Bank ending in 4242', 'Your trial ends on 24 December 2026'],
      button: ['Add a payment method', page],
    },
  ],
];

/** Part of an HTML document, as the template writes text into it. */
const escaped = (text: string): string => text.replaceAll('&', '&amp;');

test.each(expectations)('the mail about %s says it in its subject, text and HTML', (_what, mail, expected) => {
  const { to, subject, text, html } = compose(mail);
  const [label, url] = expected.button;

  expect([to, subject]).toEqual(['ada@example.com', expected.subject]);
  for (const said of expected.says) {
    expect(text).toContain(said);
    expect(html).toContain(escaped(said));
  }
  expect(text).toContain(`${label}: ${url}`);
  expect(html.match(/class="go"/g)).toHaveLength(1);
  expect(html.replaceAll(/\s+/g, ' ')).toContain(`href="${escaped(url)}" class="go"`);
  expect(html).toContain(`>${escaped(label)}</a`);
  expect(text).toContain('You get this because ada@example.com owns this account.');
});

test('every kind has an expectation', () => {
  expect(new Set(expectations.map(([, { kind }]) => kind))).toEqual(new Set(Object.keys(facts)));
});

test.each(['paymentFailed', 'suspended', 'paid', 'methodExpiring', 'methodDetached'] as const)(
  'words of the payment provider stay text in the mail %s',
  (kind) => {
    const texts = { product: '<b>WP</b>\r\nBcc: eve@example.com', said: '<script>alert(1)</script>\u2028"&' };

    const { subject, text, html } = compose(sampleBillingFacts(texts)[kind]);

    expect(html).not.toMatch(/<script|<b>WP/);
    expect(`${subject}${text}`).not.toMatch(/[\r\u2028]|^Bcc/m);
  },
);

const enqueue = (mail: BillingMail, { tenantId }: Owner = owner) =>
  api.worker.tenant(tenantId, (tx) => enqueueBillingMail(api.ctx, tx, { tenantId, ...mail }));
const send = () => sendMessages({ ...api.ctx, db: api.worker });

const kinds = Object.values<BillingMail>(facts);

test.each(kinds)('the mail $kind is sent once, and the log shows it', async (mail) => {
  await enqueue(mail);
  await enqueue(mail);
  await send();
  await enqueue(mail);
  await send();

  const { subject } = compose(mail);
  expect(api.mails.map((one) => [one.to, one.subject])).toEqual([[owner.email, subject]]);
  const { deliveries } = await owner.call(deliveryLog, { query: {} });
  expect(deliveries).toMatchObject([{ about: 'account', what: subject, to: owner.email, outcome: 'sent' }]);
});

test.each(kinds)('the mail $kind is sent while the service is off', async (mail) => {
  await setService(api.worker.global, owner.tenantId, false);
  await enqueue(mail);

  await send();

  expect(api.mails).toHaveLength(1);
});

/** By kind, the mail about another fact of the same kind. */
const otherFacts: { readonly [Kind in BillingMailKind]: BillingMail<Kind> } = {
  trialReminder: { ...trialReminder, daysLeft: 3 },
  trialEnded: { ...facts.trialEnded, trialEndedOn: '2027-12-24' },
  paymentFailed: { ...paymentFailed, attempts: 2 },
  paymentConfirmation: { ...facts.paymentConfirmation, attempts: 2 },
  suspended: { ...facts.suspended, number: 'WP-2026-0008' },
  blocked: { ...facts.blocked, number: 'WP-2026-0008' },
  deletionAhead: { ...facts.deletionAhead, number: 'WP-2026-0008' },
  dataDeleted: { ...facts.dataDeleted, requestedAt: new Date('2028-04-22T12:00:00Z') },
  canceled: { ...facts.canceled, at: new Date('2026-12-03T10:00:00Z') },
  resumed: { ...facts.resumed, at: new Date('2026-12-04T10:00:00Z') },
  paid: { ...paid, number: 'WP-2026-0008' },
  budgetReached: { ...budgetReached, percent: 100 },
  ratesChange: { ...facts.ratesChange, validFrom: '2028-02-01' },
  methodExpiring: { ...facts.methodExpiring, methodId: 'pm_2' },
  methodDetached: { ...facts.methodDetached, methodId: 'pm_2' },
};

test.each(kinds)('the mail $kind about another fact is sent too', async (mail) => {
  await enqueue(mail);
  await enqueue(otherFacts[mail.kind]);

  await send();

  expect(api.mails).toHaveLength(2);
  expect(new Set(api.mails.map(({ messageId }) => messageId)).size).toBe(2);
});

test('the same fact of another account is mailed to its own owner', async () => {
  const other = await api.owner();
  api.mails.length = 0;
  await enqueue(paid);
  await enqueue(paid, other);

  await send();

  expect(api.mails.map(({ to }) => to).toSorted()).toEqual([owner.email, other.email].toSorted());
  expect(new Set(api.mails.map(({ messageId }) => messageId)).size).toBe(2);
});

test('nothing is mailed if the transaction that has enqueued it fails', async () => {
  const { tenantId } = owner;
  const failing = api.worker.tenant(tenantId, async (tx) => {
    await enqueueBillingMail(api.ctx, tx, { tenantId, ...paid });
    throw new Error('killed');
  });
  await expect(failing).rejects.toThrow('killed');

  await send();

  expect(api.mails).toEqual([]);
});

test('an owner whose address was stopped for alerts is still told about billing', async () => {
  await sql`update email_addresses set stopped_at = now() where tenant_id = ${owner.tenantId}`.execute(
    api.worker.global,
  );
  await enqueue(facts.blocked);

  await send();

  expect(api.mails).toHaveLength(1);
});
