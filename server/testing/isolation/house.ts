import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { createApi } from '../../src/api.ts';
import { openSenders } from '../../src/features/delivering/open-senders.ts';
import { createOutbox } from '../../src/features/delivering/outbox/outbox.ts';
import { type Db, openDb } from '../../src/lib/db/db.ts';
import { dbLimits } from '../../src/lib/db/limits.ts';
import { type Random, systemRandom } from '../../src/lib/random.ts';
import { testClock } from '../clock.ts';
import type { TestDatabase } from '../database/database.ts';
import { testNow } from '../database/postgres.ts';
import { contextFor, openFeed } from '../http/api.ts';
import { type Browser, openBrowser } from '../http/browser.ts';

export interface House {
  readonly app: FastifyInstance;
  readonly database: TestDatabase;
  readonly mails: { readonly to: string; readonly text: string }[];
  browser(cookies?: ReadonlyMap<string, string>): Browser;
  /** What is made up from here on has these numbers: two houses that are not asked the same keep in step. */
  numberFrom(count: number): void;
  close(): Promise<void>;
}

interface HouseOptions {
  readonly database: TestDatabase;
  /** Instead of the product's own way to the database: one with a hole in it. */
  readonly db?: Db;
}

/** The whole API on a database that is there already. Two of them answer the same, ids and tokens too. */
export async function openHouse({ database, db }: HouseOptions): Promise<House> {
  const mails: House['mails'] = [];
  const clock = testClock(testNow);
  const sent: Parameters<typeof contextFor>[0]['mails'] = [];
  const parts = contextFor({ database, clock, errors: [], mails: sent, options: {} });
  const mailer = { send: async (mail: { to: string; text: string }) => void mails.push(mail), close: () => undefined };
  const numbers = { last: 0 };
  const ctx = { ...parts, mailer, random: countingRandom(numbers), db: db ?? parts.db };
  const app = await createApi(ctx, await openFeed(ctx));
  const worker = openDb({
    url: database.workerUrl,
    maxConnections: 2,
    limits: dbLimits.worker,
    onIdleError: () => undefined,
  });
  // Ids of its own: what it claims must not put the two houses out of step.
  const sending = { ...parts, mailer, db: worker, random: systemRandom };
  const outbox = createOutbox(sending, openSenders(sending));
  return {
    app,
    database,
    mails,
    browser(cookies = new Map()) {
      const browser = openBrowser(app, { afterAnswer: () => outbox.drain() });
      for (const [name, value] of cookies) browser.cookies.set(name, value);
      return browser;
    },
    numberFrom: (count) => void (numbers.last = count),
    async close() {
      await app.close();
      await parts.db.close();
      await worker.close();
      if (db) await db.close();
    },
  };
}

/** No chance at all: what one house makes up, the other does too. */
function countingRandom(numbers: { last: number }): Random {
  const next = (): string => String((numbers.last += 1));
  return {
    fraction: () => 0.5,
    uuid: () => `00000000-0000-4000-8000-${next().padStart(12, '0')}`,
    token: () => createHash('sha256').update(next()).digest('base64url'),
  };
}
