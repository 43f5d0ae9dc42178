import { pino } from 'pino';
import { beforeEach, expect, test } from 'vitest';
import { dayMs, minuteMs } from '@app/shared/base/time.ts';
import { billingApi } from '../../../../testing/billing/billing-api.ts';
import { insertEvents } from './event-queries.ts';
import { readEvents } from './read-events.ts';

const billing = await billingApi();
const { api } = billing;
const log = pino({ level: 'silent' });

beforeEach(() => billing.happen({ type: 'clear' }));

/** Reads the provider's events and returns the number of days that the reading goes back. */
async function read(): Promise<number> {
  const { payments } = billing;
  const since: number[] = [];
  const noting: typeof payments = {
    ...payments,
    listEvents: (at) => {
      since.push(at.getTime());
      return payments.listEvents(at);
    },
  };
  await readEvents({ ...api.ctx, db: api.worker, log, payments: noting });
  return (api.clock.now().getTime() - (since[0] ?? 0)) / dayMs;
}

const takeNewEvent = (eventId: string) => {
  const at = api.clock.now();
  const event = { eventId, type: 'invoice.paid', objectId: 'in_1', createdAt: at };
  return insertEvents(api.worker.global, [event], at);
};

test('the first reading goes back as far as the provider keeps events, and each other one to the one before', async () => {
  expect(await read()).toBe(30);
  api.clock.advance(15 * minuteMs);
  expect(await read()).toBeCloseTo(1, 1);
});

test('an event that nothing handles is not counted as lost', async () => {
  const { payments } = billing;
  const at = api.clock.now();
  const event = { eventId: 'evt_unhandled', objectId: 'cus_1', isLive: false, createdAt: at };
  const listing = (type: string) => ({ ...payments, listEvents: async () => [{ ...event, type }] });
  const warnings: object[] = [];
  const noting = { ...log, warn: (about: object) => void warnings.push(about) } as typeof log;

  await readEvents({ ...api.ctx, db: api.worker, log: noting, payments: listing('customer.created') });
  expect(warnings).toEqual([]);
  await readEvents({ ...api.ctx, db: api.worker, log: noting, payments: listing('invoice.paid') });
  expect(warnings).toEqual([{ added: 1 }]);
});

test('after an outage of days the events since then are read, also when newer ones were delivered meanwhile', async () => {
  await read();
  api.clock.advance(5 * dayMs);
  await takeNewEvent('evt_delivered_after_the_outage');
  await billing.happen({ type: 'api', fault: 'error', count: 4, call: 'GET /v1/events' });
  await expect(read()).rejects.toThrow('payments');

  api.clock.advance(dayMs);
  await billing.happen({ type: 'clear' });
  expect(await read()).toBe(7);

  api.clock.advance(40 * dayMs);
  expect(await read()).toBe(30);
});
