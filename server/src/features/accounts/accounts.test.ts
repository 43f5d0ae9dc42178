import { expect, test } from 'vitest';
import { withClient } from '../../../../scripts/postgres/database.ts';
import { testApi } from '../../../testing/http/api.ts';
import { takesMail } from '@app/shared/watchdogs/model/recipients.ts';
import { loadRules } from '../judging/judge/load-queries.ts';

const api = testApi();

test('alerts are mailed only to confirmed addresses that have not rejected mail for good, which holds for the owner too', async () => {
  const owner = await api.newcomer();
  await withClient(api.database.superuserUrl, (client) =>
    client.query(
      `insert into email_addresses (
         tenant_id, email, is_primary, is_user, verified_at, stopped_at, alert_settings, hidden_seller_account_ids,
         created_at
       )
       values ($1, 'confirmed@example.com', false, false, now(), null, '{"PRICE": ["RED"]}', '{7,8}', now()),
              ($1, 'unconfirmed@example.com', false, false, null, null, '{}', '{}', now()),
              ($1, 'quiet@example.com', false, true, now(), now(), '{}', '{}', now())`,
      [owner.tenantId],
    ),
  );
  await api.newcomer();

  const { recipients } = await api.worker.tenant(owner.tenantId, (tx) => loadRules(tx, owner.tenantId));

  expect(recipients).toMatchObject([
    { emailAddressId: expect.any(String), alertSettings: {}, hiddenSellerAccountIds: [], isPrimary: true },
    { alertSettings: { PRICE: ['RED'] }, hiddenSellerAccountIds: ['7', '8'], isVerified: true },
    { isVerified: false },
    { isVerified: true, isStopped: true, isUser: true },
  ]);
  expect(recipients.map(takesMail)).toEqual([false, true, false, false]);
  // Only the owner and the quiet user can log in.
  expect(recipients.map(({ isUser }) => isUser)).toEqual([true, false, false, true]);
});
