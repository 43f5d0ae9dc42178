import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { createApi } from '../../src/api.ts';
import { openSenders } from '../../src/features/delivering/open-senders.ts';
import { createOutbox } from '../../src/features/delivering/outbox/outbox.ts';
import { type Db, openDb } from '../../src/lib/db/db.ts';
import { dbLimits } from '../../src/lib/db/limits.ts';
import { type Random, systemRandom } from '../../src/lib/random.ts';
import { testClock } from '../clock.ts';
import type { TestDatabase } from '../database/nodes.ts';
import { testNow } from '../database/postgres.ts';
import { contextFor, openFeed } from '../http/api.ts';
import { type Browser, openBrowser } from '../http/browser.ts';

/** The cookies of a logged-in browser, and the token of a program of the same person. */
export interface Login {
  readonly cookies: ReadonlyMap<string, string>;
  readonly token: string | null;
}

export interface House {
  readonly app: FastifyInstance;
  readonly database: TestDatabase;
  readonly mails: { readonly to: string; readonly text: string }[];
  browser(login?: Login): Browser;
  /**
   * Restarts the generated ids and tokens at this number, so that two servers that received different calls generate
   * the same ones again.
   */
  numberFrom(count: number): void;
  close(): Promise<void>;
}

interface HouseOptions {
  readonly database: TestDatabase;
  /** A replacement of the database connection, with a planted leak. */
  readonly db?: Db;
}

/**
 * Starts the whole API on an existing database. Two instances on equal databases give identical answers, including ids
 * and tokens.
 */
export async function openHouse({ database, db }: HouseOptions): Promise<House> {
  const mails: House['mails'] = [];
  const clock = testClock(testNow);
  const sent: Parameters<typeof contextFor>[0]['mails'] = [];
  const parts = contextFor({ database, clock, errors: [], mails: sent, options: {} });
  const mailer = { send: async (mail: { to: string; text: string }) => void mails.push(mail), close: () => undefined };
  const numbers = { last: 0 };
  const ctx = { ...parts, mailer, random: countingRandom(numbers), db: db ?? parts.db };
  const worker = openDb({
    url: database.workerUrl,
    maxConnections: 2,
    limits: dbLimits.worker,
    onIdleError: () => undefined,
  });
  const app = await createApi(ctx, await openFeed(ctx), { operator: { ...ctx, db: worker } });
  // The outbox generates its ids separately, because the number of its claims differs between the two servers.
  const sending = { ...parts, mailer, db: worker, random: systemRandom };
  const outbox = createOutbox(sending, openSenders(sending));
  return {
    app,
    database,
    mails,
    browser: (login) => openBrowser(app, { ...login, afterAnswer: () => outbox.drain() }),
    numberFrom: (count) => void (numbers.last = count),
    async close() {
      await app.close();
      await parts.db.close();
      await worker.close();
      if (db) await db.close();
    },
  };
}

/** Replaces randomness by a counter, so that two servers generate the same values. */
function countingRandom(numbers: { last: number }): Random {
  const next = (): string => String((numbers.last += 1));
  return {
    fraction: () => 0.5,
    uuid: () => `00000000-0000-4000-8000-${next().padStart(12, '0')}`,
    token: () => createHash('sha256').update(next()).digest('base64url'),
  };
}
