import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { auditTrail } from '@app/shared/contract/accounts.ts';
import { exportBilling, listInvoices, paymentStatusCall } from '@app/shared/contract/billing.ts';
import { dayMs } from '@app/shared/base/time.ts';
import { addDays, dayOf, type Day } from '@app/shared/base/calendar-day.ts';
import { billingApi } from '../../testing/billing/billing-api.ts';
import type { Owner } from '../../testing/http/api.ts';
import { listActs } from './operator-queries.ts';
import { runAdmin } from './run-admin.ts';

const billing = await billingApi();
const { api } = billing;

let owner: Owner;
/** The first charged day. */
let first: Day;

beforeEach(async () => {
  owner = await api.owner();
  first = addDays(dayOf(api.clock.now()), 31);
});

async function admin(...args: readonly string[]): Promise<string> {
  const lines: string[] = [];
  const ctx = { ...api.ctx, db: api.worker, print: (line: string) => void lines.push(line) };
  await runAdmin(ctx, args);
  return lines.join('\n');
}

async function liveUntil(day: Day): Promise<void> {
  await billing.workUntil(day);
  await billing.logInAgain(owner);
}

const invoices = async () => (await owner.call(listInvoices, { query: {} })).invoices;
const status = async () => (await owner.call(paymentStatusCall, { query: {} })).paymentStatus;

