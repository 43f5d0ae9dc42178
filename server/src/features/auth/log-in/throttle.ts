import { dayMs, hourMs } from '@app/shared/base/time.ts';
import type { Context } from '../../../context.ts';
import { admit, admitNetwork, isAdmitted, networkOf, networksOf } from '../../../lib/throttle.ts';
import { findKnownBrowser } from './known-browser.ts';
import { forgetAttempts, takeAttemptBack, type Login } from './queries.ts';

/** Limits of wrong passwords and other attempts in a quarter of an hour, except where another window is named. */
const limits = {
  /** The limit for one network or one known browser, for one address. */
  guesses: 10,
  /**
   * The limit for all unknown browsers together, for one address. Once the limit is reached, only people who log in
   * from a new browser are locked out until the window ends; they can set a new password by mail.
   */
  address: 50,
  network: 50,
  signUp: 100,
  reset: 30,
  linkLook: 60,
} as const;
/** These limits are low, because the answer to a reset request reveals whether an address has an account. */
const resetRequests = { address: 3, network: 10, mails: 10, windowMs: hourMs } as const;

type ThrottleContext = Pick<Context, 'db' | 'clock' | 'keys'>;

/** The origin of a guess at a password or code. */
export interface Guesser {
  readonly ip: string;
  /** The marks of a browser that has logged in before. */
  readonly browserMarks: readonly string[];
}

interface LoginAttempt {
  /** The login key: without blanks and in lower case. */
  readonly email: string;
  /** The login of this address; `null` for an unknown address. */
  readonly login: Login | null;
  readonly from: Guesser;
}

/**
 * Throws when too many passwords were guessed. A browser that has logged in to this address before is counted by
 * itself, so that guesses from elsewhere never keep its user out.
 */
export async function admitLogin(ctx: ThrottleContext, attempt: LoginAttempt): Promise<void> {
  const { email, from } = attempt;
  const browser = findKnownBrowser(ctx.keys, attempt);
  if (browser !== null) return admit(ctx, { subject: browserSubject(browser), limit: limits.guesses });
  await admitNetwork(ctx, { purpose: 'network', ip: from.ip, limit: limits.network });
  await admit(ctx, { subject: guessSubject(attempt), limit: limits.guesses });
  return admit(ctx, { subject: addressSubject(email), limit: limits.address });
}

/** Called after the right password: resets the count of this origin, and takes the attempt back from the others. */
export async function forgiveLogin(ctx: ThrottleContext, attempt: LoginAttempt): Promise<void> {
  const db = ctx.db.global;
  const browser = findKnownBrowser(ctx.keys, attempt);
  if (browser !== null) return forgetAttempts(db, browserSubject(browser));
  await forgetAttempts(db, guessSubject(attempt));
  await takeAttemptBack(db, addressSubject(attempt.email));
  for (const { network } of networksOf(attempt.from.ip)) await takeAttemptBack(db, `network:${network}`);
}

export const admitSignUp = (
  ctx: Pick<ThrottleContext, 'db' | 'clock'>,
  { ip }: { readonly ip: string },
): Promise<void> => admitNetwork(ctx, { purpose: 'sign-up', ip, limit: limits.signUp });

/**
 * Throws when too many reset links were requested. Returns false if the mailbox has reached its limit of links: the
 * request is then answered as usual, but no mail is sent, so that the link that was sent last stays valid.
 */
export async function admitResetRequest(ctx: ThrottleContext, attempt: LoginAttempt): Promise<boolean> {
  const { address, network, mails, windowMs } = resetRequests;
  const { email, from } = attempt;
  const browser = findKnownBrowser(ctx.keys, attempt);
  if (browser !== null) {
    await admit(ctx, { subject: `reset-browser:${browser}`, limit: address, windowMs });
    return true;
  }
  await admitNetwork(ctx, { purpose: 'reset-network', ip: from.ip, limit: network, windowMs });
  await admit(ctx, { subject: `reset-address:${networkOf(from.ip)} ${email}`, limit: address, windowMs });
  return isAdmitted(ctx, { subject: `reset-mails:${email}`, limit: mails, windowMs });
}

export const admitReset = (
  ctx: Pick<ThrottleContext, 'db' | 'clock'>,
  { ip }: { readonly ip: string },
): Promise<void> => admitNetwork(ctx, { purpose: 'reset', ip, limit: limits.reset });

export const admitLinkLook = (
  ctx: Pick<ThrottleContext, 'db' | 'clock'>,
  { ip }: { readonly ip: string },
): Promise<void> => admitNetwork(ctx, { purpose: 'link-look', ip, limit: limits.linkLook });

/**
 * Resets the counts of a person who has proved access to the mailbox, also that of a known browser: the person has often
 * guessed there before.
 */
export async function forgetGuesses(ctx: Pick<ThrottleContext, 'db' | 'keys'>, attempt: LoginAttempt): Promise<void> {
  const db = ctx.db.global;
  const browser = findKnownBrowser(ctx.keys, attempt);
  if (browser !== null) await forgetAttempts(db, browserSubject(browser));
  await forgetAttempts(db, addressSubject(attempt.email));
  await forgetAttempts(db, guessSubject(attempt));
}

/**
 * The limits of wrong codes are low, because a code has only six digits and an attacker may know the password. The
 * limit per day counts all unknown browsers together.
 */
const secondSteps = { soon: 5, day: 40 } as const;

interface StepAttempt {
  readonly login: Login;
  readonly from: Guesser;
}

export async function admitSecondStep(ctx: ThrottleContext, attempt: StepAttempt): Promise<void> {
  const { soon, day } = stepSubjects(ctx, attempt);
  await admit(ctx, { subject: soon, limit: secondSteps.soon });
  await admit(ctx, { subject: day, limit: secondSteps.day, windowMs: dayMs });
}

export async function forgiveSecondStep(ctx: ThrottleContext, attempt: StepAttempt): Promise<void> {
  const { soon, day } = stepSubjects(ctx, attempt);
  await forgetAttempts(ctx.db.global, soon);
  await forgetAttempts(ctx.db.global, day);
}

function stepSubjects({ keys }: Pick<ThrottleContext, 'keys'>, attempt: StepAttempt): Record<'soon' | 'day', string> {
  const { login, from } = attempt;
  const browser = findKnownBrowser(keys, attempt);
  const name = `${login.tenantId}.${login.emailAddressId}`;
  if (browser !== null) return { soon: `second-step-soon:${browser}`, day: `second-step-day:${browser}` };
  return { soon: `second-step-soon:${networkOf(from.ip)} ${name}`, day: `second-step-day:${name}` };
}

const browserSubject = (id: string): string => `browser:${id}`;
const guessSubject = ({ email, from }: Pick<LoginAttempt, 'email' | 'from'>): string =>
  `guesses:${networkOf(from.ip)} ${email}`;
const addressSubject = (email: string): string => `address:${email}`;
