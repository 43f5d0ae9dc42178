import { expect, test } from 'vitest';
import { isAuthenticated } from '@app/shared/contract/auth.ts';
import { confirmApp, getTwoFactor, startApp } from '@app/shared/contract/two-factor.ts';
import { ignoreDeath, mortalDb } from '../../../../testing/database/mortal-db.ts';
import { codeOfApp } from '../../../../testing/http/authenticator-app.ts';
import { testApi, type Owner } from '../../../../testing/http/api.ts';
import { sendMessages } from '../../../../testing/mails/send-messages.ts';
import { twoFactorRoutes } from '../two-factor-routes.ts';

const api = testApi();

async function ownerWithApp(): Promise<Owner> {
  const owner = await api.owner();
  const { secret } = await owner.call(startApp);
  await owner.call(confirmApp, { body: { code: codeOfApp(secret, api.clock.now().getTime()) } });
  return owner;
}

test.each([1, 2])(
  'a factor is removed with the mail about it or not at all, if the process is killed in transaction %i',
  async (transaction) => {
    const owner = await ownerWithApp();
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
