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
import { enqueueSecurityNotice, type SecurityNotices } from './mails/security-mail.ts';
import type { Sessions } from './sessions/sessions.ts';
import { getTwoFactor, removeTwoFactorOf, renewRecoveryCodes, requireTwoFactor } from './second-step/two-factor.ts';

interface TwoFactorParts {
  readonly sessions: Sessions;
  readonly passwords: Passwords;
}

const browserOf = ({ request }: Pick<Call<Endpoint>, 'request'>) => browserName(request.headers['user-agent']);

export function twoFactorRoutes(
  ctx: Context,
  { sessions, passwords }: TwoFactorParts,
): Handlers<typeof contract.twoFactor> {
  /** The context of a use or change of factors, whose mails name the browser of the call. */
  const telling = (call: Pick<Call<Endpoint>, 'request'>): Context & SecurityNotices => ({
    ...ctx,
    tell: (tx, to, news) => enqueueSecurityNotice(ctx, tx, { ...to, news, browser: browserOf(call) }),
  });

  async function logIn(call: Pick<Call<Endpoint>, 'request' | 'reply'>, taken: CompletedLogin): Promise<void> {
    await sessions.start(call.request, call.reply, taken);
    const { tenantId, emailAddressId, email, by } = taken;
    const from = sessions.guesserOf(call.request);
    await recordCompletedLogIn(ctx, {
      email,
      login: { tenantId, emailAddressId },
      from,
      by,
      browser: browserOf(call),
    });
  }

  return {
    logInWithCode: async (call) =>
      logIn(call, await finishWithCode(telling(call), { ...call.body, from: sessions.guesserOf(call.request) })),
    logInWithPasskey: async (call) =>
      logIn(call, await finishWithPasskey(ctx, { ...call.body, from: sessions.guesserOf(call.request) })),

    getTwoFactor: ({ actor }) => getTwoFactor(ctx, actor),

    async provePassword({ actor, body, request, reply }) {
      await provePassword(ctx, passwords, { actor, password: body.password, from: sessions.guesserOf(request) });
      await sessions.renew(request, reply);
    },

    startApp: ({ actor }) => startApp(ctx, actor),

    async confirmApp(call) {
      const codes = await confirmApp(telling(call), call.actor, call.body.code);
      return { recoveryCodes: codes && [...codes] };
    },

    removeApp: (call) => removeApp(telling(call), call.actor),

    startPasskey: ({ actor }) => startPasskey(ctx, actor),

    async addPasskey(call) {
      const codes = await addPasskey(telling(call), call.actor, call.body);
      return { recoveryCodes: codes && [...codes] };
    },

    removePasskey: (call) => removePasskey(telling(call), call.actor, call.params.id),

    renewRecoveryCodes: async (call) => ({
      recoveryCodes: [...(await renewRecoveryCodes(telling(call), call.actor))],
    }),

    requireTwoFactor: ({ actor, body }) => requireTwoFactor(ctx, actor, body.isRequired),

    async removeTwoFactorOf(call) {
      const { sessionHashes } = await removeTwoFactorOf(telling(call), call.actor, call.params.emailAddressId);
      sessions.drop(call.actor.tenantId, sessionHashes);
    },
  };
}
