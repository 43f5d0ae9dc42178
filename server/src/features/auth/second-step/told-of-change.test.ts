import { expect, test } from 'vitest';
import { isAuthenticated, logIn } from '@app/shared/contract/auth.ts';
import { confirmApp, getTwoFactor, startApp } from '@app/shared/contract/two-factor.ts';
import { ignoreDeath, mortalDb } from '../../../../testing/database/mortal-db.ts';
import { codeOfApp } from '../../../../testing/http/authenticator-app.ts';
import { ownersPassword, testApi, type Owner } from '../../../../testing/http/api.ts';
import { sendMessages } from '../../../../testing/mails/send-messages.ts';
import { twoFactorRoutes } from '../two-factor-routes.ts';

const api = testApi();

async function withApp(owner: Owner): Promise<readonly string[]> {
  const { secret } = await owner.call(startApp);
  const { recoveryCodes } = await owner.call(confirmApp, {
    body: { code: codeOfApp(secret, api.clock.now().getTime()) },
  });
  return recoveryCodes ?? [];
}

test.each([1, 2])(
  'a factor is removed with the mail about it or not at all, if the process is killed in transaction %i',
  async (transaction) => {
    const owner = await api.owner();
    await withApp(owner);
    const { tenantId, email } = owner;
    const { emailAddressId } = await owner.call(isAuthenticated);
    const { db } = mortalDb(api.ctx.db, transaction);
    const { removeApp } = twoFactorRoutes({ ...api.ctx, db }, {} as Parameters<typeof twoFactorRoutes>[1]);
    const call = { actor: { tenantId, emailAddressId, email }, request: { headers: {} } };

    await removeApp(call as unknown as Parameters<typeof removeApp>[0]).catch(ignoreDeath);

    await sendMessages({ ...api.ctx, db: api.worker });
    const isRemoved = (await owner.call(getTwoFactor)).app === null;
    const told = api.mails.filter(({ to, subject }) => to === email && subject.includes('second step was removed'));
    expect([isRemoved, told.length]).toEqual(transaction > 1 ? [true, 1] : [false, 0]);
  },
);

test.each([1, 2, 3])(
  'a recovery code is used up with the mail about it or not at all, if the process is killed in transaction %i',
  async (transaction) => {
    const owner = await api.owner();
    const [code = ''] = await withApp(owner);
    const { email } = owner;
    const answer = await api.browser().call(logIn, { body: { email, password: ownersPassword } });
    const { db } = mortalDb(api.ctx.db, transaction);
    const sessions = { guesserOf: () => ({ ip: '198.51.100.7', browserMarks: [] }), start: async () => {} };
    const { logInWithCode } = twoFactorRoutes({ ...api.ctx, db }, { sessions } as unknown as Parameters<
      typeof twoFactorRoutes
    >[1]);
    const call = { body: { token: answer?.secondStep?.token ?? '', code }, request: { headers: {} } };

    await logInWithCode(call as unknown as Parameters<typeof logInWithCode>[0]).catch(ignoreDeath);

    await sendMessages({ ...api.ctx, db: api.worker });
    const isUsed = (await owner.call(getTwoFactor)).recoveryCodesLeft === 9;
    const told = api.mails.filter(({ to, subject }) => to === email && subject.includes('recovery code was used'));
    expect([isUsed, told.length]).toEqual(transaction > 2 ? [true, 1] : [false, 0]);
  },
);
