import type { FastifyRequest } from 'fastify';
import { AppError } from '@app/shared/base/errors.ts';
import type { contract } from '@app/shared/contract/index.ts';
import type { Context } from '../../context.ts';
import { csrfHeader, hasValidCsrfToken, issueCsrfToken, type CsrfOptions } from '../../http/csrf.ts';
import type { Handlers } from '../../http/implement.ts';
import { mailVerification } from '../accounts/email-verification.ts';
import { logIn } from './log-in.ts';
import { createPasswords } from './passwords.ts';
import type { Sessions } from './sessions.ts';
import { signUp, type SignUpContext } from './sign-up.ts';
import { whoAmI, type WhoAmIContext } from './who-am-i.ts';

export interface AuthParts extends Pick<WhoAmIContext, 'findSetupFacts'>, Pick<SignUpContext, 'findPackageOfCode'> {
  readonly sessions: Sessions;
  readonly csrf: CsrfOptions;
}

export function authRoutes(
  ctx: Context,
  { sessions, csrf, findSetupFacts, findPackageOfCode }: AuthParts,
): Handlers<typeof contract.auth> {
  const passwords = createPasswords();
  return {
    csrf: async (call) => ({
      headerName: csrfHeader,
      token: issueCsrfToken(call, { ...csrf, newToken: () => ctx.random.token() }),
    }),

    isAuthenticated: ({ actor }) => whoAmI({ ...ctx, findSetupFacts }, actor),
    extendSession: ({ request, reply }) => sessions.extend(request, reply),

    async logIn({ body, request, reply }) {
      const login = await logIn(ctx, passwords, { ...body, ip: request.ip });
      await sessions.end(request, reply);
      await sessions.start(reply, { ...login, keepMeSignedIn: body.keepMeSignedIn });
    },

    async signOut({ request, reply }) {
      if (!comesFromUs(request) && !hasValidCsrfToken(request, csrf)) throw new AppError('csrf');
      await sessions.end(request, reply);
    },

    async signUp({ body, request, reply }) {
      const login = await signUp({ ...ctx, findPackageOfCode }, passwords, { ...body, ip: request.ip });
      await sessions.end(request, reply);
      await sessions.start(reply, { ...login, keepMeSignedIn: true });
      // The account is there without it, and the dashboard offers to send it again.
      await mailVerification(ctx, login).catch((error: unknown) =>
        ctx.log.warn({ err: error, tenantId: login.tenantId }, 'the new address got no link to confirm it'),
      );
    },
  };
}

/** Browsers say it themselves, on https and on localhost: `none` is an address that the user typed. */
const comesFromUs = (request: FastifyRequest): boolean =>
  ['same-origin', 'none'].includes(String(request.headers['sec-fetch-site']));
