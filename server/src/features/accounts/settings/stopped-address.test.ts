import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { emailAddresses, putSettings, type SettingsChange } from '@app/shared/contract/accounts.ts';
import { stateOfTheWorld, type WorldAnswer } from '@app/shared/contract/world.ts';
import { testApi, type Owner } from '../../../../testing/http/api.ts';

const api = testApi();
let owner: Owner;
let emailAddressId: string;

/** An owner with an address that its mail server refuses for good. */
beforeEach(async () => {
  owner = await api.owner();
  const { rows } = await api.worker.tenant(owner.tenantId, (tx) =>
    sql<{ id: string }>`
      insert into email_addresses (
        tenant_id, email, is_primary, is_user, verified_at, stopped_at, stopped_reason, created_at
      )
      values (
        ${owner.tenantId}, 'gone@example.com', false, false, ${api.clock.now()}, ${api.clock.now()}, '550 No such user',
        ${api.clock.now()}
      )
      returning email_address_id as id`.execute(tx),
  );
  emailAddressId = rows[0]?.id ?? '';
});

test.each<readonly [string, (id: string) => SettingsChange]>([
  ['removed', (id) => ({ deletedEmailAddresses: [id] })],
  ['replaced', (id) => ({ changedEmailAddresses: [{ emailAddressId: id, email: 'here@example.com' }] })],
])('an open dashboard tells no more of a stopped address once it is %s', async (_what, change) => {
  const { state, accountErrors } = await owner.call(stateOfTheWorld, { query: {} });
  expect(accountErrors).toHaveLength(1);

  await owner.call(putSettings, { body: change(emailAddressId) });

  const ask = () => owner.send(stateOfTheWorld, { query: { state } });
  await expect.poll(async () => (await ask()).statusCode).toBe(200);
  expect((await ask()).json<WorldAnswer>().accountErrors).toEqual([]);
});

test('the list of addresses gives the reason why nothing is sent to one any more', async () => {
  const { emailAddresses: listed } = await owner.call(emailAddresses);

  expect(listed).toMatchObject([
    { email: owner.email, stoppedReason: null },
    { email: 'gone@example.com', isVerified: true, stoppedReason: '550 No such user' },
  ]);
});
