import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { createLog } from '../../../../server/src/lib/log.ts';
import { minuteMs } from '@app/shared/base/time.ts';
import type { Aspect } from '@app/shared/watchdogs/facts/observations.ts';
import { alertTypeOf } from '@app/shared/watchdogs/model/define.ts';
import { watchdogs } from '@app/shared/watchdogs/registry.ts';
import { createPublicFetch } from '../../../../server/src/external/http/public-fetch.ts';
import type { PushService } from '../../../../server/src/external/push/push-service.ts';
import { holdSession } from '../../../../server/src/features/auth/sessions/hold-session.ts';
import { subscribe } from '../../../../server/src/features/delivering/browsers/push-subscriptions.ts';
import { judgeDue } from '../../../../server/src/features/judging/due.ts';
import { createJudging } from '../../../../server/src/features/judging/ingest.ts';
import type { JudgingFunctions, Observation } from '../../../../server/src/features/observing/recording/observation.ts';
import { longestWaitMs } from '../../../../server/src/features/judging/weigh/gather.ts';
import { sourceOfAspect } from '../../../../server/src/features/observing/sources/registry.ts';
import type { Db } from '../../../../server/src/lib/db/db.ts';
import { nextWorldVersion } from '../../../../server/src/lib/db/world-version.ts';
import { systemRandom } from '../../../../server/src/lib/random.ts';
import { parseEncryptionKeys } from '../../../../server/src/lib/secrets.ts';
import { testClock, type TestClock } from '../../../../server/testing/clock.ts';
import { noPictures } from '../../../../server/testing/mails/pictures.ts';
import { tellAlerts, type SendContext } from '../../../../server/testing/mails/send-messages.ts';
import type { AccountSeries } from './account-series.ts';
import { looksAt, startOf, type Look } from './looks.ts';

/** A change of an item that was news, and what became of it for one recipient. */
export interface ToldFlip {
  readonly product: string;
  readonly kind: string;
  readonly at: Date;
  readonly isEnd: boolean;
  /** False if the flip was held or dropped. */
  readonly isSent: boolean;
  /** The id of the mail that contains the flip; `null` if no mail does. */
  readonly messageId: string | null;
  readonly sentAt: Date | null;
}

/** The flips that one recipient wants, and the times at which mails or notifications arrived. */
export interface ToldRecipient {
  readonly flips: readonly ToldFlip[];
  /** The times of interruptions. A mail and the notifications of the same instant count as one. */
  readonly interruptedAt: readonly Date[];
}

/**
 * The two recipients: one with the settings of a new address and with a browser, and one who wants all news of every
 * kind.
 */
export interface ToldAccount {
  readonly byDefault: ToldRecipient;
  readonly wantingAll: ToldRecipient;
}

interface WatchedAccount {
  readonly tenantId: string;
  readonly sellerAccountId: string;
  readonly addresses: { readonly byDefault: string; readonly wantingAll: string };
  /** Ids of the products in the database, in the order of the series. */
  readonly productIds: readonly string[];
}

interface Replay {
  readonly db: Db;
  readonly clock: TestClock;
  readonly judging: JudgingFunctions;
  readonly send: SendContext;
  readonly watched: WatchedAccount;
}

/** The least time until due work is tried again that could not be done. */
const leastPauseMs = minuteMs;

/** Replays a series through the product's own judging, weighing and mails, and returns the flips that were news. */
export async function replayMessages(db: Db, series: AccountSeries): Promise<ToldAccount> {
  const start = startOf(series);
  const clock = testClock(start);
  const judging = createJudging({ db, clock });
  const watched = await watchAccount(db, { series, judging, start });
  await openBrowser(db, watched, clock);
  const replay = { db, clock, judging, watched, send: sendContext(db, clock) };
  const steps = stepsOf(series, watched, start);
  const passes = countPasses(steps);
  let due: Due = { at: start, isWaiting: false };
  for (const step of steps) {
    due = await runUntil(replay, step.at, due);
    const { changed, flips } = await ingest(replay, step);
    const ended = passes(step);
    await endPasses(replay, ended);
    if (flips > 0 || (ended.length > 0 && due.isWaiting)) await tell(replay);
    if (changed > 0 || ended.length > 0) due = await nextDue(replay);
  }
  const last = steps.at(-1);
  if (last) await runUntil(replay, new Date(last.at.getTime() + longestWaitMs), due);
  return readTold(replay, series);
}

