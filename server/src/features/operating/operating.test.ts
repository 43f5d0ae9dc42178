import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { auditTrail } from '@app/shared/contract/accounts.ts';
import { operatorCalls } from '@app/shared/contract/operator.ts';
import * as twoFactor from '@app/shared/contract/two-factor.ts';
import { stateOfTheWorld } from '@app/shared/contract/world.ts';
import { hourMs } from '@app/shared/base/time.ts';
import { codeOfApp } from '../../../testing/http/authenticator-app.ts';
import { testApi, type Owner } from '../../../testing/http/api.ts';
import { addUser } from '../../../testing/http/users.ts';
import { populate } from '../../../testing/database/populate.ts';
import { withClient } from '../../../../scripts/postgres/database.ts';
import { listActs, type OperatorAct } from '../../admin/operator-queries.ts';
import { runAdmin } from '../../admin/run-admin.ts';
import { reportProcess } from './processes/report-process.ts';
import { operatingRoutes } from './routes.ts';

const api = testApi();
const call = operatorCalls;
const processId = crypto.randomUUID();
const noAnswers = { ok: 0, '403': 0, '429': 0, refused: 0, failed: 0 };
let operator: Owner;
let watched: Owner;

async function admin(...args: readonly string[]): Promise<string> {
  const lines: string[] = [];
  await runAdmin({ ...api.ctx, db: api.worker, print: (line) => void lines.push(line) }, args);
  return lines.join('\n');
}

beforeAll(async () => {
  operator = await api.owner({ companyName: 'Operations' });
  watched = await api.owner({ companyName: 'Kettles and Sons' });
  await withClient(api.database.superuserUrl, (client) =>
    populate(client, { tenantId: watched.tenantId, marker: 'MARKERW' }),
  );
});

const codeOf = (answer: { statusCode: number; json(): { code: string } }) => [answer.statusCode, answer.json().code];
const letCacheExpire = () => api.clock.advance(1000);

test('the calls exist for an operator with a second step alone, and for nobody else', async () => {
  const user = await addUser(api, watched);
  expect(codeOf(await operator.send(call.operatorState))).toEqual([404, 'notFound']);
  expect(codeOf(await watched.send(call.operatorState))).toEqual([404, 'notFound']);
  expect(codeOf(await user.send(call.operatorState))).toEqual([404, 'notFound']);

  expect(await admin('operator', operator.email)).toContain('once a second step is set up');
  letCacheExpire();
  expect(codeOf(await operator.send(call.operatorState))).toEqual([403, 'operatorTwoFactor']);

  const { secret } = await operator.call(twoFactor.startApp);
  await operator.call(twoFactor.confirmApp, { body: { code: codeOfApp(secret, api.clock.now().getTime()) } });
  expect((await operator.send(call.operatorState)).statusCode).toBe(200);

  await admin('operator', operator.email, '--remove');
  letCacheExpire();
  expect(codeOf(await operator.send(call.operatorState))).toEqual([404, 'notFound']);
  await admin('operator', operator.email);
  letCacheExpire();
});

test('the state shows figures, running processes and what operators did', async () => {
  const identity = { processId, role: 'worker', version: '9.9.9', startedAt: api.clock.now() } as const;
  const loops = new Map([['plan', 4]]);
  await reportProcess(
    { db: api.worker, clock: api.clock },
    { identity, loops, answers: { recent: () => ({ ...noAnswers, '429': 3 }) } },
  );
  api.clock.advance(15_000);

  const state = await operator.call(call.operatorState);

  expect(state.processes).toMatchObject([{ version: '9.9.9', failingLoops: { plan: 4 }, answers: { '429': 3 } }]);
  expect(state.figures).toContainEqual({
    name: 'watchpost_processes',
    labels: { role: 'worker', version: '9.9.9' },
    value: 1,
  });
  expect(state.acts[0]).toMatchObject({ operator: 'command line', action: 'role given', subject: operator.email });
});

