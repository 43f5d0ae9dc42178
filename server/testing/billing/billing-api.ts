import { afterAll } from 'vitest';
import { logIn } from '@app/shared/contract/auth.ts';
import { setCard } from '@app/shared/contract/billing.ts';
import { dayMs, hourMs } from '@app/shared/base/time.ts';
import { startOfDay, type Day } from '@app/shared/domain/billing/day.ts';
import { startStandIn } from '../../../scripts/processes/stand-in.ts';
import { collectInvoices } from '../../src/features/billing/collecting/collect.ts';
import { makeInvoices } from '../../src/features/billing/invoices/make-invoices.ts';
import { insertEvents } from '../../src/features/billing/provider-events/event-queries.ts';
import { handlePaymentEvents } from '../../src/features/billing/provider-events/handle-events.ts';
import { reviewDue } from '../../src/features/billing/standing/review.ts';
import { closeDays } from '../../src/features/billing/usage/close-days.ts';
import type { Payments } from '../../src/external/stripe/payments.ts';
import { ownersPassword, testApi, type Owner, type TestApi } from '../http/api.ts';

/** A charge in the ledger of the stand-in, which tells from outside what was really taken. */
export interface LedgerCharge {
  readonly id: string;
  readonly status: 'succeeded' | 'pending' | 'failed';
  readonly amount: number;
  readonly amountRefunded: number;
  readonly customer: string;
  readonly metadata: { readonly invoice?: string; readonly tenant?: string };
}

export interface BillingApi {
  readonly api: TestApi;
  readonly payments: Payments;
  /** Makes something happen at the payment provider. */
  happen(action: { readonly type: string; readonly [detail: string]: unknown }): Promise<unknown>;
  ledger(): Promise<readonly LedgerCharge[]>;
  /** Stores the provider's events as if they had been delivered. */
  readEvents(): Promise<void>;
  /** Runs all background work of billing until nothing is due. */
  work(): Promise<void>;
  /** Moves the clock to 3:00 UTC of the day, day by day, and runs the work of each. */
  workUntil(day: Day): Promise<void>;
  logInAgain(owner: Owner): Promise<void>;
  /** Sets a card by the name of a test token (`tok_visa`). */
  giveCard(owner: Owner, token?: string): Promise<void>;
}

const standIn = await startStandIn({ speedup: 1000 });
afterAll(() => standIn.stop());

const stripeVariables = Object.fromEntries(
  Object.entries(standIn.environment).filter(([name]) => name.startsWith('STRIPE_')),
);

/** The API on a database of the calling file, with the stand-in of the payment provider. */
export function billingApi(): BillingApi {
  const api = testApi({ environment: stripeVariables });
  const payments = (): Payments => {
    if (!api.ctx.payments) throw new Error('The stand-in is configured as payment provider');
    return api.ctx.payments;
  };
  const ctx = () => ({ ...api.ctx, db: api.worker, payments: payments() });

  const work = async () => {
    const chores = [reviewDue, closeDays, makeInvoices, collectInvoices, handlePaymentEvents];
    for (const chore of chores) while (await chore(ctx()));
  };
  return {
    api,
    get payments() {
      return payments();
    },
    happen: (action) => standIn.control('POST', '/sandbox/stripe', action),
    ledger: async () => (await standIn.control('GET', '/sandbox/stripe/ledger')) as readonly LedgerCharge[],
    async readEvents() {
      await insertEvents(api.worker.global, await payments().listEvents(new Date(0)), api.clock.now());
    },
    work,
    async workUntil(day) {
      const end = startOfDay(day).getTime() + 3 * hourMs;
      while (api.clock.now().getTime() < end) {
        api.clock.set(new Date(Math.min(end, api.clock.now().getTime() + dayMs)));
        await work();
      }
    },
    async logInAgain(owner) {
      await owner.call(logIn, { body: { email: owner.email, password: ownersPassword, keepMeSignedIn: true } });
    },
    async giveCard(owner, token = 'tok_visa') {
      await owner.call(setCard, { body: { token } });
    },
  };
}
