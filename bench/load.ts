import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Client } from 'pg';
import { minuteMs, secondMs } from '@app/shared/base/time.ts';
import { watchdogs } from '@app/shared/watchdogs/registry.ts';
import { withClient } from '../scripts/postgres/database.ts';
import { say } from './lib/figures.ts';
import { openBenchHouse, type BenchHouse } from './lib/house/bench-house.ts';
import { openDashboards, type Dashboards } from './lib/load/dashboards.ts';
import { passOnce } from './lib/load/first-pass.ts';
import { openFloor, type Floor } from './lib/load/floor.ts';
import { LateSweeps } from './lib/load/late-sweeps.ts';
import { startMarket, type Market } from './lib/load/market-calls.ts';
import { SeenChanges } from './lib/load/seen-changes.ts';
import { openSessions, seedTenants } from './lib/load/seed-tenants.ts';
import { spreadSweeps } from './lib/load/spread-sweeps.ts';
import { reportLoad, type LoadFigures } from './lib/load/report.ts';
import { UsageMeter } from './lib/load/usage.ts';
import { nowMs } from './lib/latency/world-stream.ts';

interface LoadOptions {
  readonly tenants: number;
  readonly productsPerTenant: number;
  readonly dashboards: number;
  /** The measured minutes, after a warm-up. */
  readonly minutes: number;
  readonly warmUpMinutes: number;
  /** Whether every product is swept once before the warm-up. */
  readonly hasFirstPass: boolean;
  /** Changes of offers per minute in addition to those of real pace. */
  readonly measuredPerMinute: number;
  readonly say: (line: string) => void;
}

const floorEveryMs = secondMs;
const maxSampleMs = 10 * secondMs;
const leastSamples = 24;
/** The time to wait at the end, because the last changes have not yet reached the dashboards. */
const restMs = 20 * secondMs;

/**
 * Measures the load that one machine can carry. The products of many tenants are watched at real pace, people look at
 * their dashboards, and mails and webhooks are sent. The peer is the floor, a minimal server that runs at the same
 * time.
 */
export async function benchLoad(options: LoadOptions): Promise<LoadFigures> {
  const { say: print, tenants, productsPerTenant, dashboards } = options;
  const market = await startMarket();
  try {
    const { environment } = market;
    const house = await openBenchHouse({ processes: [], speedup: 1, sandbox: 'none', environment });
    try {
      print(
        `node ${process.version}, ${tenants * productsPerTenant} ASINs of ${tenants} tenants, ${dashboards} dashboards`,
      );
      const figures = await run({ ...options, house, market });
      for (const line of reportLoad(figures)) print(line);
      return figures;
    } finally {
      await house.close();
    }
  } finally {
    await market.stop();
  }
}

interface Run extends LoadOptions {
  readonly house: BenchHouse;
  readonly market: Market;
}

async function run(options: Run): Promise<LoadFigures> {
  const { house, market, say: print } = options;
  const seeding = { tenants: options.tenants, webhookUrl: market.addresses.webhook };
  const begun = performance.now();
  const { tenantIds, settledAt } = await seedTenants(house, { ...seeding, ...options });
  print(`seeded in ${((performance.now() - begun) / 1000).toFixed(0)} s`);
  const sessions = await withClient(house.superuserUrl, async (client) => {
    await spreadSweeps(client);
    return openSessions(client, { tenantIds, count: Math.max(1, options.dashboards) });
  });
  const floor = await openFloor(house.superuserUrl, sessions[0]?.cookie ?? '');
  try {
    await market.begin({
      sellers: options.tenants,
      productsPerSeller: options.productsPerTenant,
      ordersFrom: settledAt,
      from: Date.now(),
      measuredPerMinute: options.measuredPerMinute,
    });
    await house.startProcess(['api']);
    await house.startProcess(['worker']);
    if (options.hasFirstPass) {
      const passedSeconds = await withClient(house.superuserUrl, passOnce);
      print(`every product was asked about once in ${passedSeconds.toFixed(0)} s`);
    }
    const seen = new SeenChanges(tenantIds, ofOffers);
    const shown = { url: house.url, sessions: sessions.slice(0, options.dashboards) };
    const warmUpMs = options.warmUpMinutes * minuteMs;
    const opened = await openDashboards(
      { ...shown, onEvent: (event) => seen.noteEvent(event), onItem: (item) => seen.note(item) },
      warmUpMs,
    );
    if (options.dashboards === 0) await delay(warmUpMs);
    try {
      return await withClient(house.superuserUrl, (client) => measure({ ...options, floor, opened, seen, client }));
    } finally {
      await opened.close();
    }
  } finally {
    await floor.close();
  }
}

