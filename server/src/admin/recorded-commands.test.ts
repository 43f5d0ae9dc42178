import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { addDays, dayOf } from '@app/shared/base/calendar-day.ts';
import { confirmApp, startApp } from '@app/shared/contract/two-factor.ts';
import { testApi, type Owner } from '../../testing/http/api.ts';
import { codeOfApp } from '../../testing/http/authenticator-app.ts';
import { adminCommands } from './commands.ts';
import { listActs } from './operator-queries.ts';
import { runAdmin } from './run-admin.ts';

const api = testApi();
let owner: Owner;

beforeEach(async () => {
  owner = await api.owner();
  await sql`delete from operator_acts`.execute(api.worker.global);
});

const admin = (...args: readonly string[]) => runAdmin({ ...api.ctx, db: api.worker, print: () => undefined }, args);

/** The first words and options of a command, and the record of what it does. */
interface Example {
  readonly args: readonly string[];
  readonly action: string;
  readonly subject: string;
  /** Whether the record names the tenant of the owner. */
  readonly isOfTenant?: true;
  /** A command that has to come before. */
  readonly after?: readonly string[];
  /** Makes the command possible, before the example runs. */
  readonly prepare?: () => Promise<void>;
}

const firstDay = () => addDays(dayOf(api.clock.now()), 40);

async function giveSecondStep(): Promise<void> {
  const { secret } = await owner.call(startApp);
  await owner.call(confirmApp, { body: { code: codeOfApp(secret, api.clock.now().getTime()) } });
}

const examples: Readonly<Record<string, () => Example>> = {
  announce: () => ({ args: ['Maintenance', '--all'], action: 'announced', subject: 'Maintenance' }),
  suppress: () => ({
    args: ['prime', 'lostBuybox', '--tenant', owner.email],
    action: 'watchdogs: lock',
    subject: 'prime, lostBuybox (one tenant)',
    isOfTenant: true,
  }),
  status: () => ({ args: ['20', 'prime', '--all'], action: 'watchdogs: preview', subject: 'prime (all tenants)' }),
  package: () => ({ args: ['spring', '--discount', '20'], action: 'package kept', subject: 'spring' }),
  code: () => ({
    args: ['SPRING-26', 'spring'],
    action: 'code kept',
    subject: 'SPRING-26 → spring',
    after: ['package', 'spring'],
  }),
  'rate-card': () => ({
    args: ['large', '--from', firstDay(), '--base', '0.5', '--included', '20', '--tiers', 'rest:0.01'],
    action: 'price list kept',
    subject: `large from ${firstDay()}`,
  }),
  exempt: () => ({
    args: [owner.email, 'on'],
    action: 'exempted from payment',
    subject: `subscription (${owner.email})`,
    isOfTenant: true,
  }),
  credit: () => ({
    args: [owner.email, '5.00', 'Mails were late'],
    action: 'credited 5.00 USD',
    subject: `Mails were late (${owner.email})`,
    isOfTenant: true,
  }),
  'second-step-away': () => ({
    prepare: giveSecondStep,
    args: [owner.email],
    action: 'second step taken away',
    subject: owner.email,
    isOfTenant: true,
  }),
  'log-out': () => ({ args: [owner.email], action: 'access ended', subject: owner.email, isOfTenant: true }),
  operator: () => ({ args: [owner.email], action: 'role given', subject: owner.email, isOfTenant: true }),
  'delete-tenant': () => ({
    args: [owner.email],
    action: 'deletion planned',
    subject: owner.email,
    isOfTenant: true,
  }),
  reencrypt: () => ({ args: [], action: 'secrets encrypted anew', subject: 'all tenants' }),
};

/** Commands that only show something. */
const readers = ['tenants', 'features', 'packages', 'rates', 'invoices'];
/** Commands whose records are tested beside the work that they need. */
const testedElsewhere = ['refund', 'set-aside', 'redrive'];

test('every command that changes something has an example', () => {
  const named = [...Object.keys(examples), ...readers, ...testedElsewhere];

  expect(adminCommands.map(({ name }) => name).toSorted()).toEqual(named.toSorted());
});

test.each(Object.entries(examples))('what %s does is in the list of what operators did', async (name, exampleOf) => {
  const { args, action, subject, isOfTenant, after, prepare } = exampleOf();
  await prepare?.();
  if (after) await admin(...after);
  api.clock.advance(1000);

  await admin(name, ...args);

  const [act] = await listActs(api.worker.global, 1);
  const tenantId = isOfTenant ? owner.tenantId : null;
  expect(act).toEqual({ at: api.clock.now(), operator: 'command line', action, subject, reason: null, tenantId });
});

test('a command that is refused is not in the list', async () => {
  await expect(admin('code', 'SUMMER-26', 'no-such-package')).rejects.toThrow('There is no package');
  await expect(admin('delete-tenant', owner.email, '--take-back')).rejects.toThrow('No deletion');

  expect(await listActs(api.worker.global, 1)).toEqual([]);
});
