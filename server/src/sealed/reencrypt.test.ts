import { pino } from 'pino';
import { beforeAll, expect, test } from 'vitest';
import { logIn } from '@app/shared/contract/auth.ts';
import { addChannel, newChannelSecret } from '@app/shared/contract/channels.ts';
import { confirmApp, logInWithCode, startApp } from '@app/shared/contract/two-factor.ts';
import { withClient } from '../../../scripts/postgres/database.ts';
import { populate } from '../../testing/database/populate.ts';
import { codeOfApp } from '../../testing/http/authenticator-app.ts';
import { openFeed, ownersPassword, testApi, type Owner } from '../../testing/http/api.ts';
import { openBrowser } from '../../testing/http/browser.ts';
import { createApi } from '../api.ts';
import { runAdmin } from '../admin/run-admin.ts';
import { takeAppCode } from '../features/auth/second-step/authenticator-app.ts';
import { openAddress, openSecret } from '../features/delivering/channels/channel-secrets.ts';
import { enqueueAccountMail } from '../features/delivering/outbox/account-mail.ts';
import { decryptSecret, encryptSecret, type EncryptionKeys } from '../lib/secrets.ts';
import { reencrypt } from './reencrypt.ts';
import { sealedColumns, type SealedColumn } from './sealed-columns.ts';

const api = testApi();
const [k1, k2] = [Buffer.alloc(32, 7), Buffer.alloc(32, 9)];
const after: EncryptionKeys = new Map([['k2', k2]]);
const during: EncryptionKeys = new Map([...after, ['k1', k1]]);
const run = (columns = sealedColumns) => reencrypt({ db: api.worker.global, keys: during }, columns);
let owner: Owner;
let secret: string;
let channel: { readonly tenantId: string; readonly channelId: string };

const asAdmin = async (): Promise<string> => {
  const lines: string[] = [];
  const ctx = { ...api.ctx, db: api.worker, keys: during, print: (line: string) => void lines.push(line) };
  await runAdmin(ctx, ['reencrypt']);
  return lines.join('\n');
};

const textsOf = ({ key }: SealedColumn): string => key.map((name) => `${name}::text`).join(', ');

const rowsOf = (one: SealedColumn) =>
  withClient(api.database.superuserUrl, async (client) => {
    const { rows } = await client.query<{ tenant: string; key: string[]; sealed: string }>(
      `select tenant_id as tenant, array[${textsOf(one)}] as key, ${one.column} as sealed
         from ${one.table} where ${one.column} is not null`,
    );
    return rows;
  });

/** An account with a real second factor and a real channel, and one that has a secret in every column. */
beforeAll(async () => {
  const other = await api.owner();
  await withClient(api.database.superuserUrl, (client) =>
    populate(client, { tenantId: other.tenantId, marker: 'MARKER' }),
  );
  owner = await api.owner();
  ({ secret } = await owner.call(startApp));
  await owner.call(confirmApp, { body: { code: codeOfApp(secret, api.clock.now().getTime()) } });
  await owner.call(startApp);
  const body = { kind: 'webhook', name: 'Warehouse', address: 'https://93.184.216.34/hook' } as const;
  const { channelId } = await owner.call(addChannel, { body });
  channel = { tenantId: owner.tenantId, channelId };
  await owner.call(newChannelSecret, { params: { channelId } });
  const { tenantId } = owner;
  const mail = { to: owner.email, subject: 'Waiting', text: 'Waiting', html: 'Waiting' };
  await api.ctx.db.tenant(tenantId, (tx) =>
    enqueueAccountMail(api.ctx, tx, { tenantId, emailAddressId: null, kind: 'security', mail, expiresAt: null }),
  );
  for (const one of sealedColumns) {
    for (const { tenant, key, sealed } of await rowsOf(one)) {
      if (tenant === owner.tenantId) continue;
      const anew = encryptSecret(new Map([['k1', k1]]), one.placeOf(tenant, key), sealed);
      await withClient(api.database.superuserUrl, (client) =>
        client.query(`update ${one.table} set ${one.column} = $1 where array[${textsOf(one)}] = $2`, [anew, key]),
      );
    }
  }
});

test('every column that holds an encrypted secret is among those that are encrypted anew', async () => {
  const { rows } = await withClient(api.database.superuserUrl, (client) =>
    client.query<{ column: string }>(
      `select c.table_name || '.' || c.column_name as column
         from information_schema.columns c
        where c.table_schema = 'public'
          and c.column_name ~ '(^|_)(sealed|secret|refresh_token|access_token)(_|$)'
          and c.data_type = 'text'
          and c.column_name !~ 'hash'`,
    ),
  );

  expect(new Set(rows.map(({ column }) => column))).toEqual(
    new Set(sealedColumns.map(({ table, column }) => `${table}.${column}`)),
  );
});

