import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startStandIn } from '../scripts/processes/stand-in.ts';
import { testDatabase } from '../server/testing/database/database.ts';
import { openTestDb } from '../server/testing/database/factories.ts';
import type { Db } from '../server/src/lib/db/db.ts';
import { collectInvoices } from '../server/src/features/billing/collecting/collect.ts';
import { collectUntilDeath, collectUntilPaid, deliverEvents, faultsOf, replaceCard, whileDeclining } from './lib/billing/collecting-rounds.ts'; // prettier-ignore
import { collectingWorld, type CollectingWorld, type PayingTenant } from './lib/billing/collecting-world.ts';

const database = testDatabase();
const standIn = await startStandIn({ speedup: 1 });
let db: Db;
let world: CollectingWorld;
let tenant: PayingTenant;

beforeAll(async () => {
  db = openTestDb(database.workerUrl);
  world = collectingWorld(db, standIn);
  await world.happen({ type: 'rateLimit', perSecond: null });
  tenant = await world.addTenant();
});
afterAll(async () => {
  await db.close();
  await standIn.stop();
});

describe('an invoice is charged exactly once', () => {
  test('by collectors that die at any step', async () => {
    const faults: string[] = [];
    let isDead = true;
    for (let step = 1; isDead; step += 1) {
      const invoice = await world.addInvoice(tenant);
      isDead = await collectUntilDeath(world, step);
      await collectUntilPaid(world, invoice);
      const found = await faultsOf(world, invoice, { declines: 0 });
      faults.push(...found.map((fault) => `step ${step}: ${fault}`));
    }
    expect(faults).toEqual([]);
  });

  test.each([
    ['errorAfter', 'POST /v1/invoices/{id}/pay'],
    ['error', 'POST /v1/invoices/{id}/pay'],
    ['error', 'POST /v1/invoices'],
  ])('within the hour, when the provider has the fault %s at %s', async (fault, call) => {
    const invoice = await world.addInvoice(tenant);
    const began = world.clock.now().getTime();
    await world.happen({ type: 'api', fault, call });
    await collectInvoices(world.ctx);
    await collectUntilPaid(world, invoice);
    await world.happen({ type: 'clear' });

    expect(await faultsOf(world, invoice, { declines: 0 })).toEqual([]);
    expect(world.clock.now().getTime() - began).toBeLessThan(3_600_000);
  });
});

test('a collector that dies after a decline does not count or charge it twice', async () => {
  const faults: string[] = [];
  let isDead = true;
  for (let step = 9; isDead; step += 1) {
    const invoice = await world.addInvoice(tenant);
    await world.happen({ type: 'decline', code: 'insufficient_funds', customer: tenant.customerId });
    isDead = await collectUntilDeath(world, step);
    await collectUntilPaid(world, invoice);
    const found = await faultsOf(world, invoice, { declines: 1 });
    faults.push(...found.map((fault) => `step ${step}: ${fault}`));
  }
  expect(faults).toEqual([]);
});

test('a card that is saved during an attempt pays at once, and the event of its set-up changes nothing', async () => {
  const other = await world.addTenant('tok_chargeCustomerFail');
  const invoice = await world.addInvoice(other);
  await collectInvoices(whileDeclining(world, () => replaceCard(world, other)));
  await collectInvoices(world.ctx);
  await deliverEvents(world, new Date(0));
  await collectInvoices(world.ctx);

  expect(await faultsOf(world, invoice, { declines: 1 })).toEqual([]);
});

test('the event of a set-up that comes late makes no attempt of its own', async () => {
  const other = await world.addTenant('tok_chargeCustomerFail');
  const invoice = await world.addInvoice(other);
  await collectInvoices(world.ctx);
  await deliverEvents(world, new Date(0));
  await collectInvoices(world.ctx);

  expect(await world.readInvoice(invoice)).toMatchObject({ state: 'failed', failedAttempts: 1 });
});
