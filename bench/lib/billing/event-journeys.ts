import { dayMs } from '@app/shared/base/time.ts';
import { sql } from 'kysely';
import type { PaymentEvent } from '../../../server/src/external/stripe/payments.ts';
import { collectInvoices } from '../../../server/src/features/billing/collecting/collect.ts';
import { finishSetup } from '../../../server/src/features/billing/methods/save-method.ts';
import { insertEvents } from '../../../server/src/features/billing/provider-events/event-queries.ts';
import { handlePaymentEvents } from '../../../server/src/features/billing/provider-events/handle-events.ts';
import { review } from '../../../server/src/features/billing/standing/review.ts';
import type { CollectingWorld, DueInvoiceRow, PayingTenant } from './collecting-world.ts';

interface Stage {
  readonly world: CollectingWorld;
  readonly tenant: PayingTenant;
  readonly invoice: DueInvoiceRow;
}

/** A sequence of steps at the payment provider and in our collecting, with the events that the steps cause. */
export interface Journey {
  readonly name: string;
  readonly steps: readonly ((stage: Stage) => Promise<void>)[];
  /** Each event with the step that causes it. `nth` is its number, from 0, among the events of the same type. */
  readonly events: readonly { readonly type: string; readonly step: number; readonly nth: number }[];
  readonly end: FinalState;
}

/** The state in which a journey must end, whatever the order and time in which its events were delivered. */
interface FinalState {
  readonly invoice: string;
  readonly failedAttempts: number;
  readonly transfers: number;
  readonly refundedCents: number;
  readonly subscription: string;
  readonly isServed: boolean;
  readonly methods: number;
  readonly unhandledEvents: number;
  /** The charges in the provider's ledger, each as its status and the refunded cents. */
  readonly charges: readonly string[];
  readonly isTotalTaken: boolean;
}

/** The times at which the events of a journey are delivered. */
interface Schedule {
  /** For each event, the step after which it is delivered. The number of steps means three days after the last step. */
  readonly slots: readonly number[];
  /** Whether the events that are delivered after the same step are delivered in reverse order. */
  readonly isReversed: boolean;
  readonly doubles: 'none' | 'at once' | 'late';
}

const collectAfter = async ({ world }: Stage, ms: number): Promise<void> => {
  world.clock.advance(ms);
  await collectInvoices(world.ctx);
};

async function save({ world, tenant }: Stage, setupIntentId: string): Promise<void> {
  const setup = await world.payments.methods.readSetup(setupIntentId);
  await finishSetup(world.ctx, tenant.tenantId, { setup, isChosen: true });
}

const good = { subscription: 'active', isServed: true, methods: 1, unhandledEvents: 0, isTotalTaken: true } as const;

/** A card that is declined once and then charged; a part of the charge is refunded. */
const card: Journey = {
  name: 'card',
  steps: [
    async (stage) => {
      const setup = await stage.world.payments.methods.setUpToken(stage.tenant.customerId, 'tok_visa');
      await save(stage, setup.setupIntentId);
    },
    async (stage) => {
      const { customerId: customer } = stage.tenant;
      await stage.world.happen({ type: 'decline', code: 'insufficient_funds', customer });
      await collectAfter(stage, 0);
    },
    (stage) => collectAfter(stage, 3 * dayMs),
    async ({ world }) => void (await world.happen({ type: 'refund', amount: 400 })),
  ],
  events: [
    { type: 'setup_intent.succeeded', step: 0, nth: 0 },
    { type: 'invoice.finalized', step: 1, nth: 0 },
    { type: 'invoice.payment_failed', step: 1, nth: 0 },
    { type: 'invoice.paid', step: 2, nth: 0 },
    { type: 'charge.refunded', step: 3, nth: 0 },
  ],
  end: {
    ...good,
    invoice: 'paid',
    failedAttempts: 1,
    transfers: 0,
    refundedCents: 400,
    charges: ['failed 0', 'succeeded 400'],
  },
};

/** A bank transfer that is returned by the bank and then repeated. */
const bank: Journey = {
  name: 'bank account',
  steps: [
    async (stage) => save(stage, await stage.world.setUpBank(stage.tenant)),
    (stage) => collectAfter(stage, 0),
    async (stage) => {
      await stage.world.happen({ type: 'return', code: 'insufficient_funds' });
      stage.world.clock.advance(dayMs);
    },
    // The event of the return, or else the daily check, reports the returned transfer. The transfer is repeated after
    // three days.
    async (stage) => {
      await collectAfter(stage, 0);
      await collectAfter(stage, 3 * dayMs);
    },
    async ({ world }) => void (await world.happen({ type: 'settle' })),
  ],
  events: [
    { type: 'payment_intent.processing', step: 1, nth: 0 },
    { type: 'charge.failed', step: 2, nth: 0 },
    { type: 'payment_intent.processing', step: 3, nth: 1 },
    { type: 'invoice.paid', step: 4, nth: 0 },
  ],
  end: {
    ...good,
    invoice: 'paid',
    failedAttempts: 1,
    transfers: 2,
    refundedCents: 0,
    charges: ['failed 0', 'succeeded 0'],
  },
};

export const journeys: readonly Journey[] = [card, bank];

/** Lists every way to deliver the events of a journey. */
export function allSchedules({ steps, events }: Journey): readonly Schedule[] {
  let slots: number[][] = [[]];
  for (const { step } of events) {
    const later = Array.from({ length: steps.length + 1 - step }, (_, no) => step + no);
    slots = slots.flatMap((chosen) => later.map((slot) => [...chosen, slot]));
  }
  return slots.flatMap((chosen) =>
    [false, true].flatMap((isReversed) =>
      (['none', 'at once', 'late'] as const).map((doubles) => ({ slots: chosen, isReversed, doubles })),
    ),
  );
}