test('secrets are encrypted anew by a command that may be killed and run again, and the former key is needed no more', async () => {
  for (const one of sealedColumns) expect(await rowsOf(one), `${one.table}.${one.column}`).not.toEqual([]);
  // A run that was killed has done the first columns.
  const first = await run(sealedColumns.slice(0, 4));
  expect(first).toEqual({ replaced: expect.any(Number), damaged: 0 });

  const said = await asAdmin();

  expect(said).toMatch(/^Secrets encrypted anew: [1-9]\d*\.\nKey k2, the current key: [1-9]\d*\.$/);
  for (const one of sealedColumns) {
    for (const { tenant, key, sealed } of await rowsOf(one)) {
      expect(() => decryptSecret(after, one.placeOf(tenant, key), sealed)).not.toThrow();
    }
  }
  expect(await run()).toEqual({ replaced: 0, damaged: 0 });
});

test('the second factor and the channel work with the new key alone', async () => {
  const [address] = (await rowsOf(columnOf('sealed_address'))).filter(({ tenant }) => tenant === owner.tenantId);
  const [signing] = (await rowsOf(columnOf('sealed_secret'))).filter(({ tenant }) => tenant === owner.tenantId);
  const [app] = (await rowsOf(columnOf('secret'))).filter(({ tenant }) => tenant === owner.tenantId);
  api.clock.advance(60_000);
  const code = codeOfApp(secret, api.clock.now().getTime());

  expect(openAddress(after, channel, address?.sealed ?? '')).toBe('https://93.184.216.34/hook');
  expect(openSecret(after, channel, signing?.sealed ?? '')).toMatch(/^whsec_/);
  const taken = api.ctx.db.tenant(owner.tenantId, (tx) =>
    takeAppCode({ ...api.ctx, keys: after }, tx, {
      tenantId: owner.tenantId,
      emailAddressId: app?.key[0] ?? '',
      code,
    }),
  );
  expect(await taken).toBe(true);
});

test('secrets of a key that is not configured, and damaged ones, stay as they are and are counted', async () => {
  const strange = 'kx.AAAA.AAAA.AAAA';
  const damaged = encryptSecret(new Map([['k1', k1]]), { tenantId: 'x', row: 'y', purpose: 'z' }, 'of another row');
  await withClient(api.database.superuserUrl, (client) =>
    client.query('update channels set sealed_address = $1, sealed_secret = $2 where tenant_id = $3', [
      strange,
      damaged,
      owner.tenantId,
    ]),
  );

  const said = await asAdmin();

  expect(said).toContain('Secrets that do not open and stay as they are: 1.');
  expect(said).toContain('Key kx, which is not configured: 1.');
  expect((await rowsOf(columnOf('sealed_secret'))).map(({ sealed }) => sealed)).toContain(damaged);
});

test('a second factor whose key is not configured is said so, and a recovery code logs in', async () => {
  const person = await api.owner();
  const started = await person.call(startApp);
  const shown = codeOfApp(started.secret, api.clock.now().getTime());
  const { recoveryCodes } = await person.call(confirmApp, { body: { code: shown } });
  await withClient(api.database.superuserUrl, (client) =>
    client.query(`update authenticator_apps set secret = 'kx.A.B.C' where tenant_id = $1`, [person.tenantId]),
  );
  // The refusal is an error in the log, which would fail the test.
  const ctx = { ...api.ctx, log: pino({ level: 'silent' }) };
  const app = await createApi(ctx, await openFeed(ctx), { operator: ctx });
  const browser = openBrowser(app);
  const answer = await browser.call(logIn, { body: { email: person.email, password: ownersPassword } });
  const finish = (code: string) =>
    browser.send(logInWithCode, { body: { token: answer?.secondStep?.token ?? '', code } });

  const refused = await finish('123456');

  expect([refused.statusCode, refused.json().code]).toEqual([503, 'secretUnreadable']);
  expect((await finish(recoveryCodes?.[0] ?? '')).statusCode).toBe(204);
  await app.close();
});

function columnOf(name: string) {
  const found = sealedColumns.find(({ column }) => column === name);
  if (!found) throw new Error(`There is no column ${name}`);
  return found;
}
