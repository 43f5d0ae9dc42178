import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { subscribePush } from '@app/shared/contract/push.ts';
import { stateOfTheWorld } from '@app/shared/contract/world.ts';
import { secondsText } from '../../figures.ts';
import { createRandom } from '../../../../sandbox/src/world/random.ts';
import { waitUntil } from '../../../../scripts/processes/wait-until.ts';
import type { ProductSession } from '../../../../scripts/sessions/product-session.ts';
import { openTestBrowser } from '../../../../scripts/testing/push-endpoint.ts';
import { connectOwner } from '../../house/connected-owner.ts';
import { benchMarketplace, type BenchMarketplace, type LedgerEntry } from '../../house/marketplace.ts';
import { productRows, type ProductRows } from '../product-rows.ts';
import { kindTurnedRed, choosePairs, restoringEvents, type RedPair } from '../red-pairs.ts';
import { openOutageHouse, type OutageHouse } from './outage-house.ts';
import type { Outage } from './scenarios.ts';

interface SurvivalOptions {
  readonly outages: readonly Outage[];
  readonly seconds: number;
  readonly pairs: number;
  /** The number of sellers that the owner connects. */
  readonly sellers?: number;
  readonly say: (line: string) => void;
}

interface Survival {
  readonly name: string;
  readonly goalMs: number;
  /**
   * The time from the end of the outage until every event had its alert and every message was sent; `null` if never.
   */
  readonly healedMs: number | null;
  /** The same time for each part: alerts, messages and notifications of the queue. */
  readonly partsMs: Readonly<Record<string, number>>;
  /** Events without an alert, and alerts without an event, as pairs of product and kind. */
  readonly lost: readonly string[];
  readonly untrue: readonly string[];
  /**
   * Successful answers of the API per second before and during the outage, and its slowest answer during the outage.
   */
  readonly answersBefore: number;
  readonly answersDuring: number;
  readonly slowestMs: number;
  /** The highest number of connections to the database. */
  readonly connections: number;
  /** Growth of the memory of API and worker in MB, until the outage had healed. */
  readonly grownMb: number;
  /** The assertions that failed, except the one about the time to recover. */
  readonly broken: readonly string[];
}

/**
 * The API holds 20 connections and the worker 12, besides those for maintenance, listening and the queue. In an outage
 * the database may keep as many abandoned connections open until it notices that they were given up.
 */
const mostConnections = 90;
const mostGrownMb = 400;
/**
 * The longest time that a person may wait for an answer; it follows from the time limits of the database connections.
 */
const slowestAnswerMs = 13_000;
const settleWithinMs = 150_000;
const alertWithinMs = 10_000;
/** The longest time for which the pace is measured before an outage. */
const longestLookMs = 2_000;

interface Scene {
  readonly house: OutageHouse;
  readonly marketplace: BenchMarketplace;
  readonly rows: ProductRows;
  readonly session: ProductSession;
  readonly watched: ReadonlySet<string>;
}

/**
 * Runs the outages one after the other. Outages with the same clock share one running product, which is never
 * restarted.
 */
export async function survive(options: SurvivalOptions): Promise<readonly Survival[]> {
  const survivals: Survival[] = [];
  for (const [clockAheadMs, outages] of Map.groupBy(options.outages, (outage) => outage.clockAheadMs ?? 0)) {
    const house = await openOutageHouse({ clockAheadMs });
    try {
      const scene = await openScene(house, options.sellers);
      for (const [round, outage] of outages.entries()) {
        const isLast = round === outages.length - 1;
        const survival = await surviveOne(scene, { ...options, outage, round, isLast });
        survivals.push(survival);
        options.say(lineOf(survival));
        if (survival.healedMs === null) (await scene.rows.unsent()).forEach(options.say);
      }
    } finally {
      await house.close();
    }
  }
  return survivals;
}

