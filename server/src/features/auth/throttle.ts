import type { Context } from '../../context.ts';
import { admit, networkOf } from '../../lib/throttle.ts';
import { forgetAttempts, takeAttemptBack, type Login } from './queries.ts';
import { hourMs } from '@app/shared/base/time.ts';

const limits = { address: 10, network: 50, signUp: 100, reset: 30 } as const;
/** Whoever asks for a reset is told whether the address has an account: that is not for asking often. */
const resetRequests = { address: 3, network: 10, windowMs: hourMs } as const;

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

/** @param email in the form that logins are kept in. */
export async function admitResetRequest(ctx: ThrottleContext, { email, ip }: Attempted): Promise<void> {
  const { address, network, windowMs } = resetRequests;
  await admit(ctx, { subject: `reset-network:${networkOf(ip)}`, limit: network, windowMs });
  await admit(ctx, { subject: `reset-address:${email}`, limit: address, windowMs });
}

export const admitReset = (ctx: ThrottleContext, { ip }: { readonly ip: string }): Promise<void> =>
  admit(ctx, { subject: `reset:${networkOf(ip)}`, limit: limits.reset });

/** Who has shown that the mailbox is theirs begins anew. */
export const forgetGuesses = (ctx: ThrottleContext, email: string): Promise<void> =>
  forgetAttempts(ctx.db.global, addressSubject(email));

/** Codes have six digits: a password that is known makes guessing them the only hurdle left. */
const secondSteps = { soon: 5, day: 40, dayMs: 24 * hourMs } as const;

export async function admitSecondStep(ctx: ThrottleContext, login: Login): Promise<void> {
  await admit(ctx, { subject: stepSubject('soon', login), limit: secondSteps.soon });
  await admit(ctx, { subject: stepSubject('day', login), limit: secondSteps.day, windowMs: secondSteps.dayMs });
}

export async function forgiveSecondStep(ctx: ThrottleContext, login: Login): Promise<void> {
  await forgetAttempts(ctx.db.global, stepSubject('soon', login));
  await forgetAttempts(ctx.db.global, stepSubject('day', login));
}

const stepSubject = (kind: 'soon' | 'day', { tenantId, emailAddressId }: Login): string =>
  `second-step-${kind}:${tenantId}.${emailAddressId}`;

const addressSubject = (email: string): string => `address:${email}`;
const networkSubject = (ip: string): string => `network:${networkOf(ip)}`;
