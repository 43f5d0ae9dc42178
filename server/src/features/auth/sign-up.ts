import type * as z from 'zod/mini';
import { minuteMs } from '@app/shared/base/time.ts';
import { AppError } from '@app/shared/base/errors.ts';
import type { signUp as signUpCall } from '@app/shared/contract/auth.ts';
import { cleanEmail, isEmail } from '@app/shared/domain/inputs/email-address.ts';
import { inviteCodeKey, inviteCodeProblem, inviteCodeTexts } from '@app/shared/domain/inputs/invite-code.ts';
import { standardPackage, type Package } from '@app/shared/domain/billing/package.ts';
import { isTimeZone, winterOffsetOf } from '@app/shared/domain/clock/time-zone.ts';
import type { Context } from '../../context.ts';
import type { Executor, Tx } from '../../lib/db/db.ts';
import { insertOwner, insertTenant } from '../accounts/queries.ts';
import { refuseWeakPassword } from './new-password/refuse-weak-password.ts';
import { loginName, type VerifiedLogin } from './log-in/log-in.ts';
import type { Passwords } from './log-in/passwords.ts';
import { findLogin, insertLogin } from './log-in/queries.ts';
import { admitSignUp } from './log-in/throttle.ts';

type SignUp = z.output<typeof signUpCall.body> & { readonly ip: string };

/** The fields of a package that a sign-up uses. */
interface SignUpPackage extends Pick<
  Package,
  'trialMinutes' | 'discount' | 'discountDurationInMonths' | 'trialFeeCents'
> {
  readonly packageId: string;
}

interface NewSubscription {
  readonly tenantId: string;
  readonly companyName: string;
  readonly trialEndsAt: Date;
  readonly createdAt: Date;
  readonly chosen: Pick<Package, 'discount' | 'discountDurationInMonths' | 'trialFeeCents'>;
}

export interface SignUpContext extends Pick<Context, 'db' | 'clock' | 'random'> {
  /** Returns `null` for an unknown code. */
  findPackageOfCode(db: Executor, code: string): Promise<SignUpPackage | null>;
  beginSubscription(tx: Tx, subscription: NewSubscription): Promise<void>;
}

/** Creates a tenant, its owner and the owner's login in one transaction. The trial starts now. */
export async function signUp(ctx: SignUpContext, passwords: Passwords, input: SignUp): Promise<VerifiedLogin> {
  const email = cleanEmail(input.email);
  refuseInvalid({ ...input, email });
  await admitSignUp(ctx, input);
  const code = inviteCodeKey(input.inviteCode ?? '');
  const chosen = await choosePackage(ctx, code);
  if (await findLogin(ctx.db.global, loginName(email))) throw new AppError('emailTaken');

  const passwordHash = await passwords.hash(input.password);
  const tenantId = ctx.random.uuid();
  const createdAt = ctx.clock.now();
  const timeZone = input.timeZone !== undefined && isTimeZone(input.timeZone) ? input.timeZone : null;
  const trialEndsAt = new Date(createdAt.getTime() + chosen.trialMinutes * minuteMs);
  return ctx.db.tenant(tenantId, async (tx) => {
    await insertTenant(tx, {
      ...input,
      tenantId,
      worldEpoch: ctx.random.uuid(),
      trialEndsAt,
      packageId: chosen.packageId,
      inviteCode: code || null,
      affiliateRef: input.affiliateRef ?? null,
      createdAt,
    });
    await ctx.beginSubscription(tx, { ...input, tenantId, trialEndsAt, createdAt, chosen });
    const emailAddressId = await insertOwner(tx, {
      ...input,
      email,
      tenantId,
      passwordHash,
      timezoneOffsetMinutes: winterOffsetOf({ timeZone, offsetMinutes: input.timezoneOffsetMins }, createdAt),
      timeZone,
      createdAt,
    });
    // The second of two concurrent sign-ups with one address waits here for the first.
    const isNew = await insertLogin(tx, { email: loginName(email), tenantId, emailAddressId });
    if (!isNew) throw new AppError('emailTaken');
    return { tenantId, emailAddressId, passwordHash };
  });
}

function refuseInvalid({ email, password, inviteCode }: Pick<SignUp, 'email' | 'password' | 'inviteCode'>): void {
  if (!isEmail(email)) throw new AppError('invalidEmail');
  refuseWeakPassword(password);
  const codeProblem = inviteCodeProblem(inviteCode ?? '');
  if (codeProblem) throw new AppError('badRequest', { text: inviteCodeTexts[codeProblem] });
}

/** Specification, section 5: a code without a package is an error. */
async function choosePackage(ctx: SignUpContext, code: string) {
  if (code === '') return { ...standardPackage, packageId: null };
  const found = await ctx.findPackageOfCode(ctx.db.global, code);
  if (!found) throw new AppError('badRequest', { text: inviteCodeTexts.unknown });
  return found;
}
