import { sql } from 'kysely';
import { pino } from 'pino';
import { beforeEach, expect, test } from 'vitest';
import { isAuthenticated, logIn } from '@app/shared/contract/auth.ts';
import { confirmApp, logInWithCode, startApp } from '@app/shared/contract/two-factor.ts';
import { requestDeletion, takeDeletionBack } from '@app/shared/contract/tenant-data.ts';
import { dayMs, minuteMs } from '@app/shared/base/time.ts';
import { addDays, dayOf } from '@app/shared/base/calendar-day.ts';
import { withClient } from '../../../../../scripts/postgres/database.ts';
import { billingApi } from '../../../../testing/billing/billing-api.ts';
import { trackAsins } from '../../../../testing/billing/tracking.ts';
import { populate } from '../../../../testing/database/populate.ts';
import { listTables } from '../../../../testing/database/tables.ts';
import { codeOfApp } from '../../../../testing/http/authenticator-app.ts';
import { ownersPassword, signUpBody, type Owner } from '../../../../testing/http/api.ts';
import type { Context } from '../../../context.ts';
import { ExternalError } from '../../../external/marketplace/external-error.ts';
import { revokeAll } from '../../connections/disconnect.ts';
import type { ConnectionService } from '../../connections/service.ts';
import { encryptTokens } from '../../connections/tokens.ts';
import { deleteAccounts } from '../../sellers/deleted-accounts/delete-accounts.ts';
import { deleteSellersOf } from '../../sellers/delete-seller.ts';
import { eraseTenants } from './erase-tenants.ts';

const billing = await billingApi();
const { api } = billing;
const companyName = 'Analytical Engines';

/**
 * Tables that keep their rows: kept invoices, and tables whose rows belong to no tenant although the test fills them
 * with the searched words.
 */
const keptTables = new Set(['kept_invoices', 'invite_codes', 'packages', 'quota_buckets']);

let owner: Owner;
let other: Owner;
let revoked: string[];

beforeEach(async () => {
  await billing.forgetTenants();
  await sql`delete from kept_invoices`.execute(api.worker.global);
  api.mails.length = 0;
  revoked = [];
  owner = await api.owner();
  other = await api.owner();
});

/** Runs the work of the worker, and sends the mails. */
async function work(payments: Context['payments'] = api.ctx.payments, log = api.ctx.log): Promise<void> {
  const ctx = { ...api.ctx, db: api.worker, payments, log };
  const client = { clientId: '', revoke: (token: string) => Promise.resolve(void revoked.push(token)) };
  const google = { id: 'googleSheets', title: 'Google Sheets', client } as unknown as ConnectionService;
  const revokeConnections = (tenantId: string) => revokeAll(ctx, [google], tenantId);
  await eraseTenants({ ...ctx, maintenance: api.worker, deleteSellersOf, revokeConnections });
  while (await deleteAccounts({ ...ctx, marketplace: null }));
  await billing.logInAgain(other);
}

const isServed = async (): Promise<unknown> => {
  const { rows } = await sql<{ isServed: boolean }>`
    select is_served as "isServed" from tenants where tenant_id = ${owner.tenantId}`.execute(api.worker.global);
  return rows[0]?.isServed;
};

const mailsTo = (email: string): readonly string[] =>
  api.mails.flatMap(({ to, subject }) => (to === email && subject.startsWith('Your Watchpost') ? [subject] : []));

const wish = { body: { companyName } };

test('the name of an account is typed with the spaces that the pages show', async () => {
  const spaced = await api.owner({ companyName: 'Analytical  Engines' });
  await billing.logInAgain(spaced);

  expect((await spaced.send(requestDeletion, wish)).statusCode).toBe(200);
});

