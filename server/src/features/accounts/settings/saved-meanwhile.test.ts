import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { isAuthenticated } from '@app/shared/contract/auth.ts';
import { getSettings, putSettings } from '@app/shared/contract/accounts.ts';
import { withClient } from '../../../../../scripts/postgres/database.ts';
import { testApi } from '../../../../testing/http/api.ts';

const api = testApi();

/** Waits until a statement of another transaction waits for a lock. */
const someoneWaits = () =>
  withClient(api.database.superuserUrl, async (client) => {
    const waiting = async () => {
      const { rows } = await client.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows.length;
    };
    await expect.poll(waiting).toBeGreaterThan(0);
  });

test('a person who unsubscribes by a mail while other settings of the address are saved stays unsubscribed', async () => {
  const owner = await api.owner();
  const { emailAddressId } = await owner.call(isAuthenticated);
  const saving = await api.worker.tenant(owner.tenantId, async (tx) => {
    await sql`
      update email_addresses
         set subscribed_to_daily_digest = false
       where tenant_id = ${owner.tenantId}
         and email_address_id = ${emailAddressId}`.execute(tx);
    const saved = owner.send(putSettings, {
      body: { changedEmailAddresses: [{ emailAddressId, digestEmailHour: 9 }] },
    });
    await someoneWaits();
    return [saved];
  });

  expect((await saving[0])?.statusCode).toBe(204);
  const { emailAddresses } = await owner.call(getSettings);
  expect(emailAddresses).toMatchObject([{ subscribedToDailyDigestEmail: false, digestEmailHour: 9 }]);
});