interface Step {
  readonly at: Date;
  readonly observations: readonly Observation[];
}

function stepsOf({ products }: AccountSeries, { productIds }: WatchedAccount, start: Date): readonly Step[] {
  const observations = products.flatMap((one, index) =>
    looksAt(one, start).map((look) => observationOf(look, productIds[index] ?? '')),
  );
  return [...Map.groupBy(observations, ({ observedAt }) => observedAt.getTime())]
    .toSorted(([a], [b]) => a - b)
    .map(([time, ofTime]) => ({ at: new Date(time), observations: ofTime }));
}

function observationOf(look: Look, productId: string): Observation {
  const seen = { productId, observedAt: look.at };
  if (look.aspect === 'offers') return { ...seen, aspect: 'offers', sku: 'OWN', facts: look.facts };
  if (look.aspect === 'rating') return { ...seen, aspect: 'rating', sku: '', facts: look.facts };
  return { ...seen, aspect: 'sales', sku: '', facts: look.facts };
}

interface Pass {
  readonly aspect: Aspect;
  readonly beganAt: Date;
}

/**
 * Returns a function that tells which passes a step completes. A pass is complete when each product with facts of the
 * aspect has been observed.
 */
function countPasses(steps: readonly Step[]): (step: Step) => readonly Pass[] {
  const productsOf = new Map<Aspect, Set<string>>();
  for (const { aspect, productId } of steps.flatMap(({ observations }) => observations)) {
    productsOf.set(aspect, (productsOf.get(aspect) ?? new Set()).add(productId));
  }
  const open = new Map<Aspect, { readonly seen: Set<string>; readonly beganAt: Date }>();
  return ({ at, observations }) => {
    const ended: Pass[] = [];
    for (const { aspect, productId } of observations) {
      const pass = open.get(aspect) ?? { seen: new Set(), beganAt: at };
      open.set(aspect, pass);
      pass.seen.add(productId);
      if (pass.seen.size < (productsOf.get(aspect)?.size ?? 0)) continue;
      ended.push({ aspect, beganAt: pass.beganAt });
      open.delete(aspect);
    }
    return ended;
  };
}

interface Due {
  /** The next time at which the hold of a delivery or the time window of an item ends. */
  readonly at: Date | null;
  /** Whether an incident waits for a second look. */
  readonly isWaiting: boolean;
}

/** Advances the time to the step, does the work that becomes due on the way, and returns what is due next. */
async function runUntil(replay: Replay, at: Date, known: Due): Promise<Due> {
  const { clock } = replay;
  let due = known;
  while (due.at !== null && due.at < at) {
    clock.set(new Date(Math.max(due.at.getTime(), clock.now().getTime() + leastPauseMs)));
    await tell(replay);
    due = await nextDue(replay);
  }
  clock.set(at);
  return due;
}

async function nextDue({ db, watched: { tenantId } }: Replay): Promise<Due> {
  const { rows } = await sql<Due>`
    select least(
             (
               select min(d.next_attempt_at)
                 from deliveries d
                where d.tenant_id = ${tenantId}
                  and d.state in ('held', 'pending')
             ),
             (
               select min(i.again_at)
                 from items i
                where i.tenant_id = ${tenantId}
             )
           ) as at,
           exists (
             select 1
               from incidents i
              where i.tenant_id = ${tenantId}
                and i.state = 'waiting'
           ) as "isWaiting"`.execute(db.global);
  return rows[0] ?? { at: null, isWaiting: false };
}

/** The maximum number of observations per call of `ingest`, as for reports in the product. */
const batchSize = 500;

async function ingest({ judging, watched }: Replay, { observations }: Step) {
  let [changed, flips] = [0, 0];
  for (let from = 0; from < observations.length; from += batchSize) {
    const result = await judging.ingest(watched.tenantId, observations.slice(from, from + batchSize));
    changed += result.changed.length;
    flips += result.flips;
  }
  return { changed, flips };
}

async function tell({ db, clock, send }: Replay): Promise<void> {
  await judgeDue({ db, clock });
  await tellAlerts(send);
}