test('a tenant is found by its name, and shown without secrets; its owner reads of the look, once an hour', async () => {
  const { tenants } = await operator.call(call.operatorTenants, { query: { search: 'company markerw' } });
  expect(tenants.map(({ tenantId }) => tenantId)).toEqual([watched.tenantId]);

  const look = () => operator.call(call.operatorTenant, { params: { tenantId: watched.tenantId } });
  const found = await look();
  await look();
  const events = async () =>
    (await watched.call(auditTrail, { query: {} })).events.filter(({ action }) => action === 'account looked at');

  expect(found).toMatchObject({
    tenant: { companyName: 'Company MARKERW' },
    counts: { products: 1, tracked: 1 },
    sellers: [{ name: 'Shop MARKERW', state: 'connected' }],
  });
  expect(JSON.stringify(found)).not.toContain('k1.MARKERW');
  expect(await events()).toMatchObject([{ actor: 'operator', subject: 'Company MARKERW' }]);
  api.clock.advance(hourMs + 1);
  await look();
  expect(await events()).toHaveLength(2);
  const unknown = await operator.send(call.operatorTenant, { params: { tenantId: crypto.randomUUID() } });
  expect(codeOf(unknown)).toEqual([404, 'notFound']);
});

const setAsideMessage = (messageId: string) =>
  api.worker.tenant(watched.tenantId, async (tx) => {
    await sql`
      insert into messages (
        tenant_id, message_id, transport, purpose, recipient, state, created_at, due_at, attempts, set_aside_at,
        last_error, sealed_payload
      )
      values (
        ${watched.tenantId}, ${messageId}, 'mail', 'notice', 'a@b.test', 'given up', now(), now(), 5, now(),
        'It could not be composed: a defect', 'k1.payload'
      )`.execute(tx);
    await sql`
      insert into deliveries (
        tenant_id, flip_at, flip_id, email_address_id, channel, state, message_id, next_attempt_at, last_error
      )
      values (
        ${watched.tenantId}, ${api.clock.now()}, 77, 1, 'mail', 'failed', ${messageId}, now(),
        'It could not be composed: a defect'
      )`.execute(tx);
  });

async function messageRow(messageId: string) {
  const { rows } = await sql<{ state: string; attempts: number; sealed: string | null; member: string }>`
    select m.state, m.attempts, m.sealed_payload as sealed, d.state as member
      from messages m
      join deliveries d on d.tenant_id = m.tenant_id and d.message_id = m.message_id
     where m.message_id = ${messageId}`.execute(api.worker.global);
  return rows[0];
}

test('a message that was set aside is tried again with its members, or dropped, with a reason that is kept', async () => {
  await setAsideMessage('again');
  const { messages } = await operator.call(call.setAsideWork);
  expect(messages).toMatchObject([{ messageId: 'again', error: 'It could not be composed: a defect' }]);
  const work = { kind: 'message', tenantId: watched.tenantId, messageId: 'again' } as const;

  await operator.call(call.settleSetAside, { body: { verb: 'retry', work, reason: 'the template is mended' } });

  // The message is due again; its attempts are counted from the start.
  expect(await messageRow('again')).toMatchObject({ attempts: 0, member: 'pending' });
  const { acts } = await operator.call(call.operatorState);
  expect(acts[0]).toMatchObject({
    operator: operator.email,
    subject: 'message again',
    reason: 'the template is mended',
  });
  const twice = await operator.send(call.settleSetAside, { body: { verb: 'retry', work, reason: 'again' } });
  expect(codeOf(twice)).toEqual([400, 'badRequest']);

  await sql`delete from deliveries where message_id = 'again'`.execute(api.worker.global);
  await setAsideMessage('gone');
  await admin('set-aside', 'drop', 'message', watched.tenantId, 'gone', '--reason', 'too late to matter');
  expect(await messageRow('gone')).toEqual({ state: 'given up', attempts: 5, sealed: null, member: 'failed' });
  expect((await operator.call(call.setAsideWork)).messages).toEqual([]);
});

