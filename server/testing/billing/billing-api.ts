import { sql } from 'kysely';
import { pino, type Logger } from 'pino';
import { afterAll } from 'vitest';
import { logIn } from '@app/shared/contract/auth.ts';
import { setCard } from '@app/shared/contract/billing.ts';
import { dayMs, hourMs } from '@app/shared/base/time.ts';
import { addDays, startOfDay, type Day } from '@app/shared/base/calendar-day.ts';
import { startStandIn } from '../../../scripts/processes/stand-in.ts';
import { heedBudgets } from '../../src/features/billing/budget/heed-budgets.ts';
import { collectInvoices } from '../../src/features/billing/collecting/collect.ts';
import { requestBalances } from '../../src/features/billing/methods/request-balances.ts';
import { makeInvoices } from '../../src/features/billing/invoices/make-invoices.ts';
import { insertEvents } from '../../src/features/billing/provider-events/event-queries.ts';
import { handlePaymentEvents } from '../../src/features/billing/provider-events/handle-events.ts';
import { reviewDue } from '../../src/features/billing/standing/review.ts';
import { deleteBlockedData, type DeletingContext } from '../../src/features/billing/standing/delete-blocked-data.ts';
import { sendUnsentDetails } from '../../src/features/billing/standing/send-details.ts';
import { closeDays } from '../../src/features/billing/usage/close-days.ts';
import type { Payments } from '../../src/external/stripe/payments.ts';
import { deleteSellersOf } from '../../src/features/sellers/delete-seller.ts';
import { ownersPassword, testApi, type Owner, type TestApi } from '../http/api.ts';

/** A charge in the ledger of the stand-in, which shows independently of our database what was charged. */
interface LedgerCharge {
  readonly id: string;
  readonly status: 'succeeded' | 'pending' | 'failed';
  readonly amount: number;
  readonly amountRefunded: number;
  readonly customer: string;
  /** The kind of the charged payment method. */
  readonly paymentMethodType: 'card' | 'us_bank_account';
  readonly metadata: { readonly invoice?: string; readonly tenant?: string };
}

interface TrackedEvent {
  readonly kind: 'signup' | 'sale' | 'refund' | 'cancellation';
  readonly uid: string;
  readonly eventId: string | null;
  readonly amount: number | null;
}

interface ProviderCustomers {
  readonly customers: readonly {
    readonly id: string;
    readonly name: string | null;
    readonly address: Readonly<Record<string, string | null>> | null;
    readonly metadata: { readonly tenant?: string };
  }[];
  readonly taxIds: readonly { readonly customer: string; readonly type: string; readonly value: string }[];
}

interface BillingApi {
  readonly api: TestApi;
  readonly payments: Payments;
  /** The secret with which the stand-in signs the events that it delivers. */
  readonly webhookSecret: string;
  /** Makes something happen at the payment provider. */
  happen(action: { readonly type: string; readonly [detail: string]: unknown }): Promise<unknown>;
  /** Completes the set-up of a bank account as the provider's script does, with the publishable key. */
  confirmBankSetup(setupIntentId: string, account: string): Promise<void>;
  /** Enters a bank account, whose micro-deposits are still to be confirmed. */
  enterBank(setupIntentId: string, account: string): Promise<void>;
  /** Enters wrong amounts of the micro-deposits as often as the provider lets a person do it. */
  missDeposits(setupIntentId: string): Promise<void>;
  /** Links a test account as its owner does in the provider's window, and returns the id of the link. */
  linkBank(setupIntentId: string, account: string): Promise<string>;
  /** The customers and tax ids at the payment provider. */
  known(): Promise<ProviderCustomers>;
  /** The events that the affiliate service has taken, from all tenants. */
  tracked(): Promise<readonly TrackedEvent[]>;
  ledger(): Promise<readonly LedgerCharge[]>;
  /** Stores the provider's events as if they had been delivered. */
  readEvents(): Promise<void>;
  /** Runs all background work of billing until nothing is due. */
  work(): Promise<void>;
  /** Runs background work whose errors do not fail the test, and returns their messages. */
  collectErrors(run: () => Promise<void>): Promise<readonly string[]>;
  /** Moves the clock to 3:00 UTC of the day in steps of days, and runs the work that is due after each. */
  workUntil(day: Day, stepDays?: number): Promise<void>;
  /**
   * Lives until the day and logs the owner in again. Nothing is due before the day of the first bill, so that the time
   * until then passes in long steps.
   */
  liveUntil(owner: Owner, day: Day, firstBill: Day): Promise<void>;
  /** Removes all tenants, so that the work of the next test does not include them. */
  forgetTenants(): Promise<void>;
  logInAgain(owner: Owner): Promise<void>;
  /** Sets a card by the name of a test token (`tok_visa`). */
  giveCard(owner: Owner, token?: string): Promise<void>;
}

