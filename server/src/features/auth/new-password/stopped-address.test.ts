import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { resetPassword, sendPasswordResetEmail } from '@app/shared/contract/auth.ts';
import { addUser as inviteUser } from '@app/shared/contract/accounts.ts';
import { stateOfTheWorld, type WorldAnswer } from '@app/shared/contract/world.ts';
import { testApi, type Owner } from '../../../../testing/http/api.ts';

const api = testApi();

/** Stops an address of the owner's account, as after a refusal of its mail server. */
const stop = ({ tenantId }: Owner, email: string) =>
  api.worker.tenant(tenantId, (tx) =>
    sql`update email_addresses
           set stopped_at = ${api.clock.now()},
               stopped_reason = '550 No such user'
         where tenant_id = ${tenantId}
           and email = ${email}`.execute(tx),
  );

/** Follows the latest link to the address and chooses a password. */
async function choosePassword(email: string): Promise<void> {
  const mail = api.mails.findLast(({ to, text }) => to === email && text.includes('/resetpassword?token='));
  const token = new URL(/http\S+/.exec(mail?.text ?? '')?.[0] ?? 'http://none').searchParams.get('token') ?? '';
  await api.browser().call(resetPassword, { body: { newPassword: 'another zebra 2', passwordResetToken: token } });
}

test.each(['a reset', 'an invitation'])(
  'an address whose mail server had refused it gets mails again once its user follows the link of %s, and open dashboards hear of it',
  async (purpose) => {
    const owner = await api.owner();
    const email = `${purpose.split(' ')[1]}@example.com`;
    await owner.call(inviteUser, { body: { email, firstName: 'Bo', lastName: 'Ek', timezoneOffsetMins: 0 } });
    if (purpose === 'a reset') {
      await choosePassword(email);
      await api.browser().call(sendPasswordResetEmail, { body: { email } });
    }
    await stop(owner, email);
    const { state, accountErrors } = await owner.call(stateOfTheWorld, { query: {} });
    expect(accountErrors).toHaveLength(1);

    await choosePassword(email);

    const ask = () => owner.send(stateOfTheWorld, { query: { state } });
    await expect.poll(async () => (await ask()).statusCode).toBe(200);
    expect((await ask()).json<WorldAnswer>().accountErrors).toEqual([]);
  },
);
