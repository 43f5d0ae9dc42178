import { sql, type RawBuilder } from 'kysely';
import { pino } from 'pino';
import { beforeEach, describe, expect, test } from 'vitest';
import { isAuthenticated } from '@app/shared/contract/auth.ts';
import {
  cancelSubscription,
  createSubscription,
  listInvoices,
  paymentStatusCall,
  resumeSubscription,
  saveBudget,
  setBankAccount,
  setCard,
  startPaymentSetup,
} from '@app/shared/contract/billing.ts';
import { hourMs } from '@app/shared/base/time.ts';
import { addDays, dayOf, startOfDay, type Day } from '@app/shared/base/calendar-day.ts';
import { insertCorrection } from '../invoices/correction-queries.ts';
import { makeInvoices } from '../invoices/make-invoices.ts';
import { getSubscription } from '../standing/subscription-queries.ts';
import { closeDays } from '../usage/close-days.ts';
import { collectInvoices } from './collect.ts';
import { countRefusedRequests } from './due-invoice-queries.ts';
import { keepInvoices } from '../../tenant-data/deletion/erasing-queries.ts';
import { reconcile } from '../provider-events/reconcile.ts';
import { billingApi } from '../../../../testing/billing/billing-api.ts';
import { listEvents, subscribeHook } from '../../../../testing/mails/account-events.ts';
import type { Owner } from '../../../../testing/http/api.ts';

const billing = await billingApi();
const { api } = billing;

let owner: Owner;
/** The first charged day, and the day on which its period is billed. */
let first: Day;
let billed: Day;

beforeEach(async () => {
  await billing.forgetTenants();
  await billing.happen({ type: 'clear' });
  owner = await api.owner();
  first = addDays(dayOf(api.clock.now()), 31);
  billed = addDays(first, 30);
});

const status = () => owner.call(paymentStatusCall, { query: {} });
const invoices = async () => (await owner.call(listInvoices, { query: {} })).invoices;
const charges = async () => (await billing.ledger()).filter(({ metadata }) => metadata.tenant === owner.tenantId);

const liveUntil = (day: Day) => billing.liveUntil(owner, day, billed);

test('a trial, a card, the first invoice: 9.99 USD are charged once for 30 days', async () => {
  await billing.giveCard(owner);
  await subscribeHook(api, owner, 'invoicePaid');
  await liveUntil(billed);

  expect(await listEvents(api, owner)).toMatchObject([{ kind: 'invoicePaid' }]);
  expect(await invoices()).toMatchObject([{ totalAmount: 999, status: 'paid', url: expect.stringContaining('http') }]);
  const page = await fetch((await invoices())[0]?.url ?? '');
  expect(await page.text()).toContain(`${first} to ${addDays(first, 29)}`);
  expect(await charges()).toMatchObject([{ status: 'succeeded', amount: 999 }]);
  expect(await status()).toMatchObject({ paymentStatus: 2, hasPaymentDetails: true, paymentMethod: { last4: '4242' } });

  await liveUntil(addDays(billed, 30));
  expect((await charges()).map(({ amount }) => amount)).toEqual([999, 999]);
});

test('without a payment method the service ends with the trial, and comes back with a card for a new period', async () => {
  await liveUntil(addDays(first, 10));
  expect((await status()).paymentStatus).toBe(1);
  expect((await owner.call(isAuthenticated, {})).paymentStatus).toBe(1);

  await owner.call(createSubscription, { body: { token: 'tok_visa' } });

  expect((await status()).paymentStatus).toBe(2);
  await liveUntil(addDays(first, 39));
  expect(await charges()).toEqual([]);
  await liveUntil(addDays(first, 42));
  expect(await charges()).toMatchObject([{ amount: 999 }]);
});

test('a subscription cannot be created without a payment method', async () => {
  const refused = await owner.send(createSubscription, { body: {} });

  expect(refused.statusCode).toBe(409);
  expect(refused.json()).toMatchObject({ code: 'paymentMethodNeeded' });
});