/** Creates an owner with sellers, a webhook, and a browser that is subscribed to the push service. */
async function openScene(house: OutageHouse, mostSellers?: number): Promise<Scene> {
  const marketplace = benchMarketplace(house.sandboxUrl);
  const client: Pick<Client, 'query'> = { query: (...args: unknown[]) => query(house, args) } as never;
  const rows = productRows(client as Client);
  const sellers = (await marketplace.sellers()).toReversed().slice(0, mostSellers);
  const session = await connectOwner(house.url, { client: client as Client, sellers });
  const { id, url } = await marketplace.openReceiver('webhook');
  await addWebhook(session, url, (secret) => marketplace.giveSecret(id, secret));
  const { subscription } = await openTestBrowser(house.sandboxUrl);
  const subscribed = await session.post(subscribePush.path, subscription);
  if (subscribed.status >= 300) throw new Error(`The browser was not subscribed: ${subscribed.text}`);
  return { house, marketplace, rows, session, watched: await rows.watched() };
}

const query = (house: OutageHouse, args: unknown[]): unknown =>
  Reflect.apply(house.database.superuser.query, house.database.superuser, args);

async function addWebhook(
  session: ProductSession,
  address: string,
  take: (secret: string) => Promise<void>,
): Promise<void> {
  const answer = await session.post('/api/identity/channels', { kind: 'webhook', name: 'Outage', address });
  if (answer.status >= 300) throw new Error(`The channel was not added: ${answer.text}`);
  await take((JSON.parse(answer.text) as { readonly secret: string }).secret);
}

interface Trial extends SurvivalOptions {
  readonly outage: Outage;
  readonly round: number;
  /** Whether this is the last outage. Otherwise every product is restored before the next outage. */
  readonly isLast: boolean;
}

