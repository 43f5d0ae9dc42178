import { expect, test } from 'vitest';
import { isAuthenticated, logIn, sendPasswordResetEmail } from '@app/shared/contract/auth.ts';
import { ignoreDeath, mortalDb } from '../../../../testing/database/mortal-db.ts';
import { leastCost, ownersPassword, testApi } from '../../../../testing/http/api.ts';
import { sendMessages } from '../../../../testing/mails/send-messages.ts';
import type { Db } from '../../../lib/db/db.ts';
import { createPasswords } from '../log-in/passwords.ts';
import { changePassword } from './change-password.ts';
import { resetPassword } from './reset-password.ts';

const api = testApi();
const passwords = createPasswords(leastCost);
const newPassword = 'another zebra 2';
const request = { newPassword, from: { ip: '198.51.100.9', browserMarks: [] }, browser: null };

/** Whether the new password logs in, and how many mails have told of it. */
async function outcomeFor(email: string) {
  const { statusCode } = await api.browser().send(logIn, { body: { email, password: newPassword } });
  await sendMessages({ ...api.ctx, db: api.worker });
  const told = api.mails.filter(({ to, subject }) => to === email && subject === 'Your password was changed');
  return { isChanged: statusCode === 204, told: told.length };
}

const expected = (isChanged: boolean) => ({ isChanged, told: isChanged ? 1 : 0 });

test.each([1, 2, 3])(
  'a password is changed with the mail about it or not at all, if the process is killed in transaction %i',
  async (transaction) => {
    const owner = await api.owner();
    const { tenantId, email } = owner;
    const { emailAddressId } = await owner.call(isAuthenticated);
    const rights = { isOwner: true, hiddenSellerAccountIds: [], isServed: true, sessionHash: '' };
    const actor = { tenantId, emailAddressId, email, ...rights };
    const change = (db: Db) =>
      changePassword({ ...api.ctx, db }, passwords, { ...request, actor, oldPassword: ownersPassword });

    await change(mortalDb(api.ctx.db, transaction).db).catch(ignoreDeath);

    expect(await outcomeFor(email)).toEqual(expected(transaction > 2));
  },
);

test.each([1, 2, 3])(
  'a password is reset with the mail about it or not at all, if the process is killed in transaction %i',
  async (transaction) => {
    const { email } = await api.owner();
    await api.browser().call(sendPasswordResetEmail, { body: { email } });
    const mailed = api.mails.findLast(({ to }) => to === email)?.text ?? '';
    const token = /resetpassword\?token=(\S+)/.exec(mailed)?.[1] ?? '';
    const reset = (db: Db) => {
      const ctx = { ...api.ctx, db, forgetSetUp: () => Promise.resolve([]) };
      return resetPassword(ctx, passwords, { ...request, token });
    };

    await reset(mortalDb(api.ctx.db, transaction).db).catch(ignoreDeath);

    expect(await outcomeFor(email)).toEqual(expected(transaction > 2));
  },
);