async function endPasses({ db, watched }: Replay, passes: readonly Pass[]): Promise<void> {
  for (const { aspect, beganAt } of passes) {
    await sql`
      update sweeps
         set confirmed_at = ${beganAt}
       where tenant_id = ${watched.tenantId}
         and source = ${sourceOfAspect[aspect]}`.execute(db.global);
  }
}

const keys = parseEncryptionKeys(`k1:${Buffer.alloc(32, 7).toString('base64')}`);
const pushService: PushService = {
  publicKey: '',
  accepts: () => true,
  send: () => Promise.resolve('sent'),
};

const sendContext = (db: Db, clock: TestClock): SendContext => ({
  db,
  clock,
  push: pushService,
  publicFetch: createPublicFetch({ allowsPrivate: false }),
  config: { publicUrl: 'https://watch.example' } as SendContext['config'],
  keys,
  random: systemRandom,
  log: createLog('silent'),
  pictures: noPictures,
  mailer: { send: () => Promise.resolve(), close: () => undefined },
});

interface WatchOptions {
  readonly series: AccountSeries;
  readonly judging: JudgingFunctions;
  readonly start: Date;
}

/** Creates a tenant whose account was connected when the series began. */
async function watchAccount(db: Db, { series, judging, start }: WatchOptions): Promise<WatchedAccount> {
  const tenantId = randomUUID();
  const everything = JSON.stringify(
    Object.fromEntries(watchdogs.map(({ type }) => [alertTypeOf(type), ['RED', 'AMBER', 'GREEN']])),
  );
  return db.tenant(tenantId, async (tx) => {
    await sql`
      insert into tenants (tenant_id, company_name, account_type, world_epoch, trial_ends_at, created_at)
      values (${tenantId}, 'Series', 'brand', ${tenantId}, ${start}::timestamptz + interval '10 years', ${start})`.execute(
      tx,
    );
    const { rows: addresses } = await sql<{ id: string }>`
      insert into email_addresses (tenant_id, email, is_primary, is_user, verified_at, created_at, alert_settings)
      select ${tenantId}, a.name || '@series.test', a.name = 'default', true, ${start}, ${start}, a.settings::jsonb
        from (values ('default', '{}'), ('all', ${everything})) as a (name, settings)
       order by a.name desc
      returning email_address_id as id`.execute(tx);
    const { rows: accounts } = await sql<{ id: string }>`
      insert into seller_accounts (
        tenant_id, selling_partner_id, region, name, refresh_token, token_last6, created_at, authorized_at, version
      )
      values (${tenantId}, 'own', 'NA', 'Series', 'not a token', '000000', ${start}, ${start}, 0)
      returning seller_account_id as id`.execute(tx);
    const sellerAccountId = accounts[0]?.id ?? '';
    const version = await nextWorldVersion(tx, tenantId);
    const { products } = series;
    const { rows } = await sql<{ productId: string }>`
      insert into products (
        tenant_id, seller_account_id, marketplace, asin, name, brand, is_active, is_tracked, version, created_at
      )
      select ${tenantId}, ${sellerAccountId}, p.marketplace, 'P' || lpad(p.n::text, 9, '0'), p.name, p.brand, true, true,
             ${version}::bigint, ${start}
        from unnest(
               ${products.map(({ marketplace }) => marketplace)}::text[],
               ${products.map(({ product }) => product)}::text[],
               ${products.map(({ brand }) => brand)}::text[]
             ) with ordinality as p (marketplace, name, brand, n)
       order by p.n
      returning product_id as "productId"`.execute(tx);
    const productIds = rows.map(({ productId }) => productId);
    await judging.startWatching(tx, { tenantId, productIds, version });
    await insertSweeps(tx, { tenantId, sellerAccountId, aspects: aspectsOf(series), start });
    return {
      tenantId,
      sellerAccountId,
      addresses: { byDefault: addresses[0]?.id ?? '', wantingAll: addresses[1]?.id ?? '' },
      productIds,
    };
  });
}

/**
 * Creates a browser that stays logged in, in which the address with the settings of a new address has notifications.
 */