/** Plays a journey with a new tenant and returns the state in which it ends. */
export async function playJourney(world: CollectingWorld, journey: Journey, schedule: Schedule): Promise<FinalState> {
  const began = new Date(Date.now() - 1000);
  const tenant = await world.addTenant(null);
  const stage = { world, tenant, invoice: await world.addInvoice(tenant) };
  const known = new Set((await world.payments.listEvents(began)).map(({ eventId }) => eventId));
  const newEvents = async () => (await world.payments.listEvents(began)).filter(({ eventId }) => !known.has(eventId));
  for (const [no, step] of journey.steps.entries()) {
    await step(stage);
    await deliver(world, chosenEvents(journey, schedule, { slot: no, events: await newEvents() }));
  }
  world.clock.advance(3 * dayMs);
  const events = await newEvents();
  await deliver(world, chosenEvents(journey, schedule, { slot: journey.steps.length, events }));
  if (schedule.doubles === 'late') await deliver(world, events);
  await collectInvoices(world.ctx);
  await world.db.tenant(tenant.tenantId, (tx) => review(world.ctx, tx, tenant.tenantId));
  return readFinalState(stage);
}

function chosenEvents(
  journey: Journey,
  { slots, isReversed, doubles }: Schedule,
  { slot, events }: { readonly slot: number; readonly events: readonly PaymentEvent[] },
): readonly PaymentEvent[] {
  const chosen = journey.events.flatMap(({ type, nth }, no) => {
    const event = events.filter((one) => one.type === type)[nth];
    if (slots[no] !== slot) return [];
    if (!event) throw new Error(`The journey ${journey.name} causes no ${type} by step ${slot}`);
    return doubles === 'at once' ? [event, event] : [event];
  });
  return isReversed ? chosen.toReversed() : chosen;
}

/** Delivers events one after another; each is handled before the next comes. */
async function deliver(world: CollectingWorld, events: readonly PaymentEvent[]): Promise<void> {
  for (const event of events) {
    await insertEvents(world.db.global, [event], world.clock.now());
    while (await handlePaymentEvents(world.ctx));
  }
}

/**
 * Delivers all events of a journey after its end, in the given order, as if the process that collects invoices had died
 * before it recorded the payment. Three days later invoices are collected again.
 */
export async function replayEvents(
  { world, tenant, invoice }: Stage,
  events: readonly PaymentEvent[],
): Promise<FinalState> {
  await sql`delete from payment_events`.execute(world.db.global);
  await world.db.tenant(tenant.tenantId, (tx) =>
    sql`
      update invoices
         set state = case when transfers > 1 then 'processing' else 'failed' end,
             attempt_at = ${world.clock.now()},
             paid_at = null,
             refunded_cents = 0
       where tenant_id = ${tenant.tenantId}
         and invoice_id = ${invoice.invoiceId}`.execute(tx),
  );
  await deliver(world, events);
  world.clock.advance(3 * dayMs);
  await collectInvoices(world.ctx);
  return readFinalState({ world, tenant, invoice });
}

/** Plays a journey without delivering any event. `replayEvents` delivers the events afterwards. */
export async function playSilently(world: CollectingWorld, journey: Journey) {
  const began = new Date(Date.now() - 1000);
  const tenant = await world.addTenant(null);
  const stage = { world, tenant, invoice: await world.addInvoice(tenant) };
  const known = new Set((await world.payments.listEvents(began)).map(({ eventId }) => eventId));
  for (const step of journey.steps) await step(stage);
  const all = (await world.payments.listEvents(began)).filter(({ eventId }) => !known.has(eventId));
  const events = journey.events.map(({ type, nth }) => all.filter((event) => event.type === type)[nth]);
  return { stage, events: events.filter((event) => event !== undefined), all };
}

async function readFinalState({ world, tenant, invoice }: Stage): Promise<FinalState> {
  const { state, failedAttempts, transfers, refundedCents } = await world.readInvoice(invoice);
  const charges = await world.chargesOf(invoice.invoiceId);
  const { rows } = await world.db.tenant(tenant.tenantId, (tx) =>
    sql<Pick<FinalState, 'subscription' | 'isServed' | 'methods' | 'unhandledEvents'>>`
      select s.state as subscription,
             t.is_served as "isServed",
             (select count(*)::int from payment_methods m where m.tenant_id = s.tenant_id and m.status = 'usable') as methods,
             (select count(*)::int from payment_events e where e.due_at is not null) as "unhandledEvents"
        from tenant_subscriptions s
        join tenants t
          on t.tenant_id = s.tenant_id
       where s.tenant_id = ${tenant.tenantId}`.execute(tx),
  );
  const [row] = rows;
  if (!row) throw new Error('The tenant has a subscription');
  const taken = charges.reduce((sum, charge) => sum + (charge.status === 'succeeded' ? charge.amount : 0), 0);
  return {
    invoice: state,
    failedAttempts,
    transfers,
    refundedCents,
    ...row,
    charges: charges.map(({ status, amountRefunded }) => `${status} ${amountRefunded}`),
    isTotalTaken: taken === invoice.totalCents,
  };
}

export function permutations<T>(items: readonly T[]): readonly (readonly T[])[] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, no) => permutations(items.toSpliced(no, 1)).map((rest) => [item, ...rest]));
}