test('the turn of a tenant that a chore has set aside is tried again when asked, and cannot be dropped', async () => {
  const work = { kind: 'turn', tenantId: watched.tenantId, chore: 'end mutes' } as const;
  const settle = (verb: 'retry' | 'drop') =>
    operator.send(call.settleSetAside, { body: { verb, work, reason: 'the defect is mended' } });

  expect(codeOf(await settle('drop'))).toEqual([400, 'badRequest']);
  expect((await settle('retry')).statusCode).toBe(204);
  expect((await operator.call(call.setAsideWork)).turns).toMatchObject([{ chore: 'end mutes', isRetryAsked: true }]);
});

const announcementOf = async (owner: Owner) => (await owner.call(stateOfTheWorld, { query: {} })).announcement;

test('announcements and kinds reach one tenant or all, as by the commands', async () => {
  const { tenantId } = watched;
  const one = await operator.call(call.announceByOperator, { body: { tenantId, text: 'Maintenance' } });
  expect([one.tenants, await announcementOf(watched), await announcementOf(operator)]).toEqual([
    1,
    'Maintenance',
    null,
  ]);

  const all = await operator.call(call.announceByOperator, { body: { tenantId: null, text: null } });
  expect([all.tenants, await announcementOf(watched)]).toEqual([2, null]);

  const kinds = (change: 'preview' | 'lock' | 'on', types = ['price']) =>
    operator.send(call.setKindsByOperator, { body: { tenantId, types, change } });
  await kinds('preview');
  await kinds('lock', ['prime']);
  expect(await admin('features', '--tenant', tenantId)).toMatch(/price: preview\n.*prime: locked/);
  expect(codeOf(await kinds('on', ['dragons']))).toEqual([400, 'badRequest']);
});

const isAnnounced = ({ action, subject }: OperatorAct) => action === 'announced' && subject === 'Maintenance at noon';

test('a change for all tenants reaches the others when it fails for one, names that one, and is recorded before its work', async () => {
  const broken = operator.tenantId;
  const recorded: number[] = [];
  const tenant: typeof api.worker.tenant = async (tenantId, work) => {
    recorded.push((await listActs(api.worker.global, 5)).filter(isAnnounced).length);
    if (tenantId === broken) throw new Error('a defect of this tenant');
    return api.worker.tenant(tenantId, work);
  };
  const log = { error: () => undefined };
  const routes = operatingRoutes({ ...api.ctx, log, db: { ...api.worker, tenant } });
  const asOperator = { actor: { email: operator.email } };
  const announcing = { ...asOperator, body: { tenantId: null, text: 'Maintenance at noon' } };
  const locking = { ...asOperator, body: { tenantId: null, types: ['price'], change: 'lock' } };
  const failed = [{ tenantId: broken, error: 'a defect of this tenant' }];

  const announced = await routes.announceByOperator(announcing as Parameters<typeof routes.announceByOperator>[0]);
  const locked = await routes.setKindsByOperator(locking as Parameters<typeof routes.setKindsByOperator>[0]);

  expect([announced, locked]).toEqual([
    { tenants: 1, failed },
    { tenants: 1, failed },
  ]);
  expect(await announcementOf(watched)).toBe('Maintenance at noon');
  expect(await admin('features', '--tenant', watched.tenantId)).toContain('price: locked');
  expect(recorded).toEqual([1, 1, 1, 1]);
});

test('packages and codes are kept and removed, as by the commands', async () => {
  await operator.call(call.keepPackageByOperator, { params: { packageId: 'spring' }, body: { discount: 20 } });
  await operator.call(call.keepCodeByOperator, { body: { code: 'spring-26', packageId: 'spring' } });
  const kept = await operator.call(call.operatorPackages);
  expect(kept.packages.find(({ packageId }) => packageId === 'spring')).toMatchObject({ discount: 20 });
  expect(kept.codes).toContainEqual({ code: 'SPRING-26', packageId: 'spring', personalAffiliateEmail: null });

  await operator.call(call.removeCodeByOperator, { params: { code: 'SPRING-26' } });
  expect(await admin('packages')).not.toContain('SPRING-26');
  const unknown = await operator.send(call.removeCodeByOperator, { params: { code: 'SPRING-26' } });
  expect(codeOf(unknown)).toEqual([400, 'badRequest']);
});
