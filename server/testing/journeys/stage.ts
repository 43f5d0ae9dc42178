import { sql } from 'kysely';
import type { AlertSettings } from '@app/shared/watchdogs/model/alert-settings.ts';
import { alertTypeOf } from '@app/shared/watchdogs/model/define.ts';
import { watchdogs } from '@app/shared/watchdogs/registry.ts';
import type { SweepKey } from '../../src/features/observing/sweeping/sweep-queries.ts';
import { createKeyword } from '../../src/features/triage/keywords.ts';
import type { Actor } from '../../src/http/actor.ts';
import type { ConnectedTenant, ObservingWorld } from '../observing/observing.ts';
import { cast, happenTo, productsOfSeller, seller, type Traveller } from './cast.ts';

/** One address wants all alerts; the other one has the defaults of a new address. */
export const wantsAll = 'all@journeys.test';
export const wantsDefaults = 'new@journeys.test';

export interface Stage extends ConnectedTenant {
  readonly world: ObservingWorld;
  readonly actor: Actor;
  readonly travellers: readonly Traveller[];
  /** Our product ids by ASIN. */
  readonly productIds: ReadonlyMap<string, string>;
}

/** Moves the clocks of the sandbox and of the server. */
export async function pass({ sandbox, clock }: ObservingWorld, minutes: number): Promise<void> {
  await sandbox.control('POST', '/sandbox/clock', { advanceMinutes: minutes });
  clock.advance(minutes);
}

/** Connects a seller whose products change only by journeys, with every watchdog at rest. */
export async function setStage(world: ObservingWorld): Promise<Stage> {
  const products = await productsOfSeller(world);
  const travellers = cast(products);
  await standStill(
    world,
    travellers,
    products.filter(({ unitsPerDay }) => unitsPerDay > 0),
  );
  const connected = await world.connect(seller);
  const { tenantId } = connected;
  await addAddresses(world, tenantId);
  await discover(world, tenantId);
  await passOnce({ world, tenantId }, (key) => key.tenantId === tenantId && isWork(key.source));
  const productIds = await loadProductIds(world, tenantId);
  const actor = {
    tenantId,
    emailAddressId: '',
    email: '',
    isOwner: true,
    hiddenSellerAccountIds: [],
    sessionHash: '',
    isServed: true,
  };
  const stage = { ...connected, world, actor, travellers, productIds };
  await adjustItems(stage);
  await look(stage);
  return stage;
}

/** Sources that do not change the set of products. */
const isWork = (source: string): boolean => !['discovery', 'subscriptions', 'order-history'].includes(source);

/**
 * Moves the clocks to 8:30 in India, stops all sales and then waits seven hours, until nothing is inbound any more.
 */
async function standStill(
  world: ObservingWorld,
  travellers: readonly Traveller[],
  sold: readonly Traveller['product'][],
): Promise<void> {
  const dayMinutes = 1440;
  const minutesOfDay = Math.floor(world.clock.now().getTime() / 60_000) % dayMinutes;
  await pass(world, ((3 * 60 - minutesOfDay + dayMinutes) % dayMinutes) + 1);
  await world.sandbox.control(
    'POST',
    '/sandbox/events',
    sold.map(({ asin, marketplace }) => ({ type: 'salesDropped', factor: 0, asin, marketplace })),
  );
  for (const traveller of travellers) await happenTo(world, traveller, traveller.journey.given ?? []);
  await pass(world, 7 * 60);
}

/** Runs discovery without subscriptions, so that each check is a sweep. */
async function discover(world: ObservingWorld, tenantId: string): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) {
    const done = await world.runAllDue((key) => key.tenantId === tenantId && key.source !== 'subscriptions');
    if (done.some(({ source }) => source === 'listing-offers')) return;
    await pass(world, 1);
  }
  throw new Error('The seller was not discovered');
}

type SweepCondition = (key: SweepKey) => boolean;

/** Runs one pass of each source that is due, and waits for its reports. */
async function passOnce(
  { world, tenantId }: Pick<Stage, 'world' | 'tenantId'>,
  isMeant: SweepCondition,
): Promise<void> {
  await world.runAllDue(isMeant);
  for (let turn = 0; turn < 10; turn += 1) {
    const rows = await world.rows(sql<{ source: string }>`
      select s.source
        from sweeps s
       where s.tenant_id = ${tenantId}
         and s.pass_started_at is not null`);
    const open = new Set(rows.map(({ source }) => source));
    const isOpen = (key: SweepKey) => open.has(key.source) && isMeant(key);
    if ((await world.runAllDue(isOpen)).length === 0 && ![...open].some(isWork)) return;
    await pass(world, 1);
  }
  throw new Error('A pass never ends');
}

/** Checks everything, or some sources only. At this speed-up the least frequent source is due again each time. */
export async function look(stage: Stage, isLookedAt: (source: string) => boolean = () => true): Promise<void> {
  await pass(stage.world, 8);
  await passOnce(stage, (key) => key.tenantId === stage.tenantId && isWork(key.source) && isLookedAt(key.source));
  await stage.world.judgeDue();
}

async function loadProductIds(world: ObservingWorld, tenantId: string): Promise<ReadonlyMap<string, string>> {
  const rows = await world.rows(sql<{ asin: string; productId: string }>`
    select p.asin, p.product_id as "productId"
      from products p
     where p.tenant_id = ${tenantId}
       and p.is_tracked`);
  return new Map(rows.map(({ asin, productId }) => [asin, productId]));
}

async function addAddresses(world: ObservingWorld, tenantId: string): Promise<void> {
  const now = world.clock.now();
  const all: AlertSettings = Object.fromEntries(watchdogs.map(({ type, colours }) => [alertTypeOf(type), colours]));
  await world.rows(sql`
    insert into email_addresses (tenant_id, email, is_primary, is_user, verified_at, alert_settings, created_at)
    values (${tenantId}, ${wantsAll}, true, true, ${now}, ${JSON.stringify(all)}::jsonb, ${now}),
           (${tenantId}, ${wantsDefaults}, false, false, ${now}, '{}', ${now})
    returning 1`);
}

/** Random sales may drop for any product, so the sales watchdog ignores all products except that of the journey. */
async function adjustItems({ world, actor, travellers, productIds }: Stage): Promise<void> {
  const { tenantId } = actor;
  await world.rows(sql`
    update items
       set settings = '{"minimumUnitsPerDay": 100000}', again_at = ${world.clock.now()}
     where tenant_id = ${tenantId} and type = 'salesDrop'
    returning 1`);
  for (const { type, journey, product } of travellers) {
    const productId = productIds.get(product.asin) ?? '';
    if (type === 'keyword') {
      const { keyword, absoluteThreshold } = journey.own as { keyword: string; absoluteThreshold: number };
      await createKeyword(world.ctx, actor, { productId, keyword, absoluteThreshold });
    } else if (journey.own || type === 'salesDrop') {
      await world.rows(sql`
        update items
           set settings = ${JSON.stringify(journey.own ?? {})}::jsonb
         where tenant_id = ${tenantId} and item_id = ${`${type}-${productId}`}
        returning 1`);
    }
  }
}
