import { setTimeout as delay } from 'node:timers/promises';
import { stateOfTheWorld } from '@app/shared/contract/world.ts';
import { secondsText } from '../../figures.ts';
import { createRandom } from '../../../../sandbox/src/world/random.ts';
import { waitUntil } from '../../../../scripts/processes/wait-until.ts';
import { benchMarketplace, type BenchMarketplace, type LedgerEntry } from '../../house/marketplace.ts';
import { productRows } from '../product-rows.ts';
import { reconcile, type Reconciliation } from '../reconcile.ts';
import { choosePairs, restoringEvents, type RedPair } from '../red-pairs.ts';
import type { ClusterHouse } from './cluster-house.ts';
import type { NodeOutage } from './outages.ts';
import { isDoneFor, placeTenants, type PlacedTenant } from './tenants.ts';

interface NodeSurvival {
  readonly outage: NodeOutage;
  /**
   * The time from the events until the tenant on the other node had its alerts and messages, while the outage lasted;
   * `null` if the tenant did not get them.
   */
  readonly nearMs: number | null;
  /** The longest time in which the API did not answer the tenant on the other node. */
  readonly silentMs: number;
  /** The number of answers that the API gave to each of the two tenants during the outage. */
  readonly statuses: { readonly near: number; readonly far: number };
  /**
   * The time from the end of the outage until the tenant on the affected node had all alerts and messages; `null` if
   * never.
   */
  readonly healedMs: number | null;
  readonly found: Pick<Reconciliation, 'events' | 'flips' | 'lost' | 'doubled' | 'unnamed'>;
  /** The deliveries that were not sent, as "number channel state: reason". */
  readonly unsent: readonly string[];
}

interface Scene {
  readonly house: ClusterHouse;
  readonly marketplace: BenchMarketplace;
  readonly near: PlacedTenant;
  readonly far: PlacedTenant;
}

interface Options {
  readonly outages: readonly NodeOutage[];
  /** The shortest duration of each outage. */
  readonly seconds: number;
  /** The number of events for each tenant. */
  readonly pairs: number;
  readonly say: (line: string) => void;
}

const settleWithinMs = 300_000;

/** Runs the outages one after the other. Events happen to both tenants at the beginning of each. */
export async function surviveNodes(house: ClusterHouse, options: Options): Promise<readonly NodeSurvival[]> {
  const marketplace = benchMarketplace(house.sandboxUrl);
  const [near, far] = await placeTenants(house, (await marketplace.sellers()).toReversed());
  const scene = { house, marketplace, near, far };
  const survivals: NodeSurvival[] = [];
  for (const [round, outage] of options.outages.entries()) {
    const survival = await surviveOne(scene, { ...options, outage, round });
    options.say(lineOf(survival));
    survivals.push(survival);
  }
  return survivals;
}

interface Trial extends Options {
  readonly outage: NodeOutage;
  readonly round: number;
}

async function surviveOne(scene: Scene, { outage, round, seconds, pairs: count }: Trial): Promise<NodeSurvival> {
  const { house, marketplace, near, far } = scene;
  const rows = productRows(house.superuser as never);
  const watched = await rows.watched();
  const random = createRandom(outage.name);
  const world = await marketplace.sellers();
  const pairs = [near, far].flatMap(({ seller }) => {
    const products = world.find(({ sellingPartnerId }) => sellingPartnerId === seller.sellingPartnerId)?.products ?? [];
    const free = products.filter(({ asin, marketplace: place }) => watched.has(`${asin} ${place}`));
    return choosePairs(free, { count, round, random });
  });
  const flip = await rows.lastFlipId();
  await marketplace.clearMails();

  const began = performance.now();
  const beginning = outage.begin(house, far);
  if (outage.isAway) await beginning;
  const watch = new AbortController();
  const silence = longestSilence(() => askFor(near), watch.signal);
  const happened = await marketplace.triggerEvents(pairs.map(({ event }) => event));
  const nearMs = await timeUntil(began, () => isDoneFor(house.superuser, near.tenantId, count));
  watch.abort();
  const silentMs = await silence;
  const statuses = { near: await askFor(near), far: await askFor(far) };
  await delay(Math.max(0, seconds * 1000 - (performance.now() - began)));
  await beginning;
  await outage.end(house, far);
  const ended = performance.now();
  const healedMs = await timeUntil(ended, () => isAllDone(scene, count));
  const flips = await rows.redFlipsAfter(flip);
  const mails = await marketplace.mails();
  const found = reconcile({ ledger: happened, flips, mails });
  const unsent = await rows.unsent();
  await restore(scene, pairs, happened);
  return { outage, nearMs, silentMs, statuses, healedMs, found, unsent };
}

const askEveryMs = 250;

/** Repeats the request until the signal aborts. Returns the longest time between two successful answers. */
async function longestSilence(ask: () => Promise<number>, signal: AbortSignal): Promise<number> {
  let longest = 0;
  let answeredAt = performance.now();
  while (!signal.aborted) {
    const isAnswered = (await ask()) === 200;
    const now = performance.now();
    longest = Math.max(longest, now - answeredAt);
    if (isAnswered) answeredAt = now;
    await delay(askEveryMs);
  }
  return longest;
}

async function isAllDone({ house, marketplace, near, far }: Scene, red: number): Promise<boolean> {
  const done = await Promise.all([near, far].map(({ tenantId }) => isDoneFor(house.superuser, tenantId, red)));
  return done.every(Boolean) && (await marketplace.waitingNotifications()) === 0;
}

const timeUntil = (began: number, isDone: () => Promise<boolean>): Promise<number | null> =>
  waitUntil('all done', settleWithinMs, () => isDone().catch(() => false)).then(
    () => performance.now() - began,
    () => null,
  );

const askFor = ({ session }: PlacedTenant): Promise<number> =>
  session.get(stateOfTheWorld.path).then(
    ({ status }) => status,
    () => 0,
  );

async function restore(scene: Scene, pairs: readonly RedPair[], happened: readonly LedgerEntry[]): Promise<void> {
  await scene.marketplace.triggerEvents(restoringEvents(pairs, happened));
  await timeUntil(performance.now(), () => isAllDone(scene, 0));
}

export const isSurvived = ({ outage, nearMs, statuses, healedMs, found }: NodeSurvival): boolean =>
  nearMs !== null &&
  statuses.near === 200 &&
  healedMs !== null &&
  healedMs <= outage.healsWithinMs &&
  found.lost.length + found.doubled.length + found.unnamed.length === 0;

const lineOf = (survival: NodeSurvival): string => {
  const { outage, nearMs, silentMs, statuses, healedMs, found } = survival;
  return [
    isSurvived(survival) ? 'ok' : '✗ ',
    outage.name.padEnd(36),
    `other tenant done after ${secondsText(nearMs)}, API ${statuses.near}, no answer for ${secondsText(silentMs)} at most`,
    `tenant of the node API ${statuses.far}, healed ${secondsText(healedMs)} (goal ${secondsText(outage.healsWithinMs)})`,
    `${found.events} events, ${found.lost.length} lost, ${found.doubled.length} doubled, ${found.unnamed.length} without mail`,
  ].join('  ');
};