describe('a declined card', () => {
  const declines = [
    [0, 3],
    [3, 3],
    [7, 3],
    [14, 402],
    [28, 99_402],
  ] as const;

  test('is charged again after 3, 7, 14 and 28 days; then the account is suspended and blocked', async () => {
    await billing.giveCard(owner, 'tok_chargeCustomerFail');
    const seen: { readonly paymentStatus: number; readonly message: string | null }[] = [];
    for (const [day] of declines) {
      await liveUntil(addDays(billed, day));
      seen.push(await status());
    }

    expect(seen.map(({ paymentStatus }) => paymentStatus)).toEqual(declines.map(([, code]) => code));
    expect(seen[0]?.message).toMatch(
      /^The invoice \S+ of \$9\.99 could not be paid\. .* The next attempt is on \d+ \w+ \d{4}\.$/,
    );
    expect(seen.at(-1)?.message).toMatch(/Please set another payment method: it is charged at once\.$/);
    expect((await charges()).map((charge) => charge.status)).toEqual(declines.map(() => 'failed'));
  });

  test('is replaced by a good one, which pays what is open at once', async () => {
    await billing.giveCard(owner, 'tok_chargeCustomerFail');
    await liveUntil(addDays(billed, 15));
    expect((await status()).paymentStatus).toBe(402);

    await billing.giveCard(owner, 'tok_mastercard');
    await billing.work();

    expect((await status()).paymentStatus).toBe(2);
    expect((await invoices()).map((invoice) => invoice.status)).toEqual(['paid']);
    expect((await charges()).filter((charge) => charge.status === 'succeeded')).toHaveLength(1);
  });

  test('is followed by others that fail, which take no day of the schedule away', async () => {
    const start = api.mails.length;
    await billing.giveCard(owner, 'tok_chargeCustomerFail');
    await liveUntil(billed);
    for (let tries = 0; tries < 4; tries += 1) {
      await billing.giveCard(owner, 'tok_chargeCustomerFail');
      await billing.work();
    }

    expect((await status()).paymentStatus).toBe(3);
    const failures = (await subjectsSince(start)).filter((subject) => subject.includes('has failed'));
    expect(failures).toHaveLength(5);
    await liveUntil(addDays(billed, 13));
    expect((await status()).paymentStatus).toBe(3);
    await liveUntil(addDays(billed, 14));
    expect((await status()).paymentStatus).toBe(402);
    await billing.giveCard(owner, 'tok_chargeCustomerFail');
    await billing.work();
    expect((await status()).paymentStatus).toBe(402);
    await liveUntil(addDays(billed, 28));
    expect((await status()).paymentStatus).toBe(99_402);
  });

  test('costs nothing for the days on which the service is off', async () => {
    await billing.giveCard(owner, 'tok_chargeCustomerFail');
    await liveUntil(addDays(billed, 20));
    await billing.giveCard(owner);
    await billing.work();
    await liveUntil(addDays(billed, 30));

    const [second] = await invoices();
    // Suspended on day 14, paid on day 20: 6 of the 30 days were off.
    expect(second?.totalAmount).toBe(Math.floor((24 * 333) / 10));
  });
});

test('a card that is refused when it is saved is not taken, and says why', async () => {
  const refused = await owner.send(setCard, { body: { token: 'tok_chargeDeclined' } });

  expect(refused.statusCode).toBe(402);
  expect(refused.json<{ message: string }>().message).toMatch(/declined/);
  expect((await status()).hasPaymentDetails).toBe(false);
});

test('a card with 3-D Secure asks its owner before it is taken', async () => {
  const answer = await owner.call(setCard, { body: { token: 'tok_authenticationRequiredOnSetup' } });

  expect(answer).toEqual({ requiresAction: true, clientSecret: expect.stringMatching(/^seti_.*_secret_/) });
  expect((await status()).hasPaymentDetails).toBe(false);
});

