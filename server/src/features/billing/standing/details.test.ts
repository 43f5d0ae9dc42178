import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { getBillingDetails, saveBillingDetails } from '@app/shared/contract/billing.ts';
import type { CallInput } from '@app/shared/contract/endpoint.ts';
import { minuteMs } from '@app/shared/base/time.ts';
import { billingApi } from '../../../../testing/billing/billing-api.ts';
import type { Owner } from '../../../../testing/http/api.ts';

const billing = await billingApi();
const { api } = billing;
const address = { line1: '1 Pier Street', city: 'Kiel', postalCode: '24103', country: 'DE', taxId: 'DE123456789' };
const details = { billingName: 'Brightkeel GmbH', address };

let owner: Owner;

beforeEach(async () => {
  await billing.forgetTenants();
  await billing.happen({ type: 'clear' });
  owner = await api.owner();
});

const save = (body: CallInput<typeof saveBillingDetails>['body']) => owner.send(saveBillingDetails, { body });

/** The name, city and tax ids of the owner's customer at the provider. */
async function atProvider() {
  const { customers, taxIds } = await billing.known();
  const customer = customers.find(({ metadata }) => metadata.tenant === owner.tenantId);
  return {
    name: customer?.name,
    city: customer?.address?.['city'],
    taxIds: taxIds.filter((taxId) => taxId.customer === customer?.id).map(({ type, value }) => `${type} ${value}`),
  };
}

const sent = { name: 'Brightkeel GmbH', city: 'Kiel', taxIds: ['eu_vat DE123456789'] };

describe('the name, address and tax id on invoices', () => {
  test('are read back as they were saved, before there is a payment method too', async () => {
    expect(await owner.call(getBillingDetails)).toMatchObject({ address: null });

    await save(details);

    expect(await owner.call(getBillingDetails)).toEqual(details);
  });

  test('reach the provider when they are saved, or with the first payment method', async () => {
    await save(details);
    await billing.giveCard(owner);
    await billing.work();
    expect(await atProvider()).toEqual(sent);

    await save({ billingName: 'Brightkeel AG', address: { ...address, city: 'Bern', country: 'CH', taxId: 'CHE-1' } });
    expect(await atProvider()).toEqual({ name: 'Brightkeel AG', city: 'Bern', taxIds: ['ch_vat CHE-1'] });
  });

  test('a saved name leaves the address, and a removed address is removed there too', async () => {
    await billing.giveCard(owner);
    await save(details);
    await save({ billingName: 'Lark' });
    expect(await owner.call(getBillingDetails)).toEqual({ billingName: 'Lark', address });

    await save({ billingName: 'Lark', address: null });
    expect(await owner.call(getBillingDetails)).toEqual({ billingName: 'Lark', address: null });
    expect(await atProvider()).toEqual({ name: 'Lark', city: undefined, taxIds: [] });
  });

  test.each([
    ['line1', ' ', 'The street and number are missing'],
    ['city', '', 'The city is missing'],
    ['country', '', 'The country is missing'],
  ])('are not saved with half an address, as in the form: %s', async (field, text, told) => {
    await save(details);

    const refused = await save({ billingName: 'Lark', address: { ...address, [field]: text } });

    expect([refused.statusCode, refused.json<{ message: string }>().message]).toEqual([
      400,
      expect.stringContaining(`body.address.${field}: ${told}`),
    ]);
    expect(await owner.call(getBillingDetails)).toEqual(details);
  });

  test('a tab in the name or the address, which people cannot see, becomes a space', async () => {
    const pasted = { ...address, line1: '1\tPier\nStreet', city: 'Kiel\u2028' };
    await save({ ...details, billingName: '\tBrightkeel\t\nGmbH\t', address: pasted });
    expect(await owner.call(getBillingDetails)).toEqual(details);
  });

  test('a tax id without the letters of its country gets them; one that is not valid is named', async () => {
    await billing.giveCard(owner);
    await save({ ...details, address: { ...address, taxId: '123 456 789' } });
    expect((await atProvider()).taxIds).toEqual(['eu_vat DE123456789']);

    const refused = await save({ billingName: 'Lark', address: { ...address, taxId: '?' } });

    expect([refused.statusCode, refused.json<{ message: string }>().message]).toEqual([
      400,
      expect.stringContaining('This tax id is not valid'),
    ]);
    expect(await owner.call(getBillingDetails)).toMatchObject({ billingName: 'Lark', address: { taxId: '?' } });
    expect((await atProvider()).name).toBe('Lark');
  });
});

describe('a provider that fails loses nothing', () => {
  test.each([
    ['error', 'POST /v1/customers/{id}'],
    ['errorAfter', 'POST /v1/customers/{id}'],
    ['error', 'POST /v1/customers/{customerId}/tax_ids'],
    ['errorAfter', 'POST /v1/customers/{customerId}/tax_ids'],
    ['down', 'GET /v1/customers/{customerId}/tax_ids'],
  ])('%s at %s: the details are saved, and sent once later', async (fault, call) => {
    await billing.giveCard(owner);
    // The client repeats a request once by itself.
    await billing.happen({ type: 'api', fault, count: 2, call });

    expect((await save(details)).statusCode).toBe(204);
    expect(await owner.call(getBillingDetails)).toEqual(details);

    await billing.happen({ type: 'clear' });
    api.clock.advance(16 * minuteMs);
    await billing.work();
    expect(await atProvider()).toEqual(sent);
  });
});

test('details that reach the provider after newer ones are replaced by these', async () => {
  await billing.giveCard(owner);
  await billing.happen({ type: 'api', fault: 'slow', count: 1, call: 'POST /v1/customers/{id}' });

  const saveNewer = async () => {
    await expect.poll(isClaimed).toBe(true);
    await save({ billingName: 'Lark', address: null });
  };
  await Promise.all([save(details), saveNewer()]);
  await billing.work();

  expect(await atProvider()).toEqual({ name: 'Lark', city: undefined, taxIds: [] });
});

/** Whether the details of the owner are on their way. */
async function isClaimed(): Promise<boolean> {
  const { rows } = await sql`
    select 1
      from tenant_subscriptions
     where tenant_id = ${owner.tenantId}
       and details_due_at > ${api.clock.now()}`.execute(api.worker.global);
  return rows.length === 1;
}