test('the owner plans the deletion with the password and the name of the account, and takes it back with one click', async () => {
  api.clock.set(new Date(api.clock.now().getTime() + 16 * minuteMs));
  expect((await owner.send(requestDeletion, wish)).json()).toMatchObject({ code: 'proofNeeded' });
  await billing.logInAgain(owner);
  const wrong = { body: { companyName: 'Analytical' } };
  expect((await owner.send(requestDeletion, wrong)).json()).toMatchObject({ code: 'wrongAccountName' });
  expect(await isServed()).toBe(true);

  const { deletedAt } = await owner.call(requestDeletion, wish);
  expect(Date.parse(deletedAt)).toBe(api.clock.now().getTime() + 14 * dayMs);
  expect(await isServed()).toBe(false);
  expect(await owner.call(isAuthenticated)).toMatchObject({ deletedAt });
  await work();
  await work();
  expect(mailsTo(owner.email)).toEqual([expect.stringMatching(/^Your Watchpost account will be deleted on /)]);

  await owner.call(takeDeletionBack);
  await owner.call(takeDeletionBack);
  expect(await isServed()).toBe(true);
  expect(await owner.call(isAuthenticated)).toMatchObject({ deletedAt: null });
  expect(mailsTo(owner.email)).toHaveLength(2);
  api.clock.set(new Date(Date.parse(deletedAt) + dayMs));
  await work();
  expect(await isServed()).toBeDefined();
});

test('a mail promises no watching to an account that has no service also without its deletion', async () => {
  await billing.workUntil(addDays(dayOf(api.clock.now()), 40), 10);
  await billing.logInAgain(owner);
  expect(await isServed()).toBe(false);

  await owner.call(requestDeletion, wish);
  await owner.call(takeDeletionBack);

  const mail = api.mails.findLast(
    ({ to, subject }) => to === owner.email && subject === 'Your Watchpost account stays',
  );
  expect(mail?.text).toContain('Everything is there');
  expect(mail?.text).not.toContain('watched again');
  expect(await isServed()).toBe(false);
});

test('the use until the request is billed on the next day, and an unpaid invoice refuses the request', async () => {
  const today = dayOf(api.clock.now());
  await trackAsins(api.worker, owner.tenantId, { asins: 400, from: api.clock.now(), to: null });
  await billing.giveCard(owner);
  await billing.workUntil(addDays(today, 40), 10);
  await billing.logInAgain(owner);
  await owner.call(requestDeletion, wish);
  await billing.workUntil(addDays(today, 43));

  const { rows } = await sql<{ to: string; state: string }>`
    select to_day as "to", state from invoices where tenant_id = ${owner.tenantId}`.execute(api.worker.global);
  expect(rows).toEqual([{ to: addDays(today, 40), state: 'paid' }]);

  await billing.logInAgain(owner);
  await owner.call(takeDeletionBack);
  await sql`update invoices set state = 'failed' where tenant_id = ${owner.tenantId}`.execute(api.worker.global);
  expect((await owner.send(requestDeletion, wish)).json()).toMatchObject({ code: 'invoiceUnpaid' });
});

test('a log-in whose second step is still open when the deletion begins lets nobody in any more', async () => {
  const { deletedAt } = await owner.call(requestDeletion, wish);
  api.clock.set(new Date(Date.parse(deletedAt) - minuteMs));
  await billing.logInAgain(owner);
  const { secret } = await owner.call(startApp);
  const code = () => codeOfApp(secret, api.clock.now().getTime());
  await owner.call(confirmApp, { body: { code: code() } });
  const browser = api.browser();
  const begun = await browser.call(logIn, { body: { email: owner.email, password: ownersPassword } });
  const token = begun?.secondStep.token ?? '';

  api.clock.set(new Date(deletedAt));
  await work();

  const finished = await browser.send(logInWithCode, { body: { token, code: code() } });
  expect(finished.json()).toMatchObject({ code: 'loginExpired' });
});

/** Returns the names, with their schemas, of the tables in which a row contains one of the words. */
async function tablesNaming(words: readonly string[]): Promise<readonly string[]> {
  return withClient(api.database.superuserUrl, async (client) => {
    const naming: string[] = [];
    for (const table of await listTables(client)) {
      const { rows } = await client.query(`select 1 from ${table} t where t::text ~* $1 limit 1`, [words.join('|')]);
      if (rows.length > 0) naming.push(table);
    }
    return naming;
  });
}