test('the payment method of another account is refused like one that does not exist', async () => {
  const other = await api.owner();
  await billing.giveCard(other);
  const { rows } = await api.worker.tenant(other.tenantId, (tx) =>
    sql<{ setup: string }>`
      select m.setup_intent_id as setup
        from payment_methods m
       where m.tenant_id = ${other.tenantId}`.execute(tx),
  );
  const refused = await owner.send(setCard, { body: { token: rows[0]?.setup ?? '' } });

  expect(refused.statusCode).toBe(400);
});

test('a customer that is gone at the provider is made anew when a method is set', async () => {
  await sql`update tenant_subscriptions set customer_id = 'cus_gone' where tenant_id = ${owner.tenantId}`.execute(
    api.worker.global,
  );

  await billing.giveCard(owner);

  expect((await status()).hasPaymentDetails).toBe(true);
});

describe('cancelling', () => {
  test('leaves the service on until the end of the period, which is billed; nothing after it', async () => {
    await billing.giveCard(owner);
    await liveUntil(addDays(first, 5));

    const { endsAt } = await owner.call(cancelSubscription, {});

    expect(dayOf(new Date(endsAt))).toBe(billed);
    expect(await status()).toMatchObject({ paymentStatus: 2, canceled: true });
    await liveUntil(addDays(billed, 40));
    expect(await status()).toMatchObject({ paymentStatus: 403, canceled: true });
    expect((await charges()).map(({ amount }) => amount)).toEqual([999]);
  });

  test('is taken back before the end, and after it with a payment method for a new period', async () => {
    await billing.giveCard(owner);
    await liveUntil(addDays(first, 5));
    await owner.call(cancelSubscription, {});
    await owner.call(resumeSubscription, {});
    expect(await status()).toMatchObject({ paymentStatus: 2, canceled: false });

    await owner.call(cancelSubscription, {});
    await liveUntil(addDays(billed, 10));
    await owner.call(resumeSubscription, {});
    await liveUntil(addDays(billed, 40));
    expect((await charges()).map(({ amount }) => amount)).toEqual([999, 999]);
  });
});

const subjectsSince = async (start: number): Promise<string[]> => {
  await billing.logInAgain(owner);
  return api.mails
    .slice(start)
    .filter(({ to }) => to === owner.email)
    .map(({ subject }) => subject);
};

describe('the owner is mailed', () => {
  test('7, 3 and 1 days before the end of the trial, and when it ends without a payment method', async () => {
    const start = api.mails.length;
    await billing.workUntil(addDays(first, 2));

    expect(await subjectsSince(start)).toEqual([
      expect.stringContaining('7 days'),
      expect.stringContaining('3 days'),
      'Your free trial ends tomorrow',
      'Your free trial has ended: your products are not watched any more',
    ]);
  });

  test('when a payment fails, when the service ends, and when it is paid', async () => {
    await billing.giveCard(owner, 'tok_chargeCustomerFail');
    const start = api.mails.length;
    await liveUntil(addDays(billed, 29));
    await billing.giveCard(owner);
    await billing.work();

    const subjects = (await subjectsSince(start)).filter((subject) => !/trial/i.test(subject));
    expect(subjects.map((subject) => subject.replace(/ until .*/, ''))).toEqual([
      'The payment of $9.99 has failed',
      'The payment of $9.99 has failed',
      'The payment of $9.99 has failed',
      'Your account is suspended: your products are not watched any more',
      'Your account is blocked, and its data is kept',
      'Paid: $9.99 for Watchpost',
    ]);
  });

  test('once at each step of the budget', async () => {
    await billing.giveCard(owner);
    await owner.call(saveBudget, { body: { limitCents: 500, capsTracking: false } });
    const start = api.mails.length;
    await billing.workUntil(addDays(first, 29));

    const steps = (await subjectsSince(start)).filter((subject) => !/trial/i.test(subject));
    expect(steps).toEqual([
      '50% of your budget is used',
      '80% of your budget is used',
      'Your budget of $5.00 is used up',
    ]);
  });
});

