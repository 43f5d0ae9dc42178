import type { Context } from '../../context.ts';
import { admit, networkOf } from '../../lib/throttle.ts';
import { forgetAttempts, takeAttemptBack } from './queries.ts';

const limits = { address: 10, network: 50, signUp: 100 } as const;

type ThrottleContext = Pick<Context, 'db' | 'clock'>;
export interface Attempted {
  /** In the form that logins are kept in. */
  readonly email: string;
  readonly ip: string;
}

/** Throws when the address or the network has guessed too often. */
export async function admitLogin(ctx: ThrottleContext, { email, ip }: Attempted): Promise<void> {
  await admit(ctx, { subject: networkSubject(ip), limit: limits.network });
  await admit(ctx, { subject: addressSubject(email), limit: limits.address });
}

/** A right password is no guess: the address starts anew, and the network gets its attempt back. */
export async function forgiveLogin(ctx: ThrottleContext, { email, ip }: Attempted): Promise<void> {
  await forgetAttempts(ctx.db.global, addressSubject(email));
  await takeAttemptBack(ctx.db.global, networkSubject(ip));
}

export const admitSignUp = (ctx: ThrottleContext, { ip }: { readonly ip: string }): Promise<void> =>
  admit(ctx, { subject: `sign-up:${networkOf(ip)}`, limit: limits.signUp });

const addressSubject = (email: string): string => `address:${email}`;
const networkSubject = (ip: string): string => `network:${networkOf(ip)}`;