test('after 14 days nothing is left of the tenant in any table but its invoices, and others keep what is theirs', async () => {
  const { tenantId } = owner;
  await owner.createToken();
  await withClient(api.database.superuserUrl, async (client) => {
    await populate(client, { tenantId, marker: 'MARKERA' });
    await populate(client, { tenantId: other.tenantId, marker: 'MARKERB' });
  });
  await api.worker.tenant(tenantId, async (tx) => {
    const grant = { accessToken: 'access', refreshToken: 'refresh', accessExpiresAt: api.clock.now(), scopes: null, idToken: null }; // prettier-ignore
    const key = { tenantId, service: 'googleSheets', subject: '' };
    const { encryptedRefreshToken } = encryptTokens(api.ctx.keys, key, grant);
    await sql`update connections set refresh_token = ${encryptedRefreshToken} where tenant_id = ${tenantId} and service = 'googleSheets'`.execute(tx); // prettier-ignore
    await sql`insert into mail_reports values ('r', ${owner.email}, 'bounce', 'gone', now(), now())`.execute(tx);
    await sql`insert into login_attempts values (${`login:${owner.email}`}, 1, now())`.execute(tx);
  });
  await billing.giveCard(owner);
  const own = [tenantId, 'MARKERA', owner.email, 'cus_'];
  const customers = async () =>
    (await billing.known()).customers.filter(({ metadata }) => metadata.tenant === tenantId);
  expect((await tablesNaming(own)).length).toBeGreaterThan(60);
  expect(await customers()).toHaveLength(1);
  const before = await tablesNaming(['MARKERB']);

  await owner.call(requestDeletion, { body: { companyName: 'Company MARKERA' } });
  await work();
  api.clock.set(new Date(api.clock.now().getTime() + 14 * dayMs));
  await work();
  expect((await owner.send(isAuthenticated)).statusCode).toBe(401);
  const login = { email: owner.email, password: signUpBody('').password, keepMeSignedIn: true };
  expect((await owner.send(logIn, { body: login })).statusCode).toBe(401);
  await work();
  await work();

  expect(mailsTo(owner.email).at(-1)).toBe('Your Watchpost account is deleted');
  expect(revoked).toEqual(['refresh']);
  expect(await customers()).toEqual([]);
  expect((await tablesNaming(own)).filter((table) => !keptTables.has(table))).toEqual([]);
  expect(await tablesNaming(['MARKERB'])).toEqual(before);
  const { rows } = await sql<{ number: string }>`select number from kept_invoices`.execute(api.worker.global);
  expect(rows).toEqual([{ number: 'MARKERA-0001' }]);
});

test('guesses at the addresses of others stay counted, also if such an address ends like one of a deleted tenant', async () => {
  const subject = `address:x${owner.email}`;
  await sql`insert into login_attempts values (${subject}, 9, now())`.execute(api.worker.global);
  await owner.call(requestDeletion, wish);
  api.clock.set(new Date(api.clock.now().getTime() + 14 * dayMs));

  for (let turn = 0; turn < 4; turn += 1) await work();

  expect(await isServed()).toBeUndefined();
  const { rows } = await sql`select failures from login_attempts where subject = ${subject}`.execute(api.worker.global);
  expect(rows).toEqual([{ failures: 9 }]);
});

