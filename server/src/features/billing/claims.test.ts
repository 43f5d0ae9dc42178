import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { dayOf } from '@app/shared/base/calendar-day.ts';
import { hourMs } from '@app/shared/base/time.ts';
import { testApi, type Owner } from '../../../testing/http/api.ts';
import { claimAffiliateEvents } from './affiliates/affiliate-queries.ts';
import { claimDueInvoices } from './collecting/due-invoice-queries.ts';
import { claimDueBalances } from './methods/balance-queries.ts';
import { claimUnsentDetails } from './standing/details-queries.ts';
import { claimUncheckedTenants } from './usage/checking-queries.ts';

const api = testApi();
const db = () => api.worker.global;
let busy: Owner;
let free: Owner;

beforeAll(async () => {
  [busy, free] = await Promise.all([api.owner(), api.owner()]);
  const now = api.clock.now();
  await sql`
    update tenant_subscriptions
       set checked_on = null, closed_through = ${dayOf(now)}, customer_id = 'cus_1', details_due_at = ${now}`.execute(
    db(),
  );
  await sql`
    insert into payment_methods (tenant_id, method_id, method, status, name, last4, is_current, saved_at, balance_due_at)
    select tenant_id, 'pm_1', 'ach', 'usable', 'Bank', '6789', true, ${now}, ${now} from tenants
    returning 1`.execute(db());
  await sql`
    insert into invoices (tenant_id, invoice_id, number, from_day, to_day, total_cents, lines, billing_name, created_at, attempt_at)
    select tenant_id, gen_random_uuid(), '1', ${dayOf(now)}, ${dayOf(now)}, 100, '[]', '', ${now}, ${now} from tenants
    returning 1`.execute(db());
  await sql`
    insert into affiliate_events (tenant_id, event_id, kind, happened_at, due_at)
    select tenant_id, 'signup', 'signup', ${now}, ${now} from tenants
    returning 1`.execute(db());
});

test('work of a tenant whose rows are locked is left to a later turn, and does not hold up other tenants', async () => {
  const now = api.clock.now();
  const lease = { now, leaseEnd: new Date(now.getTime() + hourMs), most: 10 };
  const claim = async () => [
    await claimUncheckedTenants(db(), { today: dayOf(now), most: 10 }),
    ...(await Promise.all(
      [claimUnsentDetails, claimDueBalances, claimDueInvoices, claimAffiliateEvents].map(async (claimDue) =>
        (await claimDue(db(), lease)).map(({ tenantId }) => tenantId),
      ),
    )),
  ];

  const meanwhile = await api.worker.tenant(busy.tenantId, async (tx) => {
    for (const table of ['tenant_subscriptions', 'payment_methods', 'invoices', 'affiliate_events']) {
      await sql`select 1 from ${sql.table(table)} where tenant_id = ${busy.tenantId} for update`.execute(tx);
    }
    return claim();
  });

  expect(meanwhile).toEqual(Array.from({ length: 5 }, () => [free.tenantId]));
  expect(await claim()).toEqual(Array.from({ length: 5 }, () => [busy.tenantId]));
});