/** The API on a database of the calling file, with a stand-in of the payment provider of its own. */
export async function billingApi(environment: Readonly<Record<string, string>> = {}): Promise<BillingApi> {
  const standIn = await startStandIn({ speedup: 1000 });
  afterAll(() => standIn.stop());
  const standInVariables: Readonly<Record<string, string>> = Object.fromEntries(
    Object.entries(standIn.environment).filter(([name]) => /^(STRIPE|AFFILIATE)_/.test(name)),
  );
  const api = testApi({ environment: { ...standInVariables, ...environment } });
  const payments = (): Payments => {
    if (!api.ctx.payments) throw new Error('The stand-in is configured as payment provider');
    return api.ctx.payments;
  };
  let log: Logger | null = null;
  const ctx = () => ({ ...api.ctx, db: api.worker, payments: payments(), ...(log && { log }) });

  /** Makes a call that the provider's script makes in a browser. */
  const asBrowser = async (setupIntentId: string, path: string, form: Readonly<Record<string, string>>) => {
    const { STRIPE_API_URL: url, STRIPE_PUBLISHABLE_KEY: key } = standInVariables;
    const { clientSecret } = await payments().methods.readSetup(setupIntentId);
    return fetch(`${url}/v1/setup_intents/${setupIntentId}/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: new URLSearchParams({ client_secret: clientSecret, ...form }),
    });
  };
  const enterBank = async (setupIntentId: string, account: string): Promise<void> => {
    const entered = asBrowser(setupIntentId, 'confirm', {
      'payment_method_data[type]': 'us_bank_account',
      'payment_method_data[us_bank_account][account_holder_type]': 'company',
      'payment_method_data[us_bank_account][account_number]': account,
      'payment_method_data[us_bank_account][routing_number]': '110000000',
      'payment_method_data[billing_details][name]': 'Brightkeel GmbH',
      'mandate_data[customer_acceptance][type]': 'online',
      'mandate_data[customer_acceptance][online][ip_address]': '203.0.113.9',
      'mandate_data[customer_acceptance][online][user_agent]': 'a test',
    });
    await mustSucceed(entered);
  };
  const enterDeposits = (setupIntentId: string, [first, second]: readonly [string, string]) =>
    asBrowser(setupIntentId, 'verify_microdeposits', { 'amounts[0]': first, 'amounts[1]': second });

  const work = async () => {
    const chores = [
      reviewDue,
      closeDays,
      heedBudgets,
      makeInvoices,
      collectInvoices,
      requestBalances,
      sendUnsentDetails,
      (given: Omit<DeletingContext, 'deleteSellersOf'>) => deleteBlockedData({ ...given, deleteSellersOf }),
      handlePaymentEvents,
    ];
    for (const chore of chores) while (await chore(ctx()));
  };
  const workUntil = async (day: Day, stepDays = 1) => {
    const end = startOfDay(day).getTime() + 3 * hourMs;
    while (api.clock.now().getTime() < end) {
      api.clock.set(new Date(Math.min(end, api.clock.now().getTime() + stepDays * dayMs)));
      await work();
    }
  };
  return {
    api,
    webhookSecret: standInVariables['STRIPE_WEBHOOK_SECRET'] ?? '',
    get payments() {
      return payments();
    },
    happen: (action) => standIn.control('POST', '/sandbox/stripe', action),
    async confirmBankSetup(setupIntentId, account) {
      await enterBank(setupIntentId, account);
      await mustSucceed(enterDeposits(setupIntentId, ['32', '45']));
    },
    enterBank,
    async missDeposits(setupIntentId) {
      for (let tries = 0; tries < 10; tries += 1) await enterDeposits(setupIntentId, ['1', '2']);
    },
    async linkBank(setupIntentId, account) {
      const { STRIPE_API_URL: url, STRIPE_PUBLISHABLE_KEY: key } = standInVariables;
      const { clientSecret } = await payments().methods.readSetup(setupIntentId);
      const linked = JSON.stringify({ clientSecret, name: 'Brightkeel GmbH', email: '', account });
      await fetch(`${url}/stripe-js/bank-accounts`, { method: 'POST', body: linked });
      const response = await fetch(`${url}/v1/setup_intents/${setupIntentId}/confirm`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}` },
        body: new URLSearchParams({ client_secret: clientSecret }),
      });
      if (!response.ok) throw new Error(await response.text());
      const { methodId } = await payments().methods.readSetup(setupIntentId);
      return (await payments().methods.readMethod(methodId ?? '')).bankLinkId ?? '';
    },
    known: async () => (await standIn.control('GET', '/sandbox/stripe')) as ProviderCustomers,
    tracked: async () => (await standIn.control('GET', '/sandbox/affiliate')) as readonly TrackedEvent[],
    ledger: async () => (await standIn.control('GET', '/sandbox/stripe/ledger')) as readonly LedgerCharge[],
    async readEvents() {
      await insertEvents(api.worker.global, await payments().listEvents(new Date(0)), api.clock.now());
    },
    work,
    async collectErrors(run) {
      const errors: string[] = [];
      log = pino({ level: 'error' }, { write: (line) => void errors.push((JSON.parse(line) as { msg: string }).msg) });
      await run().finally(() => {
        log = null;
      });
      return errors;
    },
    workUntil,
    async liveUntil(owner, day, firstBill) {
      const quiet = addDays(firstBill, -1);
      await workUntil(day < quiet ? day : quiet, 10);
      await workUntil(day);
      await logInAgain(owner);
    },
    async forgetTenants() {
      await sql`delete from tenants`.execute(api.worker.global);
    },
    logInAgain,
    async giveCard(owner, token = 'tok_visa') {
      await owner.call(setCard, { body: { token } });
    },
  };
}

async function logInAgain(owner: Owner): Promise<void> {
  await owner.call(logIn, { body: { email: owner.email, password: ownersPassword, keepMeSignedIn: true } });
}

async function mustSucceed(answer: Promise<Response>): Promise<void> {
  const response = await answer;
  if (!response.ok) throw new Error(await response.text());
}
