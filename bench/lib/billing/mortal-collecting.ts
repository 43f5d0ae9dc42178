import type { Payments } from '../../../server/src/external/stripe/payments.ts';
import type { CollectingContext } from '../../../server/src/features/billing/collecting/collect.ts';
import type { Db } from '../../../server/src/lib/db/db.ts';

/**
 * Thrown at the step at which the process dies. The code after it must not run, and must not record the failure either.
 */
export class CollectorDeath extends Error {
  override readonly name = 'CollectorDeath';
}

/** Called at every step with its name and its number from 1. It may throw, or end the process. */
type AtStep = (name: string, no: number) => void;

/**
 * Returns the context of a process that may die between any two steps of collecting: before and after each request,
 * before each transaction, before its commit, and after its commit.
 */
export function mortalContext<Ctx extends CollectingContext>(ctx: Ctx, atStep: AtStep): Ctx {
  let no = 0;
  const step = (name: string): void => atStep(name, (no += 1));
  const db: Db = {
    ...ctx.db,
    async tenant(tenantId, work) {
      step('before a transaction');
      const result = await ctx.db.tenant(tenantId, async (tx) => {
        const done = await work(tx);
        step('before a commit');
        return done;
      });
      step('after a commit');
      return result;
    },
  };
  return { ...ctx, db, payments: mortalPayments(ctx.payments, step) };
}

function mortalPayments(payments: Payments, step: (name: string) => void): Payments {
  const invoices = new Proxy(payments.invoices, {
    get(target, name, receiver) {
      const call: unknown = Reflect.get(target, name, receiver);
      if (typeof call !== 'function') return call;
      return async (...args: unknown[]) => {
        step(`before ${String(name)}`);
        try {
          return await Reflect.apply(call, target, args);
        } finally {
          step(`after ${String(name)}`);
        }
      };
    },
  });
  return { ...payments, invoices };
}

export const dieAt =
  (step: number): AtStep =>
  (_name, no) => {
    // After the death every step throws, so that code that handles the failure cannot do anything either.
    if (no >= step) throw new CollectorDeath();
  };
