import { sql, type KyselyPlugin } from 'kysely';
import { expect, test } from 'vitest';
import { minuteMs, secondMs } from '@app/shared/base/time.ts';
import { withClient } from '../../scripts/postgres/database.ts';
import { listTables } from '../testing/database/tables.ts';
import { testApi } from '../testing/http/api.ts';
import { choresOf } from './chores.ts';
import { openSenders } from './features/delivering/open-senders.ts';
import { createOutbox } from './features/delivering/outbox/outbox.ts';
import { planDue } from './features/observing/sweeping/plan.ts';
import { globalTables } from './lib/db/access.ts';
import { AmongTenants } from './lib/db/among-tenants.ts';
import { withPlugin, type Executor } from './lib/db/executor.ts';
import type { Queue } from './lib/jobs/queue.ts';
import { pacedMs } from './lib/jobs/loop.ts';
import { everyTurn } from './lib/jobs/tenant-turns.ts';
import { WorkBells } from './lib/jobs/work-bells.ts';

const api = testApi({
  environment: {
    AFFILIATE_API_URL: 'http://affiliates.test',
    AFFILIATE_API_KEY: 'key',
    AFFILIATE_ACCOUNT_ID: 'account',
  },
});

/**
 * The limit for chores. The queue, the listening connections and the report to operators use the rest of the five
 * transactions a second that an idle worker may have.
 */
const mostPerSecond = 3;

const nothing = () => Promise.resolve();
const unused: Queue = { send: () => Promise.reject(new Error('Nothing is due')), work: nothing, stop: nothing };

/**
 * All chores of a worker with every outside service, on a database that counts its transactions.
 * @param plugins for the statements that find work of all tenants
 */
function countedLooks(...plugins: readonly KyselyPlugin[]) {
  const { worker } = api;
  let asked = 0;
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => {
      asked += 1;
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  const tenant: typeof worker.tenant = (tenantId, work) => {
    asked += 1;
    return worker.tenant(tenantId, work);
  };
  const global = withPlugin(worker.global, counting);
  const finding = plugins.reduce(withPlugin, global);
  const acrossTenants = <T>(find: (executor: Executor) => Promise<T>): Promise<T> => find(finding);
  const db = { ...worker, tenant, global, acrossTenants };
  const ctx = { ...api.ctx, db };
  const outbox = createOutbox(ctx, openSenders(ctx));
  const chores = choresOf(ctx, {
    bells: new WorkBells(),
    maintenance: db,
    sending: { turn: () => outbox.turn() },
    report: nothing,
    watchKeys: nothing,
  });
  const { signal } = new AbortController();
  const usualMs = pacedMs(ctx.config.checkSpeedup);
  const looks = chores
    .map((chore) => ({ everyMs: usualMs, ...chore }))
    // A chore that runs less than once a minute adds next to nothing to the rate.
    .filter(({ everyMs }) => everyMs <= minuteMs)
    .map(({ everyMs, turn }) => async () => {
      while ((await turn(everyTurn, signal)) === true);
      return everyMs;
    });
  /** Lets each loop look once and returns the transactions in a second, if each of them looks at its interval. */
  return async (): Promise<number> => {
    let perSecond = 0;
    for (const look of [...looks, () => planDue(ctx, unused)]) {
      asked = 0;
      const everyMs = await look();
      perSecond += (asked * secondMs) / everyMs;
    }
    await outbox.drain();
    return perSecond;
  };
}

test('the loops of a worker without work ask the database at most 3 times a second, whatever the number of tenants', async () => {
  await api.owner();
  const lookOnce = countedLooks();
  // The first look of each loop does the work of the new tenants and is not counted.
  await lookOnce();
  const ofOne = await lookOnce();

  for (let tenants = 1; tenants < 10; tenants += 1) await api.owner();
  await lookOnce();
  const ofTen = await lookOnce();

  expect(ofOne).toBeLessThanOrEqual(mostPerSecond);
  expect(ofTen).toBe(ofOne);
});

test('each loop looks for work also while tenants are left out, and its statement asks for the others only', async () => {
  const { tenantId } = await api.owner();
  const tables = (await withClient(api.database.superuserUrl, listTables)).filter(
    (name) => !globalTables.some((global) => global === name),
  );
  const asked: string[] = [];
  const recording: KyselyPlugin = {
    transformQuery: ({ node }) => {
      asked.push(sql`${{ toOperationNode: () => node }}`.compile(api.worker.global).sql);
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };

  await countedLooks(new AmongTenants({ tables: new Set(tables), tenantIds: [tenantId] }), recording)();

  const restriction = new RegExp(
    `\\(select \\* from \\w+ where tenant_id = any\\('{${tenantId}}'::uuid\\[\\]\\)\\)`,
    'g',
  );
  const reads = new RegExp(String.raw`(?:\b(?:from|join)|,)\s+(?:${tables.join('|')})\b(?!\.)`);
  const finders = asked.filter((text) => !/\b(?:insert into|delete from|update \w+)\b/.test(text));
  expect(finders.length).toBeGreaterThan(20);
  expect(finders.filter((text) => reads.test(text.replaceAll(restriction, '')))).toEqual([]);
});