describe('refund', () => {
  test('gives back a part, then the rest, and never more than was paid', async () => {
    await billing.giveCard(owner);
    await liveUntil(addDays(first, 30));
    const number = (await invoices())[0]?.number ?? '';

    expect(await admin('invoices', owner.email)).toContain(
      `${number}  ${first} to ${addDays(first, 29)}  9.99 USD  paid`,
    );
    await expect(admin('refund', owner.email, number, '10.00')).rejects.toThrow('At most 9.99 USD');
    expect(await admin('refund', owner.email, number, '4.00')).toContain('4.00 USD');
    expect(await invoices()).toMatchObject([{ status: 'paid', refundedAmount: 400 }]);
    expect((await owner.send(exportBilling, {})).body).toContain(
      `refund,${first},${addDays(first, 29)},,,,-4.00,${number},`,
    );
    await expect(admin('refund', owner.email, number, '6')).rejects.toThrow('At most 5.99 USD');
    expect(await admin('refund', owner.email, number)).toContain('5.99 USD');
    await expect(admin('refund', owner.email, number)).rejects.toThrow('is refunded already');
    const acts = (await listActs(api.worker.global, 2)).map(({ action, subject }) => `${action} ${subject}`);
    expect(acts).toEqual(['5.99', '4.00'].map((usd) => `refunded ${usd} USD ${number} (${owner.email})`));

    const charges = (await billing.ledger()).filter(({ metadata }) => metadata.tenant === owner.tenantId);
    expect(charges).toMatchObject([{ amount: 999, amountRefunded: 999 }]);
    expect(await invoices()).toMatchObject([{ status: 'refunded' }]);
    await billing.readEvents();
    await billing.work();
    expect(await admin('invoices', owner.email)).toContain('9.99 USD refunded');
  });

  test('takes back what an affiliate has earned, each part once', async () => {
    owner = await api.owner({ affiliateRef: 'partner-spring' });
    await billing.giveCard(owner);
    await liveUntil(addDays(first, 30));
    const number = (await invoices())[0]?.number ?? '';
    for (const amount of [['4.00'], []]) {
      await admin('refund', owner.email, number, ...amount);
      await billing.readEvents();
      await billing.work();
    }

    const { rows } = await sql`
      select e.cents::int as cents
        from affiliate_events e
       where e.tenant_id = ${owner.tenantId}
         and e.kind = 'refund'
       order by e.event_no`.execute(api.worker.global);
    expect(rows).toEqual([{ cents: 400 }, { cents: 599 }]);
  });

  test('that fails later is shown as failed, is given back to the affiliate, and can be repeated', async () => {
    owner = await api.owner({ affiliateRef: 'partner-spring' });
    await billing.giveCard(owner);
    await liveUntil(addDays(first, 30));
    const number = (await invoices())[0]?.number ?? '';
    await admin('refund', owner.email, number);
    await billing.happen({ type: 'failRefund', reason: 'lost_or_stolen_card' });

    await billing.readEvents();
    const errors = await billing.collectErrors(billing.work);

    expect(errors).toEqual(['a refund has failed and has to be repeated']);
    expect(await invoices()).toMatchObject([{ status: 'paid', hasFailedRefund: true }]);
    const line = await admin('invoices', owner.email);
    expect(line).toContain('paid, a refund failed: lost_or_stolen_card');
    expect((await owner.call(auditTrail, { query: {} })).events[0]).toMatchObject({
      actor: 'watchpost',
      action: 'refund of 9.99 USD failed',
      subject: number,
    });

    expect(await admin('refund', owner.email, number)).toContain('9.99 USD');
    await billing.readEvents();
    await billing.work();
    expect(await invoices()).toMatchObject([{ status: 'refunded', hasFailedRefund: false }]);
    const charges = (await billing.ledger()).filter(({ metadata }) => metadata.tenant === owner.tenantId);
    expect(charges).toMatchObject([{ amountRefunded: 999 }]);
    const { rows } = await sql`
      select e.kind, e.cents::int as cents
        from affiliate_events e
       where e.tenant_id = ${owner.tenantId}
         and e.kind in ('sale', 'refund')
       order by e.event_no`.execute(api.worker.global);
    const cents = 999;
    expect(rows).toEqual(['sale', 'refund', 'sale', 'refund'].map((kind) => ({ kind, cents })));
  });

  test('that fails after another one was made is shown as failed too, until it is repeated', async () => {
    await billing.giveCard(owner);
    await liveUntil(addDays(first, 30));
    const number = (await invoices())[0]?.number ?? '';
    for (const amount of ['2.00', '3.00', '4.99']) await admin('refund', owner.email, number, amount);
    await billing.readEvents();
    await billing.work();

    for (const amount of [300, 200]) {
      await billing.happen({ type: 'failRefund', amount, reason: 'lost_or_stolen_card' });
      await billing.readEvents();
      expect(await billing.collectErrors(billing.work)).toEqual(['a refund has failed and has to be repeated']);
      expect(await invoices()).toMatchObject([{ status: 'paid', hasFailedRefund: true }]);
      const [entry] = (await owner.call(auditTrail, { query: {} })).events;
      expect(entry).toMatchObject({ action: `refund of ${amount / 100}.00 USD failed`, subject: number });
    }

    await admin('refund', owner.email, number);
    await billing.readEvents();
    await billing.work();
    expect(await invoices()).toMatchObject([{ status: 'refunded', hasFailedRefund: false }]);
  });

  test('is refused for an invoice that was not paid', async () => {
    await billing.giveCard(owner, 'tok_chargeCustomerFail');
    await liveUntil(addDays(first, 30));
    const number = (await invoices())[0]?.number ?? '';

    await expect(admin('refund', owner.tenantId, number)).rejects.toThrow(`${number} is failed: nothing was paid`);
    expect(await admin('invoices', owner.tenantId)).toContain('1 failed attempts: ');
  });
});

test('a credit is deducted from the next invoice, with its reason', async () => {
  await billing.giveCard(owner);
  expect(await admin('credit', owner.email, '2.50', 'Mails were\nlate')).toBe(
    '2.50 USD are deducted from the next invoices.',
  );
  const [act] = await listActs(api.worker.global, 1);
  expect(act?.subject).toBe(`Mails were late (${owner.email})`);
  await liveUntil(addDays(first, 30));

  expect(await invoices()).toMatchObject([{ totalAmount: 749, status: 'paid' }]);
});

test('an exempt account has everything and pays nothing; afterwards it pays from that day on', async () => {
  expect(await admin('exempt', owner.email, 'on')).toContain('exempt. State of the subscription: exempt');
  expect(await status()).toBe(0);
  await liveUntil(addDays(first, 10));
  expect(await status()).toBe(0);

  api.clock.advance(2 * dayMs);
  await expect(admin('exempt', owner.email, 'off')).rejects.toThrow('are not closed yet');
  await liveUntil(addDays(first, 13));
  expect(await admin('exempt', owner.email, 'off')).toContain('State of the subscription: missing');
  await billing.giveCard(owner);
  await liveUntil(addDays(first, 60));

  const charged = (await invoices()).map(({ totalAmount }) => totalAmount);
  expect(charged.every((cents) => cents <= 999)).toBe(true);
  expect(await admin('exempt', owner.email, 'on')).not.toContain('still collected');
});

