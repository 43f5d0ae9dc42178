import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { dayMs } from '@app/shared/base/time.ts';
import { dayOf } from '@app/shared/base/calendar-day.ts';
import { testApi } from '../../../../testing/http/api.ts';
import { makeRefusedDue, putOff } from './due-invoice-queries.ts';
import { settleAttempt, settleWithoutMethod } from './settle.ts';

const api = testApi();
const now = api.clock.now();
const later = new Date(now.getTime() + dayMs);
const invoiceId = '00000000-0000-4000-8000-000000000001';
const key = { tenantId: '', invoiceId };

beforeEach(async () => {
  key.tenantId = (await api.owner()).tenantId;
});

/** Inserts an invoice on which one attempt was made. */
const insertInvoice = ({
  state = 'failed',
  attemptAt = later as Date | null,
  refusedMethodId = null as string | null,
}) =>
  sql`
    insert into invoices (
      tenant_id, invoice_id, number, from_day, to_day, total_cents, lines, billing_name, created_at, attempt_at, state,
      attempts, failed_attempts, first_attempt_at, refused_method_id
    )
    values (
      ${key.tenantId}, ${invoiceId}, 'A-0001', ${dayOf(now)}, ${dayOf(now)}, 999, '[]', '', ${now}, ${attemptAt},
      ${state}, 1, 1, ${now}, ${refusedMethodId}
    )`.execute(api.worker.global);

const insertMethod = (status: 'usable' | 'disputed') =>
  sql`
    insert into payment_methods (tenant_id, method_id, method, status, name, last4, is_current, saved_at)
    values (${key.tenantId}, 'pm_current', 'card', ${status}, 'Visa', '4242', true, ${now})`.execute(api.worker.global);

async function invoice() {
  const { rows } = await sql<{ state: string; attempts: number; attemptAt: Date | null }>`
    select i.state, i.attempts, i.attempt_at as "attemptAt"
      from invoices i
     where i.tenant_id = ${key.tenantId}`.execute(api.worker.global);
  return rows[0];
}

/** Records that an attempt was refused before which this many were made. */
const recordRefusal = (attempts: number) =>
  api.worker.tenant(key.tenantId, (tx) =>
    settleAttempt(api.ctx, tx, {
      ...key,
      attempts,
      methodId: 'pm_former',
      outcome: {
        kind: 'refused',
        reason: 'Your card was declined.',
        needsConfirmation: false,
        needsAddress: false,
        refusedMethodId: null,
      },
    }),
  );

test('a payment method that was saved during a refused attempt is charged at once', async () => {
  await insertInvoice({});
  await insertMethod('usable');

  await recordRefusal(1);

  expect(await invoice()).toEqual({ state: 'failed', attempts: 2, attemptAt: now });
});

test('an attempt that an event of the provider has recorded is not counted again', async () => {
  await insertInvoice({});

  await recordRefusal(0);

  expect(await invoice()).toEqual({ state: 'failed', attempts: 1, attemptAt: later });
});

test('an invoice that was paid on its page during a refused attempt stays paid', async () => {
  await insertInvoice({ state: 'paid', attemptAt: null });

  await recordRefusal(1);

  expect(await invoice()).toEqual({ state: 'paid', attempts: 1, attemptAt: null });
});

test.each([
  ['is charged at once', 'usable', now],
  ['is not charged if a charge of it was disputed', 'disputed', later],
] as const)('a refused card that its bank has renewed %s', async (_which, status, attemptAt) => {
  await insertInvoice({ refusedMethodId: 'pm_current' });
  await insertMethod(status);

  await api.worker.tenant(key.tenantId, (tx) =>
    makeRefusedDue(tx, { tenantId: key.tenantId, methodId: 'pm_current', now }),
  );

  expect(await invoice()).toMatchObject({ attemptAt });
});

test('an attempt without a payment method leaves an invoice due for which one was saved meanwhile', async () => {
  await insertInvoice({ attemptAt: now });
  await insertMethod('usable');

  await api.worker.tenant(key.tenantId, (tx) => settleWithoutMethod(tx, key));

  expect(await invoice()).toMatchObject({ attemptAt: now });
});

test('an attempt that was not answered makes no invoice due that waits for a payment method since', async () => {
  await insertInvoice({ attemptAt: null });

  await api.worker.tenant(key.tenantId, (tx) => putOff(tx, key, { until: later, requestError: null }));

  expect(await invoice()).toMatchObject({ attemptAt: null });
});