/** The watchdogs whose items a change of offers may turn. */
const ofOffers = new Set(watchdogs.filter(({ reads }) => reads.includes('offers')).map(({ type }) => type));

interface MeasuredRun extends Run {
  readonly floor: Floor;
  readonly opened: Dashboards;
  readonly seen: SeenChanges;
  readonly client: Client;
}

async function measure(options: MeasuredRun): Promise<LoadFigures> {
  const { house, market, floor, opened, seen, minutes } = options;
  const [api, worker] = house.processes;
  const meter = new UsageMeter([
    { name: 'API', pid: api?.pid ?? 0 },
    { name: 'worker', pid: worker?.pid ?? 0 },
    { name: 'PostgreSQL', pid: house.database?.postgres?.pid ?? 0 },
    { name: 'marketplace', pid: market.pid, isPeer: true },
    { name: 'floor', pid: floor.pid, isPeer: true },
    { name: 'browsers', pid: process.pid, isAlone: true, isPeer: true },
  ]);
  const late = new LateSweeps(options.client);
  const before = await market.counts();
  await market.measure();
  const beganAt = nowMs();
  for (const list of [opened.unchangedMs, opened.deltaMs, opened.triageMs]) list.length = 0;
  const sampleEveryMs = Math.min(maxSampleMs, (minutes * minuteMs) / leastSamples);
  let sampleAt = beganAt;
  while (nowMs() < beganAt + minutes * minuteMs) {
    await floor.measure();
    if (nowMs() >= sampleAt) {
      meter.sample();
      await late.look();
      sampleAt += sampleEveryMs;
    }
    await delay(Math.min(floorEveryMs, sampleEveryMs));
  }
  const usage = meter.usage();
  const changes = (await market.changes()).filter(({ at }) => at >= beganAt);
  const giveUpAt = nowMs() + restMs;
  while (nowMs() < giveUpAt && seen.delaysOf(changes).unseen > 0) await delay(floorEveryMs / 10);
  return {
    minutes,
    usage,
    sweeps: { late: late.mostLate, overdueSeconds: late.overdueSeconds },
    counts: { before, after: await market.counts() },
    dashboards: opened,
    floor,
    changes: { all: changes.length, ...seen.delaysOf(changes) },
  };
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      tenants: { type: 'string', default: '200' },
      products: { type: 'string', default: '500' },
      dashboards: { type: 'string', default: '500' },
      minutes: { type: 'string', default: '60' },
      'warm-up': { type: 'string', default: '5' },
      changes: { type: 'string', default: '20' },
      'no-first-pass': { type: 'boolean', default: false },
    },
  });
  const [tenants = 0, productsPerTenant = 0, dashboards = 0, minutes = 0, warmUpMinutes = 0, measuredPerMinute = 0] = [
    values.tenants,
    values.products,
    values.dashboards,
    values.minutes,
    values['warm-up'],
    values.changes,
  ].map(Number);
  const hasFirstPass = !values['no-first-pass'];
  const size = { tenants, productsPerTenant, dashboards };
  await benchLoad({ ...size, minutes, warmUpMinutes, hasFirstPass, measuredPerMinute, say });
}