async function openBrowser(db: Db, { tenantId, addresses }: WatchedAccount, clock: TestClock): Promise<void> {
  const sessionHash = 'browser';
  const now = clock.now();
  await db.tenant(tenantId, (tx) =>
    sql`
      insert into sessions (
        tenant_id, session_hash, email_address_id, keep_me_signed_in, created_at, expires_at, last_seen_at, proved_at
      )
      values (${tenantId}, ${sessionHash}, ${addresses.byDefault}::bigint, true, ${now},
              ${now}::timestamptz + interval '10 years', ${now}, ${now})`.execute(tx),
  );
  const actor = {
    tenantId,
    emailAddressId: addresses.byDefault,
    email: 'default@series.test',
    isOwner: true,
    sessionHash,
    hiddenSellerAccountIds: [],
    isServed: true,
  };
  const secret = Buffer.alloc(16).toString('base64url');
  const subscription = { endpoint: 'https://push.series.test/browser', keys: { p256dh: secret, auth: secret } };
  await subscribe({ db, clock, keys, push: pushService, holdSession }, actor, subscription);
}

const aspectsOf = ({ products }: AccountSeries): readonly Aspect[] => [
  ...(products.some(({ buyBox, sellers, prices }) => buyBox.length + sellers.length + prices.length > 0)
    ? (['offers'] as const)
    : []),
  ...(products.some(({ ratings }) => ratings.length > 0) ? (['rating'] as const) : []),
  ...(products.some(({ orders }) => orders.length > 0) ? (['sales'] as const) : []),
];

interface Sweeps extends Pick<WatchedAccount, 'tenantId' | 'sellerAccountId'> {
  readonly aspects: readonly Aspect[];
  readonly start: Date;
}

async function insertSweeps(tx: Parameters<Parameters<Db['tenant']>[1]>[0], sweeps: Sweeps): Promise<void> {
  const { tenantId, sellerAccountId, aspects, start } = sweeps;
  await sql`
    insert into sweeps (tenant_id, seller_account_id, marketplace, source, due_at)
    select ${tenantId}, ${sellerAccountId}, 'US', s, ${start}
      from unnest(${aspects.map((aspect) => sourceOfAspect[aspect])}::text[]) s`.execute(tx);
}

async function readTold({ db, watched }: Replay, { products }: AccountSeries): Promise<ToldAccount> {
  const names = new Map(watched.productIds.map((id, index) => [id, products[index]?.product ?? '']));
  const { rows } = await db.tenant(watched.tenantId, (tx) =>
    sql<ToldFlip & { readonly productId: string; readonly addressId: string }>`
      select f.product_id as "productId", d.email_address_id as "addressId", f.type as kind, f.at,
             f.to_status = 0 as "isEnd", d.state = 'sent' as "isSent",
             case when d.state = 'sent' then d.message_id end as "messageId",
             case when d.state = 'sent' then m.created_at end as "sentAt"
        from flips f
        join deliveries d
          on d.tenant_id = f.tenant_id
         and d.flip_at = f.at
         and d.flip_id = f.flip_id
        left join messages m
          on m.tenant_id = d.tenant_id
         and m.message_id = d.message_id
       where f.tenant_id = ${watched.tenantId}
         and d.channel = 'mail'
       order by f.at`.execute(tx),
  );
  const { rows: interruptions } = await db.tenant(watched.tenantId, (tx) =>
    sql<{ readonly addressId: string; readonly at: Date }>`
      select distinct m.email_address_id as "addressId", m.created_at as at
        from messages m
       where m.tenant_id = ${watched.tenantId}
         and m.purpose = 'alert'
         and m.transport in ('mail', 'push')
         and m.state = 'sent'`.execute(tx),
  );
  const flipsOf = (addressId: string): ToldFlip[] =>
    rows
      .filter((row) => row.addressId === addressId)
      .map(({ productId, kind, at, isEnd, isSent, messageId, sentAt }) => ({
        product: names.get(productId) ?? '',
        kind,
        at,
        isEnd,
        isSent,
        messageId,
        sentAt,
      }));
  const recipientOf = (addressId: string): ToldRecipient => ({
    flips: flipsOf(addressId),
    interruptedAt: interruptions.filter((one) => one.addressId === addressId).map(({ at }) => at),
  });
  return { byDefault: recipientOf(watched.addresses.byDefault), wantingAll: recipientOf(watched.addresses.wantingAll) };
}