test('a debt that is still open after the grace does not hold the deletion back, and is asked for no more', async () => {
  const { tenantId } = owner;
  const today = dayOf(api.clock.now());
  await trackAsins(api.worker, tenantId, { asins: 400, from: api.clock.now(), to: null });
  await billing.giveCard(owner, 'tok_chargeCustomerFail');
  await billing.workUntil(addDays(today, 40), 10);
  await billing.logInAgain(owner);
  await owner.call(requestDeletion, wish);
  await billing.workUntil(addDays(today, 43));
  const { rows: unpaid } = await sql<{ state: string; id: string }>`
    select state, provider_invoice_id as id from invoices where tenant_id = ${tenantId}`.execute(api.worker.global);
  expect(unpaid).toMatchObject([{ state: 'failed' }]);

  api.clock.set(new Date(api.clock.now().getTime() + 14 * dayMs));
  for (let turn = 0; turn < 4; turn += 1) await work();

  expect(await isServed()).toBeUndefined();
  expect((await billing.payments.invoices.read(unpaid[0]?.id ?? '')).status).toBe('uncollectible');
  const { rows: kept } = await sql`select state, billing_name as name from kept_invoices`.execute(api.worker.global);
  expect(kept).toEqual([{ state: 'uncollectible', name: companyName }]);
});

test('an invoice that the payment provider refuses to give up for good holds the deletion back for a week, in which operators are told', async () => {
  const { tenantId } = owner;
  await billing.giveCard(owner);
  await owner.call(requestDeletion, wish);
  await sql`
    insert into invoices (
      tenant_id, invoice_id, number, from_day, to_day, total_cents, lines, billing_name, created_at, state,
      provider_invoice_id
    )
    values (${tenantId}, gen_random_uuid(), 'A-1', '2026-06-01', '2026-06-30', 999, '[]', ${companyName}, now(), 'failed', 'in_lost')
    returning 1`.execute(api.worker.global);
  const errors: string[] = [];
  const log = pino(
    { level: 'error' },
    { write: (line) => void errors.push((JSON.parse(line) as { msg: string }).msg) },
  );
  api.clock.set(new Date(api.clock.now().getTime() + 14 * dayMs));

  // The second round comes after the mail of the first one was sent.
  await work(api.ctx.payments, log);
  await expect(work(api.ctx.payments, log)).rejects.toThrow('No such invoice');
  api.clock.set(new Date(api.clock.now().getTime() + 7 * dayMs - 1));
  await expect(work(api.ctx.payments, log)).rejects.toThrow('No such invoice');
  expect([await isServed(), errors]).toEqual([false, []]);

  api.clock.set(new Date(api.clock.now().getTime() + 1));
  await work(api.ctx.payments, log);

  expect(await isServed()).toBeUndefined();
  expect(errors).toEqual(['a tenant is deleted although the payment provider refuses a request']);
  expect((await billing.known()).customers.filter(({ metadata }) => metadata.tenant === tenantId)).toEqual([]);
});

test('a payment provider that does not answer is asked once a round, and holds up neither other deletions nor their mails', async () => {
  const [second, cardless] = [await api.owner(), await api.owner()];
  for (const one of [owner, second]) await billing.giveCard(one);
  for (const one of [owner, second, cardless]) await one.call(requestDeletion, wish);
  api.clock.set(new Date(api.clock.now().getTime() + 14 * dayMs));
  const planned = await api.owner();
  await planned.call(requestDeletion, wish);
  let asked = 0;
  const silent = {
    ...billing.payments,
    methods: {
      ...billing.payments.methods,
      deleteCustomer() {
        asked += 1;
        return Promise.reject(new ExternalError('payments', 'no answer', { isPermanent: false }));
      },
    },
  };
  const left = async () =>
    (await sql<{ id: string }>`select tenant_id as id from tenants`.execute(api.worker.global)).rows.map(
      ({ id }) => id,
    );
  for (let round = 0; round < 2; round += 1) await work(silent);

  asked = 0;
  await work(silent);

  expect(asked).toBe(1);
  const stay = [other.tenantId, planned.tenantId];
  expect(new Set(await left())).toEqual(new Set([owner.tenantId, second.tenantId, ...stay]));
  expect(mailsTo(planned.email)).toEqual([expect.stringMatching(/will be deleted on/)]);
  await work(billing.payments);
  expect(new Set(await left())).toEqual(new Set(stay));
});
