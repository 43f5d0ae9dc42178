import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withClient } from '../../../../scripts/postgres/database.ts';
import { testApi, type Owner } from '../../../testing/http/api.ts';
import { keepCode } from '../../admin/codes.ts';
import type { OperatorContext } from '../../admin/command.ts';
import { ExternalError } from '../../external/marketplace/external-error.ts';
import { listActs } from '../../admin/operator-queries.ts';
import { keepPackage } from '../../admin/packages.ts';
import { listInviteCodes, listPackages } from '../billing/packages/package-queries.ts';
import { savePoisoned } from '../observing/push/poisoned-queries.ts';
import { operatingRoutes } from './routes.ts';

const api = testApi();
let owner: Owner;
let redriven: number;
/** The bodies that the queue took. */
let queued: string[];
let queueFails: boolean;

const notifications: NonNullable<OperatorContext['notifications']> = {
  async send(body) {
    if (queueFails) throw new ExternalError('SQS', 'no answer', { isPermanent: false });
    queued.push(body);
  },
  countDeadLetters: async () => 2,
  async redrive() {
    redriven = (await listActs(api.worker.global, 5)).length;
    return 2;
  },
};

/** Calls a handler as an operator does. */
const byOperator =
  <Input>(handler: (input: Input) => unknown) =>
  async (input: object) =>
    handler({ actor: { email: 'operator@example.com' }, ...input } as Input);

function routes() {
  const handlers = operatingRoutes({ ...api.ctx, log: { error: () => undefined }, db: api.worker, notifications });
  return {
    keepPackage: byOperator(handlers.keepPackageByOperator),
    keepCode: byOperator(handlers.keepCodeByOperator),
    removeCode: byOperator(handlers.removeCodeByOperator),
    settle: byOperator(handlers.settleSetAside),
    redrive: byOperator(handlers.redriveDeadLetters),
  };
}

const setTrigger = (text: string) => withClient(api.database.superuserUrl, (client) => client.query(text));

beforeEach(async () => {
  queued = [];
  queueFails = false;
  owner = await api.owner();
  await keepPackage({ db: api.worker, clock: api.clock }, 'spring', (before) => ({ ...before, discount: 10 }));
  await keepCode({ db: api.worker, clock: api.clock }, { typed: 'SPRING-26', packageId: 'spring', affiliateEmail: '' });
  await sql`delete from operator_acts`.execute(api.worker.global);
  await setTrigger(`create or replace function refuse_act() returns trigger language plpgsql as $$
    begin raise exception 'acts cannot be recorded'; end $$`);
  await setTrigger('create trigger refusing before insert on operator_acts for each row execute function refuse_act()');
});
afterEach(() => setTrigger('drop trigger refusing on operator_acts'));

const recordAgain = () => setTrigger('alter table operator_acts disable trigger refusing');

async function setAside() {
  const { tenantId } = owner;
  await api.worker.tenant(tenantId, (tx) =>
    sql`
      insert into messages (
        tenant_id, message_id, transport, purpose, recipient, state, created_at, due_at, set_aside_at, last_error
      )
      values (${tenantId}, 'stuck', 'mail', 'notice', 'a@b.test', 'given up', now(), now(), now(), 'a defect')`.execute(
      tx,
    ),
  );
  const poisoned = { messageId: 'm-1', body: '{}', reason: 'a defect', deliveries: 3, setAsideAt: api.clock.now() };
  await savePoisoned(api.worker.global, poisoned);
  const { rows } = await sql<{ no: string }>`
    select max(n.notification_no)::text as no from poisoned_notifications n`.execute(api.worker.global);
  return {
    message: { kind: 'message', tenantId, messageId: 'stuck' },
    notification: { kind: 'notification', notificationNo: rows[0]?.no ?? '' },
  };
}

async function isSetAside({ tenantId }: Owner): Promise<readonly boolean[]> {
  const { rows } = await sql<{ message: boolean; notification: boolean }>`
    select exists (select 1 from messages where tenant_id = ${tenantId} and set_aside_at is not null) as message,
           exists (select 1 from poisoned_notifications) as notification`.execute(api.worker.global);
  return rows.flatMap(({ message, notification }) => [message, notification]);
}

