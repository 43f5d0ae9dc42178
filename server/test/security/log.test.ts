import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { logIn, signOut } from '@app/shared/contract/auth.ts';
import { createApi } from '../../src/api.ts';
import { createLog } from '../../src/lib/log.ts';
import { openFeed, ownersPassword, testApi } from '../../testing/http/api.ts';
import { openBrowser } from '../../testing/http/browser.ts';
import { addUser } from '../../testing/http/users.ts';

const api = testApi();

/** Every line that the API writes, in the format of production. */
const lines: string[] = [];
let app: FastifyInstance;
beforeAll(async () => {
  const ctx = { ...api.ctx, log: createLog('info', { write: (line) => void lines.push(line) }) };
  app = await createApi(ctx, await openFeed(ctx), { operator: ctx });
});
afterAll(() => app.close());

const linesOf = async (work: () => Promise<unknown>): Promise<readonly Record<string, unknown>[]> => {
  lines.length = 0;
  await work();
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
};

test('a refusal is logged with its time, its call, the tenant and the network', async () => {
  const owner = await api.owner();
  const user = await addUser(api, owner);
  const member = openBrowser(app, { cookies: user.cookies });
  const forged = openBrowser(app, { cookies: owner.cookies });
  forged.withoutCsrf = true;

  const logged = await linesOf(async () => {
    await member.request({ url: '/api/billing/budget' });
    await forged.request({ method: 'DELETE', url: '/api/auth/sessions' });
    await app.inject({
      url: '/api/v1/me',
      headers: { authorization: 'Bearer wp_pat_wrong' },
      remoteAddress: '203.0.113.8',
    });
  });

  expect(logged).toMatchObject([
    {
      level: 'info',
      time: expect.any(Number),
      reqId: expect.any(String),
      msg: 'a call was refused',
      code: 'forbidden',
      method: 'GET',
      route: '/api/billing/budget',
      tenantId: owner.tenantId,
      emailAddressId: user.emailAddressId,
      network: '203.0.113.7',
    },
    { msg: 'a call was refused', code: 'csrf', tenantId: owner.tenantId },
    { msg: 'a call was refused', code: 'invalidToken', network: '203.0.113.8' },
  ]);
});

test('an input that a schema refuses is logged with its call, and nothing of it', async () => {
  const owner = await api.owner();
  const member = openBrowser(app, { cookies: owner.cookies });

  const logged = await linesOf(async () => {
    await member.request({ url: '/api/product/rank/daily-breakdown?productId=marker' });
    await member.request({
      method: 'POST',
      url: '/api/support/ticket',
      payload: '{"marker',
      headers: { 'content-type': 'application/json' },
    });
    await app.inject({ url: '/api/%E0%A4%A', remoteAddress: '203.0.113.9' });
  });

  expect(logged).toMatchObject([
    { code: 'badRequest', method: 'GET', route: '/api/product/rank/daily-breakdown', tenantId: owner.tenantId },
    { code: 'badRequest', method: 'POST', route: '/api/support/ticket' },
    { code: 'badRequest', network: '203.0.113.9' },
  ]);
  expect(JSON.stringify(logged)).not.toContain('marker');
});

test('texts of others stay within their line of the log', async () => {
  const hostile = 'x\n{"level":"error","msg":"forged"}\r\u2028\u001B[31m';
  const logged = await linesOf(async () => {
    await openBrowser(app).send(logIn, { body: { email: hostile, password: ownersPassword } });
    await app.inject({
      url: `/api/v1/me?${encodeURIComponent(hostile)}`,
      headers: { authorization: `Bearer ${'x'.repeat(9)}` },
    });
  });

  expect(logged.length).toBeGreaterThan(0);
  expect(logged.filter(({ msg }) => msg === 'forged')).toEqual([]);
  expect(lines.filter((line) => line.trimEnd().includes('\n') || line.includes('\u001B'))).toEqual([]);
});

test('the API can add to the audit trail and change nothing in it', async () => {
  const owner = await api.owner();
  await owner.call(signOut);
  const change = (statement: ReturnType<typeof sql>) =>
    api.ctx.db.tenant(owner.tenantId, (tx) => statement.execute(tx));

  await expect(change(sql`update audit_events set actor = 'nobody'`)).rejects.toThrow('permission denied');
  await expect(change(sql`delete from audit_events`)).rejects.toThrow('permission denied');
});
