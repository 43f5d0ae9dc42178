import type { Context } from '../../../context.ts';
import { admit, networkOf } from '../../../lib/throttle.ts';
import { forgetAttempts, takeAttemptBack, type Login } from './queries.ts';
import { hourMs } from '@app/shared/base/time.ts';

const limits = { address: 10, network: 50, signUp: 100, reset: 30, linkLook: 60 } as const;
/** Low, because the answer to a reset request reveals whether an address has an account. */
const resetRequests = { address: 3, network: 10, windowMs: hourMs } as const;

type ThrottleContext = Pick<Context, 'db' | 'clock'>;
export interface LoginAttempt {
  /** The login key: without blanks and in lower case. */
  readonly email: string;
  readonly ip: string;
}

/** Throws when the address or the network has made too many attempts. */
export async function admitLogin(ctx: ThrottleContext, { email, ip }: LoginAttempt): Promise<void> {
  await admit(ctx, { subject: networkSubject(ip), limit: limits.network });
  await admit(ctx, { subject: addressSubject(email), limit: limits.address });
}

/** Called after the right password: resets the count of the address, and takes the attempt back from the network. */
export async function forgiveLogin(ctx: ThrottleContext, { email, ip }: LoginAttempt): Promise<void> {
  await forgetAttempts(ctx.db.global, addressSubject(email));
  await takeAttemptBack(ctx.db.global, networkSubject(ip));
}

export const admitSignUp = (ctx: ThrottleContext, { ip }: { readonly ip: string }): Promise<void> =>
  admit(ctx, { subject: `sign-up:${networkOf(ip)}`, limit: limits.signUp });

/** @param email a login key: without blanks and in lower case. */
export async function admitResetRequest(ctx: ThrottleContext, { email, ip }: LoginAttempt): Promise<void> {
  const { address, network, windowMs } = resetRequests;
  await admit(ctx, { subject: `reset-network:${networkOf(ip)}`, limit: network, windowMs });
  await admit(ctx, { subject: `reset-address:${email}`, limit: address, windowMs });
}

export const admitReset = (ctx: ThrottleContext, { ip }: { readonly ip: string }): Promise<void> =>
  admit(ctx, { subject: `reset:${networkOf(ip)}`, limit: limits.reset });

export const admitLinkLook = (ctx: ThrottleContext, { ip }: { readonly ip: string }): Promise<void> =>
  admit(ctx, { subject: `link-look:${networkOf(ip)}`, limit: limits.linkLook });

/** Resets the count of a person who has proved access to the mailbox. */
export const forgetGuesses = (ctx: ThrottleContext, email: string): Promise<void> =>
  forgetAttempts(ctx.db.global, addressSubject(email));

/** Low, because a code has six digits, and an attacker who knows the password has only the code left to guess. */
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