/** Saves a bank account as the provider's script does and confirms its micro-deposits. */
async function giveBank(account: string): Promise<void> {
  const { clientSecret } = await owner.call(startPaymentSetup, { body: { method: 'ach' } });
  const setupIntentId = clientSecret.split('_secret_')[0] ?? '';
  await billing.confirmBankSetup(setupIntentId, account);
  await owner.call(setBankAccount, { body: { token: setupIntentId } });
}

describe('a bank account', () => {
  test('pays after some days; until then the payment is on its way and the state stays', async () => {
    await giveBank('000123456789');
    await liveUntil(billed);
    expect((await invoices()).map((invoice) => invoice.status)).toEqual(['processing']);
    expect((await status()).paymentStatus).toBe(2);

    await billing.happen({ type: 'settle' });
    await billing.readEvents();
    await billing.work();
    expect((await invoices()).map((invoice) => invoice.status)).toEqual(['paid']);
  });

  test('that returns the transfer counts as a failed attempt', async () => {
    await giveBank('000222222227');
    await liveUntil(billed);
    await billing.happen({ type: 'return' });
    await billing.readEvents();
    await billing.work();

    expect(await status()).toMatchObject({ paymentStatus: 3, paymentMethod: { method: 'ach' } });
    expect((await invoices()).map((invoice) => invoice.status)).toEqual(['failed']);
  });
});

test('a refund shows at the invoice, and a dispute stops charging the card', async () => {
  await billing.giveCard(owner);
  await liveUntil(billed);
  await billing.happen({ type: 'refund' });
  await billing.readEvents();
  await billing.work();
  expect((await invoices()).map((invoice) => invoice.status)).toEqual(['refunded']);

  await liveUntil(addDays(billed, 30));
  await billing.happen({ type: 'dispute' });
  await billing.readEvents();
  await billing.work();
  await liveUntil(addDays(billed, 60));
  expect((await charges()).filter((charge) => charge.status === 'succeeded')).toHaveLength(2);
  expect((await status()).paymentStatus).toBe(3);
});

describe('a provider', () => {
  test.each(['error', 'errorAfter', 'tooMany'])('that answers pay with %s charges once', async (fault) => {
    await billing.giveCard(owner);
    await billing.workUntil(addDays(billed, -1), 10);
    await billing.happen({ type: 'api', fault, count: 2, call: 'POST /v1/invoices/{id}/pay' });
    await liveUntil(addDays(billed, 2));

    expect((await charges()).map((charge) => charge.status)).toEqual(['succeeded']);
    expect((await status()).paymentStatus).toBe(2);
  });
});

const savedMethod = async (): Promise<string> => {
  const [method] = await rowsOf<{ id: string }>(sql`method_id as id`, 'payment_methods');
  return method?.id ?? '';
};
const takeEvents = async () => {
  await billing.readEvents();
  await billing.work();
};

