import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { isAuthenticated } from '@app/shared/contract/auth.ts';
import { getSettings, putSettings } from '@app/shared/contract/accounts.ts';
import { someoneWaits } from '../../../../testing/database/database.ts';
import { testApi } from '../../../../testing/http/api.ts';

const api = testApi();

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
    await someoneWaits(api.database);
    return [saved];
  });

  expect((await saving[0])?.statusCode).toBe(204);
  const { emailAddresses } = await owner.call(getSettings);
  expect(emailAddresses).toMatchObject([{ subscribedToDailyDigestEmail: false, digestEmailHour: 9 }]);
});