test('a package or code that an operator changes is changed only together with the record of the act', async () => {
  const { keepPackage: change, keepCode: add, removeCode: remove } = routes();
  const changes = [
    () => change({ params: { packageId: 'spring' }, body: { discount: 20 } }),
    () => add({ body: { code: 'SUMMER-26', packageId: 'spring', affiliateEmail: '' } }),
    () => remove({ params: { code: 'SPRING-26' } }),
  ];
  for (const act of changes) await expect(act()).rejects.toThrow('acts cannot be recorded');

  expect(await kept()).toEqual({ discount: 10, codes: ['SPRING-26'] });
  await recordAgain();
  for (const act of changes) await act();

  expect(await kept()).toEqual({ discount: 20, codes: ['SUMMER-26'] });
  expect((await listActs(api.worker.global, 5)).map(({ action }) => action)).toEqual([
    'code removed',
    'code kept',
    'package kept',
  ]);
});

async function kept() {
  const packages = await listPackages(api.worker.global);
  const codes = await listInviteCodes(api.worker.global);
  return {
    discount: packages.find(({ packageId }) => packageId === 'spring')?.discount,
    codes: codes.flatMap(({ code, packageId }) => (packageId === 'spring' ? [code] : [])),
  };
}

test('set-aside work is settled only together with the record of the act', async () => {
  const { settle } = routes();
  const { message, notification } = await setAside();
  const drop = (work: object) => settle({ body: { verb: 'drop', work, reason: 'too late' } });
  for (const work of [message, notification]) await expect(drop(work)).rejects.toThrow('acts cannot be recorded');

  expect(await isSetAside(owner)).toEqual([true, true]);
  await recordAgain();
  for (const work of [message, notification]) await drop(work);

  expect(await isSetAside(owner)).toEqual([false, false]);
  expect(await listActs(api.worker.global, 5)).toHaveLength(2);
});

test('dead letters are delivered again only after the act was recorded', async () => {
  redriven = -1;
  const { redrive } = routes();
  const call = { body: { reason: 'the reader is mended' } };
  await expect(redrive(call)).rejects.toThrow('acts cannot be recorded');
  expect(redriven).toBe(-1);

  await recordAgain();
  expect(await redrive(call)).toEqual({ messages: 2 });

  expect(redriven).toBe(1);
  expect(await listActs(api.worker.global, 5)).toMatchObject([
    { action: 'dead letters delivered again', subject: '2 messages', operator: 'operator@example.com' },
  ]);
});

test('a notification that was set aside is sent to the queue again only after the act was recorded', async () => {
  const { settle } = routes();
  const { notification } = await setAside();
  const retry = () => settle({ body: { verb: 'retry', work: notification, reason: 'the reader is mended' } });
  await expect(retry()).rejects.toThrow('acts cannot be recorded');
  expect(queued).toEqual([]);

  await recordAgain();
  await retry();

  expect(queued).toEqual(['{}']);
  expect(await isNotificationSetAside()).toBe(false);
  expect(await listActs(api.worker.global, 5)).toMatchObject([
    { action: 'set-aside work tried again', operator: 'operator@example.com', reason: 'the reader is mended' },
  ]);
});

test('a notification that the queue does not take stays set aside, and the failure is recorded', async () => {
  const { settle } = routes();
  const { notification } = await setAside();
  await recordAgain();
  queueFails = true;
  const retry = settle({ body: { verb: 'retry', work: notification, reason: 'the reader is mended' } });

  await expect(retry).rejects.toMatchObject({ code: 'outside' });

  expect(await isNotificationSetAside()).toBe(true);
  const acts = await listActs(api.worker.global, 5);
  expect(acts.map(({ action }) => action)).toEqual([
    'set-aside work not tried again: the queue did not take it',
    'set-aside work tried again',
  ]);
});

async function isNotificationSetAside(): Promise<boolean | undefined> {
  const [, notification] = await isSetAside(owner);
  return notification;
}
