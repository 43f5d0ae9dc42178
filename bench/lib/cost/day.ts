import { sql } from 'kysely';
import { tellAlerts } from '../../../server/testing/mails/send-messages.ts';
import { judgeDue } from '../../../server/src/features/judging/due.ts';
import { readNotification } from '../../../server/src/features/observing/push/notification.ts';
import { reread } from '../../../server/src/features/observing/push/reread.ts';
import { takeNotification } from '../../../server/src/features/observing/push/take-notification.ts';
import { runDue } from '../../../server/src/features/observing/sweeping/running/run-due.ts';
import { findDueSweeps } from '../../../server/src/features/observing/sweeping/sweep-queries.ts';
import { connectSeller } from '../../../server/src/features/sellers/authorization/connect-seller.ts';
import { ownSellerId } from '../evaluate/answers.ts';
import type { CostHouse } from './house.ts';
import { notificationAbout } from './push.ts';
import type { CostWorld } from './world.ts';

/** Interval of the planner. */
const tickMs = 250;
/**
 * Interval of judging due items and sending mails. It is one second in production; the longer interval only delays
 * them.
 */
const choresEveryMs = 600_000;
const mostAtOnce = 200;

interface Day {
  readonly house: CostHouse;
  readonly world: CostWorld;
  readonly hasPush: boolean;
}

/** Creates a tenant with a mail recipient and a seller account whose products are not discovered yet. */
export async function connectSellerAccount({ ctx }: CostHouse): Promise<string> {
  const tenantId = ctx.random.uuid();
  await ctx.db.tenant(tenantId, async (tx) => {
    await sql`
      insert into tenants (tenant_id, company_name, account_type, world_epoch, trial_ends_at, created_at)
      values (${tenantId}, 'Bench', 'brand', 'bench', now(), now())`.execute(tx);
    await sql`
      insert into email_addresses (tenant_id, email, is_primary, is_user, verified_at, created_at)
      values (${tenantId}, 'bench@watchpost.test', true, true, now(), now())`.execute(tx);
  });
  const access = { sellingPartnerId: ownSellerId, region: 'NA', refreshToken: 'Atzr|bench' } as const;
  await connectSeller(ctx, { tenantId, access, stores: [], accountName: null, email: 'ada@example.com' });
  return tenantId;
}

/** Runs everything that the worker does until an instant: due sweeps, notifications, judgements and mails. */
export async function runUntil(day: Day, until: number): Promise<void> {
  const { house, world } = day;
  const { signal } = new AbortController();
  let choresAt = house.clock.now().getTime();
  for (let now = choresAt; now < until; now = Math.max(now, house.clock.now().getTime())) {
    house.clock.set(now);
    await processChanges(day, now);
    const due = await house.meter.measure('plan', () =>
      findDueSweeps(house.ctx.db.global, house.ctx.clock.now(), { most: mostAtOnce }),
    );
    for (const key of due) await house.meter.measure(key.source, () => runDue(house.ctx, key, signal));
    if (house.takeFlipped()) await house.meter.measure('mail', () => tellAlerts({ ...house.ctx, push: null }));
    if (now >= choresAt) {
      await house.meter.measure('judge due', () => judgeDue(house.ctx));
      choresAt = now + choresEveryMs;
    }
    const next = due.length > 0 ? now : Math.min(world.nextAt(), choresAt, await nextDue(house));
    now = Math.max(now + tickMs, Math.ceil(next / tickMs) * tickMs);
    house.clock.set(Math.max(now, house.clock.now().getTime()));
  }
}

/** Advances the world and processes the notifications about its changes. */
async function processChanges({ house, world, hasPush }: Day, now: number): Promise<void> {
  const messages = house.meter.excluded(() =>
    world.moveTo(now).flatMap((happening) => (hasPush ? (notificationAbout(world, happening) ?? []) : [])),
  );
  for (const message of messages) {
    await house.meter.measure(`push ${/"NotificationType":"(\w+)"/.exec(message)?.[1] ?? ''}`, async () => {
      const notification = readNotification(message);
      if ('reason' in notification) throw new Error(`A notification could not be parsed: ${notification.reason}`);
      await takeNotification(house.ctx, notification);
    });
  }
  const named = house.takeRereads();
  if (named.length === 0) return;
  await house.meter.measure('reread', () => reread(house.ctx, named, new AbortController().signal));
}

async function nextDue({ ctx }: CostHouse): Promise<number> {
  const { rows } = await sql<{ at: Date | null }>`select min(due_at) as at from sweeps`.execute(ctx.db.global);
  return rows[0]?.at?.getTime() ?? Number.POSITIVE_INFINITY;
}

/** Returns the sources that have not completed a sweep or have failed. */
export async function unsettledSources({ ctx }: CostHouse): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select s.source || coalesce(': ' || s.last_error, '') as name
      from sweeps s
     where s.confirmed_at is null
        or s.last_error is not null
     order by 1`.execute(ctx.db.global);
  return rows.map(({ name }) => name);
}

/** Returns the number of changes that a sweep found although push should have announced them. */
export async function countMissedByPush({ ctx }: CostHouse): Promise<number> {
  const { rows } = await sql<{ missed: number }>`
    select coalesce(sum(s.missed_by_push), 0)::int as missed from sweeps s`.execute(ctx.db.global);
  return rows[0]?.missed ?? 0;
}
