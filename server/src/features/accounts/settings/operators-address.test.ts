import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { getSettings, putSettings } from '@app/shared/contract/accounts.ts';
import { testApi } from '../../../../testing/http/api.ts';
import { addUser } from '../../../../testing/http/users.ts';

const api = testApi();

test('the address of a user who operates the product is not changed while the user has this role', async () => {
  const owner = await api.owner();
  const { emailAddressId, email } = await addUser(api, owner);
  const body = { changedEmailAddresses: [{ emailAddressId, email: 'mailbox-of-the-owner@example.com' }] };
  const emails = async () => (await owner.call(getSettings)).emailAddresses.map((address) => address.email);
  await sql`
    insert into operators (tenant_id, email_address_id, granted_at)
    values (${owner.tenantId}, ${emailAddressId}, ${api.clock.now()})`.execute(api.worker.global);

  const refused = await owner.send(putSettings, { body });

  expect(refused.statusCode).toBe(403);
  expect(await emails()).toContain(email);
  await sql`delete from operators where tenant_id = ${owner.tenantId}`.execute(api.worker.global);
  expect((await owner.send(putSettings, { body })).statusCode).toBe(204);
  expect(await emails()).toContain('mailbox-of-the-owner@example.com');
});
