import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { tellOfLosses } from '../src/features/delivering/composing/notice/tell-of-losses.ts';
import { findDueSweeps } from '../src/features/observing/sweeping/sweep-queries.ts';
import { sourcesByUrgency } from '../src/features/observing/sweeping/due/urgency.ts';
import { connectSeller } from '../src/features/sellers/authorization/connect-seller.ts';
import { probeAuthorizations } from '../src/features/sellers/standing/probe-authorizations.ts';
import type { Mail } from '../src/lib/mail/mailer.ts';
import { keyFigureGroup } from '../src/sealed/key-figures.ts';
import { watchKeys } from '../src/sealed/watch-keys.ts';
import { runAllDue } from '../testing/observing/run-sweeps.ts';
import { sendMessages } from '../testing/mails/send-messages.ts';
import { observingWorld, type ConnectedTenant } from '../testing/observing/observing.ts';

const india = { sellingPartnerId: 'A3CHV9LN8K4TRD', region: 'IN' } as const;
const world = observingWorld();
const mails: Mail[] = [];
let tenant: ConnectedTenant;

beforeAll(async () => {
  tenant = await world.settle(india);
  await world.rows(sql`
    insert into email_addresses (tenant_id, email, is_primary, is_user, verified_at, created_at)
    values (${tenant.tenantId}, 'ada@example.com', true, true, now(), now())`);
});

const worker = () => ({
  ...world.ctx,
  mailer: { send: async (mail: Mail) => void mails.push(mail), close: () => undefined },
});

/** Runs the worker's chores over two days, every eight hours. */
async function passTwoDays(): Promise<void> {
  for (let time = 0; time < 6; time += 1) {
    await world.runAllDue(({ source }) => source === 'catalog-items');
    await probeAuthorizations(worker());
    await tellOfLosses(worker());
    await sendMessages(worker());
    world.clock.advance(8 * 60);
  }
}

const dueSweeps = () =>
  findDueSweeps(world.ctx.db.global, world.clock.now(), { most: 1000, byUrgency: sourcesByUrgency });
const everySource = async () =>
  (await world.rows(sql<{ source: string }>`select source from sweeps`)).map(({ source }) => source);
/** Revokes the consent, which the next request with the cached access token detects. */
const revoke = () => world.spoil({ fault: 'tokenRevoked', sellerId: india.sellingPartnerId });

test('a worker without the key of a token leaves the account as it is, alarms the operator, and goes on when the key is back', async () => {
  const keyless = { ...world.ctx, keys: new Map([['k9', Buffer.alloc(32, 1)]]) };
  const state = async () =>
    world.rows(sql`
      select s.may_need_reauthorization as lost,
             (select count(*)::int from sweeps w where w.failures > 0) as failing
        from seller_accounts s`);
  const alarms = () => world.rows(sql`select alarm from operator_alarms`);
  world.clock.advance(24 * 60);

  await runAllDue({ ...world, ctx: keyless });
  await watchKeys(keyless, keyFigureGroup(keyless));

  expect([await state(), await dueSweeps()]).toEqual([[{ lost: false, failing: 0 }], []]);
  expect(await alarms()).toEqual([{ alarm: 'keyMissing' }]);
  expect(world.log.splice(0)).toMatchObject([{ alarm: 'keyMissing' }, { missing: [{ keyId: 'k1', secrets: 1 }] }]);
  world.clock.advance(1);
  expect((await world.runAllDue()).length).toBeGreaterThan(10);
  expect(await state()).toEqual([{ lost: false, failing: 0 }]);
});

test('an owner is informed once of each lost authorisation, and a new authorisation resumes everything', async () => {
  const { tenantId } = tenant;
  await revoke();
  await passTwoDays();

  expect(mails.map(({ to }) => to)).toEqual(['ada@example.com']);
  expect(await dueSweeps()).toEqual([]);

  const { refreshToken } = await world.ctx.marketplace.exchangeCode(await world.sandbox.consent(india));
  const access = { ...india, refreshToken };
  await connectSeller(world.ctx, { tenantId, access, stores: [], accountName: null, email: 'ada@example.com' });
  const due = (await dueSweeps()).map(({ source }) => source);
  expect(due.toSorted()).toEqual((await everySource()).toSorted());
  // Suspended listings and hijacked offers are looked for before fees.
  const places = ['listings-items', 'listing-offers', 'suppressed-listings', 'fee-preview'].map((one) =>
    due.indexOf(one),
  );
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  await passTwoDays();
  expect(mails).toHaveLength(1);

  await revoke();
  await passTwoDays();
  expect(mails).toHaveLength(2);
});