describe('a payment method that is detached at the provider', () => {
  const gone = { paymentStatus: 1, hasPaymentDetails: false, paymentMethod: null };
  const removed = 'Your payment method was removed: your products are not watched any more';

  test('is forgotten at once, and the owner is told; a new one pays the days until then', async () => {
    await billing.giveCard(owner);
    await liveUntil(addDays(first, 5));
    const start = api.mails.length;
    await billing.happen({ type: 'detach', paymentMethod: await savedMethod() });
    await takeEvents();
    await takeEvents();

    expect(await status()).toMatchObject(gone);
    expect(await subjectsSince(start)).toEqual([removed]);

    await liveUntil(addDays(billed, 40));
    expect(await invoices()).toMatchObject([{ status: 'open' }]);
    await billing.giveCard(owner);
    await billing.work();
    expect((await status()).paymentStatus).toBe(2);
    expect(await charges()).toMatchObject([{ status: 'succeeded', amount: Math.floor((5 * 333) / 10) }]);
    expect(await subjectsSince(start)).toEqual([removed, expect.stringContaining('Paid')]);
  });

  test('during the trial leaves the service on', async () => {
    await billing.giveCard(owner);
    const start = api.mails.length;
    await billing.happen({ type: 'detach', paymentMethod: await savedMethod() });
    await takeEvents();

    expect(await status()).toMatchObject({ ...gone, paymentStatus: 2 });
    expect(await subjectsSince(start)).toEqual(['Your payment method was removed']);
  });

  test('with its customer is forgotten too', async () => {
    await billing.giveCard(owner);
    await liveUntil(addDays(first, 5));
    const { customerId } = await api.worker.tenant(owner.tenantId, (tx) => getSubscription(tx, owner.tenantId));
    await billing.payments.methods.deleteCustomer(customerId ?? '');
    await takeEvents();

    expect(await status()).toMatchObject(gone);
    await billing.giveCard(owner);
    expect((await status()).paymentStatus).toBe(2);
  });

  test('because another one has replaced it changes nothing', async () => {
    await billing.giveCard(owner);
    const start = api.mails.length;
    await billing.giveCard(owner, 'tok_mastercard');
    await takeEvents();

    expect(await status()).toMatchObject({ paymentStatus: 2, paymentMethod: { name: 'Mastercard' } });
    expect(await subjectsSince(start)).toEqual([]);
  });

  test('is found by the next attempt if its event is lost; that is no failed attempt', async () => {
    await billing.giveCard(owner);
    await billing.workUntil(addDays(billed, -1), 10);
    await billing.payments.methods.detach(await savedMethod());
    const start = api.mails.length;
    await liveUntil(addDays(billed, 14));

    expect(await status()).toMatchObject(gone);
    expect(await subjectsSince(start)).toEqual([removed]);
    expect(await charges()).toEqual([]);
    const attempts = await rowsOf(sql`failed_attempts, attempt_at`, 'invoices');
    expect(attempts).toEqual([{ failed_attempts: 0, attempt_at: null }]);
  });

  test('does not end the blocking of an account', async () => {
    await billing.giveCard(owner, 'tok_chargeCustomerFail');
    await liveUntil(addDays(billed, 28));
    await billing.happen({ type: 'detach', paymentMethod: await savedMethod() });
    await takeEvents();

    expect(await status()).toMatchObject({ ...gone, paymentStatus: 99_402 });
  });
});

test('an invoice of an account without a payment method waits for the first one, and no attempt has failed then', async () => {
  const { tenantId } = owner;
  const fee = { tenantId, kind: 'fee', day: null, mills: 5000, reason: 'Fee of the trial' } as const;
  await api.worker.tenant(tenantId, (tx) => insertCorrection(tx, { ...fee, createdAt: api.clock.now() }));
  const start = api.mails.length;
  await liveUntil(addDays(billed, 40));
  await billing.giveCard(owner);
  await billing.work();

  expect((await status()).paymentStatus).toBe(2);
  expect(await charges()).toMatchObject([{ status: 'succeeded', amount: 500 }]);
  const subjects = (await subjectsSince(start)).filter((subject) => !/trial/i.test(subject));
  expect(subjects).toEqual(['Paid: $5.00 for Watchpost']);
});

const refuse = (code: string, call = 'POST /v1/invoices/{id}/pay') =>
  billing.happen({ type: 'api', fault: 'refused', code, count: 1000, call });

