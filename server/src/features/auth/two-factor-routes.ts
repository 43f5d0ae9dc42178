import type { contract } from '@app/shared/contract/index.ts';
import type { Context } from '../../context.ts';
import type { Call, Handlers } from '../../http/implement.ts';
import type { Endpoint } from '@app/shared/contract/endpoint.ts';
import { browserName } from './sessions/browser-name.ts';
import { provePassword } from './new-password/change-password.ts';
import { confirmApp, removeApp, startApp } from './second-step/authenticator-app.ts';
import { addPasskey, removePasskey, startPasskey } from './second-step/own-passkeys.ts';
import { recordCompletedLogIn } from './log-in/log-in-events.ts';
import type { Passwords } from './log-in/passwords.ts';
import { finishWithCode, finishWithPasskey, type CompletedLogin } from './second-step/second-step.ts';
import { mailSecurityNotice, type SecurityNews } from './mails/security-mail.ts';
import type { Sessions } from './sessions/sessions.ts';
import { getTwoFactor, removeTwoFactorOf, renewRecoveryCodes, requireTwoFactor } from './second-step/two-factor.ts';

interface TwoFactorParts {
  readonly sessions: Sessions;
  readonly passwords: Passwords;
}

export function twoFactorRoutes(
  ctx: Context,
  { sessions, passwords }: TwoFactorParts,
): Handlers<typeof contract.twoFactor> {
  type SecurityNotice = Parameters<typeof mailSecurityNotice>[1];
  const tell = (
    { request }: Pick<Call<Endpoint>, 'request'>,
    to: Omit<SecurityNotice, 'browser' | 'news'>,
    news: SecurityNews,
  ) => mailSecurityNotice(ctx, { ...to, news, browser: browserName(request.headers['user-agent']) });

  async function logIn(call: Pick<Call<Endpoint>, 'request' | 'reply'>, taken: CompletedLogin): Promise<void> {
    await sessions.start(call.request, call.reply, taken);
    const { tenantId, emailAddressId, email, by } = taken;
    const from = sessions.guesserOf(call.request);
    const browser = browserName(call.request.headers['user-agent']);
    await recordCompletedLogIn(ctx, { email, login: { tenantId, emailAddressId }, from, by, browser });
    if (taken.by === 'recovery code') await tell(call, taken, 'recoveryCodeUsed');
  }

  return {
    logInWithCode: async (call) =>
      logIn(call, await finishWithCode(ctx, { ...call.body, from: sessions.guesserOf(call.request) })),
    logInWithPasskey: async (call) =>
      logIn(call, await finishWithPasskey(ctx, { ...call.body, from: sessions.guesserOf(call.request) })),

    getTwoFactor: ({ actor }) => getTwoFactor(ctx, actor),

    async provePassword({ actor, body, request, reply }) {
      await provePassword(ctx, passwords, { actor, password: body.password, from: sessions.guesserOf(request) });
      await sessions.renew(request, reply);
    },

    startApp: ({ actor }) => startApp(ctx, actor),

    async confirmApp(call) {
      const codes = await confirmApp(ctx, call.actor, call.body.code);
      await tell(call, call.actor, 'stepAdded');
      return { recoveryCodes: codes && [...codes] };
    },

    async removeApp(call) {
      await removeApp(ctx, call.actor);
      await tell(call, call.actor, 'stepRemoved');
    },

    startPasskey: ({ actor }) => startPasskey(ctx, actor),

    async addPasskey(call) {
      const codes = await addPasskey(ctx, call.actor, call.body);
      await tell(call, call.actor, 'stepAdded');
      return { recoveryCodes: codes && [...codes] };
    },

    async removePasskey(call) {
      await removePasskey(ctx, call.actor, call.params.id);
      await tell(call, call.actor, 'stepRemoved');
    },

    async renewRecoveryCodes(call) {
      const recoveryCodes = [...(await renewRecoveryCodes(ctx, call.actor))];
      await tell(call, call.actor, 'recoveryCodesRenewed');
      return { recoveryCodes };
    },

    requireTwoFactor: ({ actor, body }) => requireTwoFactor(ctx, actor, body.isRequired),

    async removeTwoFactorOf(call) {
      const { tenantId } = call.actor;
      const { emailAddressId } = call.params;
      const { email, sessionHashes } = await removeTwoFactorOf(ctx, call.actor, emailAddressId);
      sessions.drop(tenantId, sessionHashes);
      await tell(call, { tenantId, emailAddressId, email }, 'stepTakenAway');
    },
  };
}
