import { isIPv6 } from 'node:net';
import { AppError } from '@app/shared/base/errors.ts';
import type { Context } from '../../context.ts';
import { countAttempt, forgetAttempts, takeAttemptBack } from './queries.ts';

/** Counted over all processes together; after the last one the subject waits this long. */
const windowMs = 15 * 60_000;
const limits = { address: 10, network: 50, signUp: 100 } as const;

type ThrottleContext = Pick<Context, 'db' | 'clock'>;
export interface Attempted {
  /** In the form that logins are kept in. */
  readonly email: string;
  readonly ip: string;
}

/** Throws when the address or the network has guessed too often. */
export async function admitLogin(ctx: ThrottleContext, { email, ip }: Attempted): Promise<void> {
  await admit(ctx, networkSubject(ip), limits.network);
  await admit(ctx, addressSubject(email), limits.address);
}

/** A right password is no guess: the address starts anew, and the network gets its attempt back. */
export async function forgiveLogin(ctx: ThrottleContext, { email, ip }: Attempted): Promise<void> {
  await forgetAttempts(ctx.db.global, addressSubject(email));
  await takeAttemptBack(ctx.db.global, networkSubject(ip));
}

export const admitSignUp = (ctx: ThrottleContext, { ip }: { readonly ip: string }): Promise<void> =>
  admit(ctx, `sign-up:${networkOf(ip)}`, limits.signUp);

async function admit(ctx: ThrottleContext, subject: string, limit: number): Promise<void> {
  const now = ctx.clock.now();
  const since = new Date(now.getTime() - windowMs);
  const isAdmitted = await countAttempt(ctx.db.global, { subject, limit, now, since });
  if (!isAdmitted) throw new AppError('tooManyRequests');
}

const addressSubject = (email: string): string => `address:${email}`;
const networkSubject = (ip: string): string => `network:${networkOf(ip)}`;

/** A household has one IPv4 address, and a /64 of IPv6 from which it can take any. */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped || !isIPv6(ip)) return mapped ?? ip;
  const [head = '', tail] = ip.split('::');
  const first = head.split(':').filter(Boolean);
  const last = (tail ?? '').split(':').filter(Boolean);
  const zeros = tail === undefined ? 0 : 8 - first.length - last.length;
  const groups = [...first, ...Array.from({ length: zeros }, () => '0'), ...last];
  return `${groups.slice(0, 4).join(':').toLowerCase()}::/64`;
}
