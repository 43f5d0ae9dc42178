import { AppError } from '@app/shared/base/errors.ts';
import type { ErrorCode } from '@app/shared/base/errors.ts';
import type { Context } from '../../../context.ts';
import { isAdmitted, networkOf } from '../../../lib/throttle.ts';
import { recordAudit } from '../../accounts/audit-queries.ts';
import type { Login } from './queries.ts';
import type { Guesser } from './throttle.ts';

type EventContext = Pick<Context, 'db' | 'clock' | 'log'>;

interface LogInAttempt {
  readonly email: string;
  /** The login of the address; `null` for an address that logs in to no account. */
  readonly login: Login | null;
  readonly from: Guesser;
}

interface LogInEvent extends LogInAttempt {
  readonly action: string;
  /** The acting person in the audit trail; `somebody` if the attempt failed. */
  readonly actor?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/**
 * Records an event of a log-in in the audit trail of its account, and in the log. An address without an account is
 * written to neither, because people sometimes type a password into the address field.
 */
export async function recordLogIn(ctx: EventContext, event: LogInEvent): Promise<void> {
  const { action, email, login, from, actor = 'somebody', details = {} } = event;
  const network = networkOf(from.ip);
  ctx.log.info(
    { action, network, tenantId: login?.tenantId ?? null, emailAddressId: login?.emailAddressId ?? null },
    'an event of a log-in',
  );
  if (!login) return;
  const { tenantId } = login;
  const at = ctx.clock.now();
  const entry = { tenantId, at, actor, action, subject: email, kind: 'log-in' } as const;
  await ctx.db.tenant(tenantId, (tx) => recordAudit(tx, [{ ...entry, details: { ...details, network } }]));
}

interface CompletedAttempt extends LogInAttempt {
  readonly by: 'password' | 'app' | 'recovery code' | 'passkey';
  readonly browser: string | null;
}

export const recordCompletedLogIn = (ctx: EventContext, { by, browser, ...attempt }: CompletedAttempt): Promise<void> =>
  recordLogIn(ctx, { ...attempt, action: 'logged in', actor: attempt.email, details: { by, browser } });

interface WatchedAttempt extends LogInAttempt {
  /** The name of the attempt in the audit trail: “log-in” gives “log-in refused” and “log-in throttled”. */
  readonly what: string;
}

const refusals: ReadonlySet<ErrorCode> = new Set([
  'wrongCredentials',
  'wrongOldPassword',
  'wrongCode',
  'wrongPasskey',
] as const);

/** Does the work of an attempt, and records its refusal. */
export async function watchAttempt<T>(
  ctx: EventContext,
  { what, ...attempt }: WatchedAttempt,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (refusals.has(error.code)) await recordLogIn(ctx, { ...attempt, action: `${what} refused` });
    if (error.code === 'tooManyRequests' && (await isFirstThrottle(ctx, attempt.email))) {
      await recordLogIn(ctx, { ...attempt, action: `${what} throttled` });
    }
    throw error;
  }
}

/** One entry per quarter of an hour suffices, because the number of refused attempts has no limit of its own. */
const isFirstThrottle = (ctx: EventContext, email: string): Promise<boolean> =>
  isAdmitted(ctx, { subject: `throttled:${email}`, limit: 1 });