test('attempts that were counted without a payment method block nobody, and begin anew with the first one', async () => {
  const { tenantId } = owner;
  const fee = { tenantId, kind: 'fee', day: null, mills: 5000, reason: 'Fee of the trial' } as const;
  await api.worker.tenant(tenantId, (tx) => insertCorrection(tx, { ...fee, createdAt: api.clock.now() }));
  await liveUntil(addDays(billed, 1));
  await sql`
    update invoices
       set state = 'failed', failed_attempts = 5, first_attempt_at = created_at, last_error = 'There is no payment method'
     where tenant_id = ${tenantId}`.execute(api.worker.global);
  expect((await status()).paymentStatus).toBe(1);

  await billing.giveCard(owner, 'tok_chargeCustomerFail');
  expect((await status()).paymentStatus).toBe(2);
  await billing.work();
  expect((await status()).paymentStatus).toBe(3);
});

describe('a refusal of the provider', () => {
  test.each([
    ['parameter_unknown', 'POST /v1/invoices/{id}/pay'],
    ['parameter_missing', 'POST /v1/invoices/{id}/add_lines'],
    ['idempotency_error', 'POST /v1/invoices/{id}/pay'],
    ['url_invalid', 'POST /v1/invoices'],
    ['resource_missing', 'POST /v1/invoices/{id}/pay'],
  ])('of our request (%s of %s) is shown to the operator, and never counts against the owner', async (code, call) => {
    await billing.giveCard(owner);
    await billing.workUntil(addDays(billed, -1), 10);
    const start = api.mails.length;
    await refuse(code, call);
    const errors = await billing.collectErrors(() => liveUntil(addDays(billed, 16)));

    expect(new Set(errors)).toEqual(new Set(['the payment provider refuses the request for an invoice']));
    expect(await status()).toMatchObject({ paymentStatus: 2, message: null });
    const [invoice] = await rowsOf(sql`failed_attempts, request_error`, 'invoices');
    expect(invoice).toEqual({ failed_attempts: 0, request_error: expect.stringContaining(code) });
    expect(await countRefusedRequests(api.worker.global)).toBe(1);

    await billing.happen({ type: 'clear' });
    await liveUntil(addDays(billed, 17));
    expect(await charges()).toMatchObject([{ status: 'succeeded', amount: 999 }]);
    expect(await subjectsSince(start)).toEqual([expect.stringContaining('Paid')]);
    expect(await rowsOf(sql`request_error`, 'invoices')).toEqual([{ request_error: null }]);
  });

  test.each(['payment_intent_mandate_invalid', 'payment_method_customer_decline'])(
    'of the payment (%s) is a failed attempt',
    async (code) => {
      await billing.giveCard(owner);
      await billing.workUntil(addDays(billed, -1), 10);
      const start = api.mails.length;
      await refuse(code);
      await liveUntil(addDays(billed, 14));

      expect((await status()).paymentStatus).toBe(402);
      expect(await charges()).toEqual([]);
      expect(await subjectsSince(start)).toContain('The payment of $9.99 has failed');
    },
  );

  test('is tried again with growing pauses', async () => {
    await billing.giveCard(owner);
    await billing.workUntil(addDays(billed, -1), 10);
    await refuse('parameter_unknown');
    await billing.collectErrors(() => liveUntil(billed));
    const waits: number[] = [];
    for (let round = 0; round < 7; round += 1) {
      const [row] = await rowsOf<{ at: Date }>(sql`attempt_at as at`, 'invoices');
      const at = row?.at ?? new Date(0);
      waits.push((at.getTime() - api.clock.now().getTime()) / hourMs);
      api.clock.set(at);
      await billing.collectErrors(billing.work);
    }

    expect(waits[0]).toBeLessThanOrEqual(0.25);
    expect(waits.at(-1)).toBeGreaterThanOrEqual(3);
    expect(Math.max(...waits)).toBeLessThanOrEqual(6);
  });
});

test('a card that its bank has renewed is shown with its new date', async () => {
  await billing.giveCard(owner);
  const [method] = await rowsOf<{ id: string }>(sql`method_id as id`, 'payment_methods');
  await billing.happen({ type: 'updateCard', paymentMethod: method?.id, expMonth: 7, expYear: 2041 });
  await billing.readEvents();
  await billing.work();

  expect((await status()).paymentMethod).toMatchObject({ last4: '4242', expires: '07/41' });
});

