import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { logIn } from '@app/shared/contract/auth.ts';
import { createApi } from '../../src/api.ts';
import { openDb, type Db } from '../../src/lib/db/db.ts';
import { contextFor, openFeed, ownersPassword, signUpBody } from '../../testing/http/api.ts';
import { openBrowser, type Browser } from '../../testing/http/browser.ts';
import { testClock } from '../../testing/clock.ts';
import { testDatabase } from '../../testing/database/database.ts';
import { testNow } from '../../testing/database/postgres.ts';
import { openTcpProxy, type TcpProxy } from '../../testing/database/tcp-proxy.ts';

const database = testDatabase();
/** Short enough to wait for, and long enough for a busy machine. */
const limits = { acquireMs: 1500, statementMs: 1500, answerMs: 2000, idleInTransactionMs: 15_000 };

let proxy: TcpProxy;
let db: Db;
let app: FastifyInstance;
let browser: Browser;
let email: string;
let lines: { readonly reqId?: string; readonly level: number; readonly err?: { readonly message: string } }[];

/** Starts the whole API, which reaches the database only through the proxy. */
beforeEach(async () => {
  proxy = await openTcpProxy(inject('postgres').port);
  lines = [];
  email = `${crypto.randomUUID()}@example.com`;
  const proxied = { ...database, apiUrl: proxy.url(database.apiUrl) };
  const parts = contextFor({ database: proxied, clock: testClock(testNow), errors: [], mails: [], options: {} });
  await parts.db.close();
  db = openDb({ url: proxied.apiUrl, maxConnections: 2, limits, onIdleError: () => undefined });
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const ctx = { ...parts, db, log };
  app = await createApi(ctx, await openFeed(ctx), { operator: ctx });
  browser = openBrowser(app);
});
afterEach(async () => {
  await app.close();
  await db.close();
  await proxy.close();
});

const logInOnce = () =>
  browser.request({ method: 'POST', url: logIn.path, payload: { email, password: ownersPassword } });

const losses: readonly [string, (proxy: TcpProxy) => void][] = [
  ['refuses', (lost) => lost.refuse()],
  ['has vanished without a word', (lost) => lost.fallSilent()],
];

test.each(losses)(
  'while the database %s calls are answered with a retry error, and succeed when it is back',
  async (_how, lose) => {
    await browser.request({ method: 'POST', url: '/api/auth/signup/standard', payload: signUpBody(email) });
    lose(proxy);

    const answers = await Promise.all([logInOnce(), logInOnce(), logInOnce(), logInOnce()]);
    const readiness = await app.inject('/readyz');

    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([503]));
    expect(answers[0]?.json()).toEqual({
      error: 'The server cannot do this at the moment. Please try again in a minute',
      message: 'The server cannot do this at the moment. Please try again in a minute',
      code: 'unavailable',
      requestId: expect.any(String),
    });
    expect(lines.map(({ reqId }) => reqId)).toEqual(
      expect.arrayContaining(answers.map((answer) => answer.json<{ requestId: string }>().requestId)),
    );
    expect(lines.every(({ err }) => err?.message.startsWith('The database is not available: '))).toBe(true);
    expect(readiness.statusCode).toBe(503);
    proxy.restore();
    expect((await logInOnce()).statusCode).toBe(204);
  },
);