async function surviveOne(scene: Scene, { outage, seconds, pairs: count, round, isLast }: Trial): Promise<Survival> {
  const { house, marketplace, rows, watched } = scene;
  const sellers = await marketplace.sellers();
  const products = sellers.flatMap((seller) => seller.products);
  const free = products.filter(({ asin, marketplace: place }) => watched.has(`${asin} ${place}`));
  const pairs = choosePairs(free, { count, round, random: createRandom(outage.name) });
  const flip = await rows.lastFlipId();
  const pids = house.processes.map(({ pid }) => pid);
  const memoryBefore = await memoryMb(pids);
  const before = await askFor(scene, Math.min(longestLookMs, seconds * 1000));

  await outage.begin(house);
  const asked = askFor(scene, seconds * 1000);
  const happened = await marketplace.triggerEvents(pairs.map(({ event }) => event));
  const alerted = outage.unaffected.includes('alerts') ? await alertsWithin(scene, count) : true;
  const during = await asked;
  await outage.end(house);
  const { ms: healedMs, partsMs } = await settle(scene, count);

  const found = reconcile(happened, await rows.redFlipsAfter(flip).catch(() => []));
  const grownMb = (await memoryMb(pids)) - memoryBefore;
  if (!isLast) await restore(scene, pairs, happened);
  const survival = {
    name: outage.name,
    goalMs: outage.healsWithinMs,
    healedMs,
    partsMs,
    ...found,
    answersBefore: before.rate,
    answersDuring: during.rate,
    slowestMs: during.slowestMs,
    connections: Math.max(before.connections, during.connections, house.database.proxy.open),
    grownMb,
  };
  const isApiSlow = outage.unaffected.includes('api') && during.rate < before.rate / 2;
  return {
    ...survival,
    broken: [
      ...(isApiSlow ? ['the API lost its pace'] : []),
      ...(alerted ? [] : ['alerts lost their pace']),
      ...(during.slowestMs > slowestAnswerMs ? ['a request waited too long'] : []),
      ...(survival.connections > mostConnections ? ['too many connections'] : []),
      ...(grownMb > mostGrownMb ? ['too much memory'] : []),
      ...(pids.every(isAlive) ? [] : ['a process has ended']),
    ],
  };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

interface Pace {
  readonly rate: number;
  readonly slowestMs: number;
  readonly connections: number;
}

/** Requests the dashboard again and again, one request at a time, for this many milliseconds. */
async function askFor({ session, house }: Scene, ms: number): Promise<Pace> {
  const end = performance.now() + ms;
  let answered = 0;
  let slowestMs = 0;
  let connections = 0;
  while (performance.now() < end) {
    const began = performance.now();
    const status = await session.get(stateOfTheWorld.path).then(
      (answer) => answer.status,
      () => 0,
    );
    if (status === 200) answered += 1;
    slowestMs = Math.max(slowestMs, performance.now() - began);
    connections = Math.max(connections, house.database.proxy.open);
    await delay(50);
  }
  return { rate: answered / (ms / 1000), slowestMs, connections };
}

const alertsWithin = ({ rows }: Scene, count: number): Promise<boolean> =>
  waitUntil('alerts during the outage', alertWithinMs, async () => (await rows.countRed()) === count).then(
    () => true,
    () => false,
  );

interface SettlingTimes {
  /** The time until every event has its alert and every message is sent; `null` if never. */
  readonly ms: number | null;
  /** The time until each part was done. */
  readonly partsMs: Readonly<Record<string, number>>;
}

async function settle({ rows, marketplace }: Scene, red: number): Promise<SettlingTimes> {
  const began = performance.now();
  const partsMs: Record<string, number> = { alerts: 0, messages: 0, notifications: 0 };
  const note = (part: string, isDone: boolean): boolean => {
    if (!isDone) partsMs[part] = performance.now() - began;
    return isDone;
  };
  const isSettled = async (): Promise<boolean> => {
    const parts = [
      note('alerts', (await rows.countRed()) === red),
      note('messages', (await rows.countUnsent()) === 0),
      note('notifications', (await marketplace.waitingNotifications()) === 0),
    ];
    return parts.every(Boolean);
  };
  const isDone = await waitUntil('everything done', settleWithinMs, () => isSettled().catch(() => false)).then(
    () => true,
    () => false,
  );
  return { ms: isDone ? performance.now() - began : null, partsMs };
}

async function restore(scene: Scene, pairs: readonly RedPair[], happened: readonly LedgerEntry[]): Promise<void> {
  await scene.marketplace.triggerEvents(restoringEvents(pairs, happened));
  await settle(scene, 0);
}

type FoundFlip = Awaited<ReturnType<ProductRows['redFlipsAfter']>>[number];

/**
 * Compares events with flips: each event must have one flip. A flip of another kind on the product of an event is not
 * an untrue alert.
 */
function reconcile(happened: readonly LedgerEntry[], flips: readonly FoundFlip[]): Pick<Survival, 'lost' | 'untrue'> {
  const wanted = happened.map((entry) => `${entry.asin} ${entry.marketplace} ${kindTurnedRed(entry)}`);
  const found = flips.map(({ asin, marketplace, type }) => `${asin} ${marketplace} ${type}`);
  const touched = new Set(happened.map(({ asin, marketplace }) => `${asin} ${marketplace}`));
  return {
    lost: wanted.filter((pair) => !found.includes(pair)),
    untrue: [
      ...flips.filter(({ asin, marketplace }) => !touched.has(`${asin} ${marketplace}`)).map(({ type }) => type),
      ...found.filter((pair, index) => found.indexOf(pair) < index),
    ],
  };
}

/** Returns the memory of the processes; 0 on systems without /proc. */
async function memoryMb(pids: readonly number[]): Promise<number> {
  const sizes = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')));
  const kilobytes = sizes.map((text) => Number(/VmRSS:\s+(\d+)/.exec(text)?.[1] ?? 0));
  return kilobytes.reduce((sum, size) => sum + size, 0) / 1024;
}

export const isHealed = ({ healedMs, goalMs, lost, untrue, broken }: Survival): boolean =>
  healedMs !== null && healedMs <= goalMs && lost.length + untrue.length + broken.length === 0;

/** Returns the line of the table for one outage. */
export const lineOf = (survival: Survival): string =>
  [
    isHealed(survival) ? 'ok' : '✗ ',
    survival.name.padEnd(56),
    `healed ${secondsText(survival.healedMs)} (goal ${secondsText(survival.goalMs)})`.padEnd(30),
    Object.entries(survival.partsMs)
      .map(([part, ms]) => `${part} ${secondsText(ms)}`)
      .join(', '),
    `API ${survival.answersBefore.toFixed(1)} → ${survival.answersDuring.toFixed(1)}/s, slowest ${secondsText(survival.slowestMs)}`,
    `${survival.connections} connections`,
    `${survival.grownMb < 0 ? '' : '+'}${survival.grownMb.toFixed(0)} MB`,
    `${survival.lost.length} lost, ${survival.untrue.length} untrue`,
    ...survival.broken,
  ].join('  ');
