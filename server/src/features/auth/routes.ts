import type { FastifyRequest } from 'fastify';
import { AppError } from '@app/shared/base/errors.ts';
import type { contract } from '@app/shared/contract/index.ts';
import { paymentStatusOf } from '@app/shared/domain/payment-status.ts';
import type { Context } from '../../context.ts';
import { csrfHeader, hasValidCsrfToken, issueCsrfToken, type CsrfOptions } from '../../http/csrf.ts';
import type { Handlers } from '../../http/implement.ts';
import type { Tx } from '../../lib/db/db.ts';
import { getPerson, getTenant } from '../accounts/queries.ts';
import { logIn } from './log-in.ts';
import { createPasswords } from './passwords.ts';
import type { Sessions } from './sessions.ts';
import { signUp } from './sign-up.ts';

/** How far the tenant's first seller account is; handed in by the program that composes the features. */
export interface SetupFacts {
  readonly firstSellerAccountCreatedAt: Date | null;
  readonly anySellerAccountSetupCompleted: boolean;
}

export interface AuthParts {
  readonly sessions: Sessions;
  readonly csrf: CsrfOptions;
  findSetupFacts(tx: Tx, tenantId: string): Promise<SetupFacts>;
}

export function authRoutes(
  ctx: Pick<Context, 'db' | 'clock' | 'random'>,
  { sessions, csrf, findSetupFacts }: AuthParts,
): Handlers<typeof contract.auth> {
  const passwords = createPasswords();
  return {
    csrf: async (call) => ({
      headerName: csrfHeader,
      token: issueCsrfToken(call, { ...csrf, newToken: () => ctx.random.token() }),
    }),

    isAuthenticated: ({ actor }) =>
      ctx.db.tenant(actor.tenantId, async (tx) => {
        const now = ctx.clock.now();
        const person = await getPerson(tx, actor);
        const { trialEndsAt } = await getTenant(tx, actor.tenantId);
        const { firstSellerAccountCreatedAt, anySellerAccountSetupCompleted } = await findSetupFacts(
          tx,
          actor.tenantId,
        );
        return {
          email: actor.email,
          anySellerAccountSetupCompleted,
          paymentStatus: paymentStatusOf({ trialEndsAt, now }),
          secondsSinceFirstSellerAccountCreated: secondsSince(firstSellerAccountCreatedAt, now),
          intercomAppId: null,
          userHash: null,
          isOwner: actor.isOwner,
          firstName: person.firstName,
          lastName: person.lastName,
        };
      }),

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
      const login = await signUp(ctx, passwords, { ...body, ip: request.ip });
      await sessions.end(request, reply);
      await sessions.start(reply, { ...login, keepMeSignedIn: true });
    },
  };
}

/** Browsers say it themselves, on https and on localhost: `none` is an address that the user typed. */
const comesFromUs = (request: FastifyRequest): boolean =>
  ['same-origin', 'none'].includes(String(request.headers['sec-fetch-site']));

const secondsSince = (instant: Date | null, now: Date): number | null =>
  instant && Math.max(0, Math.floor((now.getTime() - instant.getTime()) / 1000));
