import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { dayMs } from '@app/shared/base/time.ts';
import { deliveryLog } from '@app/shared/contract/delivery-log.ts';
import { testApi, type Owner } from '../../../../../testing/http/api.ts';
import { sendMessages } from '../../../../../testing/mails/send-messages.ts';
import { tellOfExpiry } from './tell-of-expiry.ts';

const api = testApi();
const worker = () => ({ ...api.ctx, db: api.worker });
let owner: Owner;

beforeEach(async () => {
  await sql`delete from seller_accounts`.execute(api.worker.global);
  owner = await api.owner();
  api.mails.length = 0;
});

const ago = (days: number) => new Date(api.clock.now().getTime() - days * dayMs);

const connect = (name: string, authorizedAt: Date) =>
  sql`
    insert into seller_accounts (
      tenant_id, selling_partner_id, region, name, refresh_token, token_last6, created_at, authorized_at, version
    )
    values (${owner.tenantId}, ${name}, 'NA', ${name}, 'k1.x', 'x', ${authorizedAt}, ${authorizedAt}, 1)`.execute(
    api.worker.global,
  );

const change = (name: string, set: ReturnType<typeof sql>) =>
  sql`
    update seller_accounts set ${set} where tenant_id = ${owner.tenantId} and name = ${name}`.execute(
    api.worker.global,
  );

test('the log calls a notice before an authorisation expires a notice, and says what it asks for', async () => {
  await connect('Shop', ago(340));
  await tellOfExpiry(worker());
  await sendMessages(worker());

  const { deliveries } = await owner.call(deliveryLog, { query: {} });

  expect(deliveries).toContainEqual(
    expect.objectContaining({ about: 'notice', what: 'Please authorize Shop again', outcome: 'sent' }),
  );
});

test('a notice that an authorisation expires is not sent when meanwhile the account was authorised again or deleted', async () => {
  for (const [days, name] of [
    [340, 'Shop'],
    [341, 'Store'],
    [342, 'Outlet'],
  ] as const) {
    await connect(name, ago(days));
  }
  await tellOfExpiry(worker());
  await change('Shop', sql`authorized_at = ${api.clock.now()}`);
  await change('Store', sql`deleted_at = ${api.clock.now()}`);
  await change('Outlet', sql`nick_name = 'Bargains'`);

  await sendMessages(worker());

  expect(api.mails.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Please authorize Outlet again /)]);
});
