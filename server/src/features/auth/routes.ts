import type { FastifyRequest } from 'fastify';
import { AppError } from '@app/shared/base/errors.ts';
import type { contract } from '@app/shared/contract/index.ts';
import type { Context } from '../../context.ts';
import { csrfHeader, hasValidCsrfToken, issueCsrfToken, type CsrfOptions } from '../../http/csrf.ts';
import type { Handlers } from '../../http/implement.ts';
import { mailVerification } from '../accounts/verification/email-verification.ts';
import { browserName } from './sessions/browser-name.ts';
import { changePassword } from './new-password/change-password.ts';
import { logIn, loginName } from './log-in/log-in.ts';
import { recordCompletedLogIn } from './log-in/log-in-events.ts';
import { endOtherSessions, endSession, listSessions } from './sessions/own-sessions.ts';
import type { Passwords } from './log-in/passwords.ts';
import { describeLink, requestReset, resetPassword, type SetPasswordContext } from './new-password/reset-password.ts';
import { beginSecondStep } from './second-step/second-step.ts';
import type { Sessions } from './sessions/sessions.ts';
import { signUp, type SignUpContext } from './sign-up.ts';
import { whoAmI, type WhoAmIContext } from './who-am-i.ts';

interface AuthParts
  extends
    Pick<WhoAmIContext, 'findSetupFacts' | 'findPaymentStatus' | 'findDeletion'>,
    Pick<SignUpContext, 'findPackageOfCode' | 'beginSubscription'>,
    Pick<SetPasswordContext, 'forgetSetUp'> {
  readonly sessions: Sessions;
  readonly csrf: CsrfOptions;
  readonly passwords: Passwords;
}

export function authRoutes(ctx: Context, parts: AuthParts): Handlers<typeof contract.auth> {
  const { sessions, csrf, passwords } = parts;
  const originOf = (request: FastifyRequest) => ({
    from: sessions.guesserOf(request),
    browser: browserName(request.headers['user-agent']),
  });
  return {
    csrf: async (call) => ({
      headerName: csrfHeader,
      token: issueCsrfToken(call, { ...csrf, newToken: () => ctx.random.token() }),
    }),

    isAuthenticated: ({ actor }) => whoAmI({ ...ctx, ...parts }, actor),
    extendSession: ({ request, reply }) => sessions.extend(request, reply),

    async logIn({ body, request, reply }) {
      const login = await logIn(ctx, passwords, { ...body, from: sessions.guesserOf(request) });
      const asked = { ...login, keepMeSignedIn: body.keepMeSignedIn };
      const secondStep = await beginSecondStep(ctx, asked);
      if (secondStep) return { secondStep };
      await sessions.start(request, reply, asked);
      await recordCompletedLogIn(ctx, { ...originOf(request), email: loginName(body.email), login, by: 'password' });
      return undefined;
    },

    async signOut({ request, reply }) {
      if (!comesFromUs(request) && !hasValidCsrfToken(request, csrf)) throw new AppError('csrf');
      await sessions.end(request, reply);
    },

    async signUp({ body, request, reply }) {
      const login = await signUp({ ...ctx, ...parts }, passwords, { ...body, ip: request.ip });
      await sessions.start(request, reply, { ...login, keepMeSignedIn: true });
      // The account is usable without this mail, and the dashboard offers to send it again.
      await mailVerification(ctx, login).catch((error: unknown) =>
        ctx.log.warn({ err: error, tenantId: login.tenantId }, 'the verification link was not sent'),
      );
    },

    sendPasswordResetEmail: ({ body, request }) =>
      requestReset(ctx, { email: body.email, from: sessions.guesserOf(request) }),

    describePasswordLink: ({ body, request }) => describeLink(ctx, { token: body.passwordResetToken, ip: request.ip }),

    async resetPassword({ body, request, reply }) {
      const reset = { token: body.passwordResetToken, newPassword: body.newPassword, ...originOf(request) };
      const login = await resetPassword({ ...ctx, ...parts }, passwords, reset);
      sessions.drop(login.tenantId, login.sessionHashes);
      sessions.markBrowser(request, reply, login);
    },

    async changePassword({ actor, body, request, reply }) {
      const ended = await changePassword(ctx, passwords, { actor, ...body, ...originOf(request) });
      sessions.drop(actor.tenantId, ended);
      await sessions.renew(request, reply);
    },

    listSessions: ({ actor }) => listSessions(ctx, actor),

    async endSession({ actor, params }) {
      await endSession(ctx, actor, params.id);
      sessions.drop(actor.tenantId, [params.id]);
    },

    async endOtherSessions({ actor }) {
      sessions.drop(actor.tenantId, await endOtherSessions(ctx, actor));
    },
  };
}

/**
 * Browsers send the header `Sec-Fetch-Site` on https and on localhost. Its value `none` means that the user entered the
 * address or used a bookmark.
 */
const comesFromUs = (request: FastifyRequest): boolean =>
  ['same-origin', 'none'].includes(String(request.headers['sec-fetch-site']));