const rowsOf = async <Row>(columns: RawBuilder<unknown>, table: string): Promise<readonly Row[]> => {
  const from = sql.table(table);
  const { rows } = await sql<Row>`select ${columns} from ${from} where tenant_id = ${owner.tenantId}`.execute(
    api.worker.global,
  );
  return rows;
};

const compare = () => {
  const log = pino({ level: 'silent' });
  return reconcile({ ...api.ctx, db: api.worker, payments: billing.payments, log });
};
/** The stand-in has its own clock, so that its invoices are recent. */
const change = (assignment: RawBuilder<unknown>) =>
  sql`update invoices set created_at = now(), ${assignment} where tenant_id = ${owner.tenantId}`.execute(
    api.worker.global,
  );
const mismatches = async () => (await compare()).filter(({ tenantId }) => tenantId === owner.tenantId);

describe('the nightly comparison with the provider', () => {
  test('takes over a state, and never an amount', async () => {
    await billing.giveCard(owner);
    await liveUntil(billed);
    api.clock.set(new Date());
    await change(sql`state = 'open', attempt_at = null`);

    expect(await mismatches()).toEqual([]);
    const { rows } = await sql<{ state: string }>`
      select state from invoices where tenant_id = ${owner.tenantId}`.execute(api.worker.global);
    expect(rows).toEqual([{ state: 'paid' }]);

    await change(sql`total_cents = total_cents + 1`);
    expect(await mismatches()).toMatchObject([{ kind: 'amount' }]);

    await api.worker.tenant(owner.tenantId, (tx) => keepInvoices(tx, owner.tenantId, 10));
    await sql`delete from invoices where tenant_id = ${owner.tenantId}`.execute(api.worker.global);
    expect(await mismatches()).toEqual([]);
    await sql`delete from kept_invoices`.execute(api.worker.global);
    expect(await mismatches()).toMatchObject([{ kind: 'notOurs' }]);
    const found = await compare();
    const { body } = await api.app.inject('/metrics');
    expect(body).toContain(`\nbilling_mismatches ${found.length}\n`);
  });
});

test('the nightly comparison knows an invoice that has waited for a payment method for months', async () => {
  await billing.giveCard(owner);
  await liveUntil(billed);
  api.clock.set(new Date());
  await sql`
    update invoices
       set created_at = now() - interval '70 days'
     where tenant_id = ${owner.tenantId}`.execute(api.worker.global);

  expect(await mismatches()).toEqual([]);
});

test('an invoice that somebody has made by hand at the provider belongs to no tenant', async () => {
  await billing.giveCard(owner);
  const { customerId } = await api.worker.tenant(owner.tenantId, (tx) => getSubscription(tx, owner.tenantId));
  const byHand = {
    customerId: customerId ?? '',
    invoiceId: 'invoice 7',
    tenantId: 'a friend',
    number: 'X-1',
    key: '1',
  };

  expect(await billing.payments.invoices.createDraft(byHand)).toMatchObject({ invoiceId: null, tenantId: null });
});

test('while the provider is slow, an invoice whose lease has ended is left to the process that claims it next', async () => {
  await billing.giveCard(owner);
  await billing.giveCard(await api.owner());
  await billing.workUntil(addDays(billed, -1), 10);
  api.clock.set(new Date(startOfDay(billed).getTime() + 3 * hourMs));
  await closeDays({ db: api.worker, clock: api.clock });
  await makeInvoices({ ...api.ctx, db: api.worker });
  const { payments } = billing;
  const read: string[] = [];
  const find: typeof payments.invoices.find = (order) => {
    read.push(order.invoiceId);
    api.clock.advance(hourMs);
    return payments.invoices.find(order);
  };

  const slow = { ...payments, invoices: { ...payments.invoices, find } };
  await collectInvoices({ ...api.ctx, db: api.worker, payments: slow });

  expect(read).toHaveLength(1);
});