const earliest = () => addDays(dayOf(api.clock.now()), 30);

const given = (changes: Readonly<Record<string, string>> = {}) => {
  const options = { from: earliest(), base: '0.4', included: '10', tiers: '100:0.02,rest:0.01', ...changes };
  return Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
};

describe('price lists', () => {
  test('a version is added, listed and never changed', async () => {
    const said = await admin('rate-card', 'standard', ...given());

    const line = `standard from ${earliest()}: 0.400 USD a day with 10 ASINs; 11 to 100 0.020; from 101 0.010`;
    expect(said).toMatch(new RegExp(`^${line}\nIt concerns \\d+ tenants?\\.$`));
    expect(await admin('rates')).toContain(line);
    expect(await admin('rates')).toContain('standard from 2020-01-01: 0.333 USD a day with 20 ASINs; 21 to 100 0.016');
    await expect(admin('rate-card', 'standard', ...given({ base: '9' }))).rejects.toThrow('has a version from');
  });

  test.each([
    [{ from: '2026-01-01' }, 'Prices change 30 days ahead'],
    [{ from: 'soon' }, '--from is a date such as'],
    [{ from: '2027-02-30' }, '--from is a date such as'],
    [{ base: '0.3333' }, '--base is an amount of USD with at most 3 decimals'],
    [{ included: '-1' }, '--included is a whole number'],
    [{ tiers: '100:0.02' }, 'The last tier, and no other, is rest'],
    [{ tiers: 'rest:0.02,100:0.01' }, 'The last tier, and no other, is rest'],
    [{ tiers: '10:0.02,rest:0.01' }, 'The tier “10” has to end after ASIN 10'],
    [{ tiers: '100:0.02,50:0.01,rest:0.01' }, 'The tier “50” has to end after ASIN 100'],
    [{ tiers: '100:cheap,rest:0.01' }, 'The rate of 100 is an amount'],
  ])('%j is refused with what to do', async (changes, message) => {
    const args = given(changes).map((word) => (word.startsWith('-1') ? '1.5' : word));
    await expect(admin('rate-card', 'other', ...args)).rejects.toThrow(message);
    expect(await admin('rates')).not.toContain('other');
  });

  test('a missing option is named', async () => {
    await expect(admin('rate-card', 'other', '--base', '0.3')).rejects.toThrow('--included is missing');
  });
});

test.each([
  [['exempt'], 'Say for whom'],
  [['exempt', 'nobody@example.com', 'on'], 'There is no tenant “nobody@example.com”'],
  [['exempt', 'OWNER', 'perhaps'], 'Say on or off'],
  [['credit', 'OWNER', '5,00', 'why'], '“5,00” is no amount of USD'],
  [['credit', 'OWNER', '0', 'why'], '“0” is no amount of USD'],
  [['credit', 'OWNER', '5.00'], 'Say why, in quotes'],
  [['refund', 'OWNER', 'X-1'], 'There is no invoice “X-1”'],
  [['rate-card', 'a b'], 'A price list has a name'],
])('%j is answered with what to do', async (args, message) => {
  await expect(admin(...args.map((word) => (word === 'OWNER' ? owner.email : word)))).rejects.toThrow(message);
});

test('a package has a price list that is in force, and keeps it while tenants pay by it', async () => {
  const packageId = 'partners';
  await admin('rate-card', 'partner', ...given());
  await expect(admin('package', packageId, '--rate-card', 'partner')).rejects.toThrow(
    'No price list partner is in force',
  );

  api.clock.advance(31 * dayMs);
  await admin('package', packageId, '--rate-card', 'partner');
  expect(await admin('packages')).toMatch(/partners .*; price list partner/);

  await admin('code', 'PARTNER-1', packageId);
  await api.owner({ inviteCode: 'PARTNER-1' });
  await expect(admin('package', packageId, '--rate-card', 'standard')).rejects.toThrow('partners concerns 1 tenant:');
});
