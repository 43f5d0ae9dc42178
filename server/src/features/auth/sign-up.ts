import type * as z from 'zod/mini';
import { AppError } from '@app/shared/base/errors.ts';
import type { signUp as signUpCall } from '@app/shared/contract/auth.ts';
import { cleanEmail, isEmail } from '@app/shared/domain/email-address.ts';
import { passwordProblem, passwordTexts } from '@app/shared/domain/password.ts';
import { standardPackage } from '@app/shared/domain/pricing.ts';
import type { Context } from '../../context.ts';
import { insertOwner, insertTenant } from '../accounts/queries.ts';
import { loginName } from './log-in.ts';
import type { Passwords } from './passwords.ts';
import { findLogin, insertLogin, type Login } from './queries.ts';
import { admitSignUp } from './throttle.ts';

type SignUp = z.output<typeof signUpCall.body> & { readonly ip: string };
type SignUpContext = Pick<Context, 'db' | 'clock' | 'random'>;

/** Opens a tenant with its owner and the way from the address to it, all or nothing. The trial starts now. */
export async function signUp(ctx: SignUpContext, passwords: Passwords, input: SignUp): Promise<Login> {
  const email = cleanEmail(input.email);
  refuseInvalid({ ...input, email });
  await admitSignUp(ctx, input);
  if (await findLogin(ctx.db.global, loginName(email))) throw new AppError('emailTaken');

  const passwordHash = await passwords.hash(input.password);
  const tenantId = ctx.random.uuid();
  const createdAt = ctx.clock.now();
  const trialEndsAt = new Date(createdAt.getTime() + standardPackage.trialMinutes * 60_000);
  return ctx.db.tenant(tenantId, async (tx) => {
    await insertTenant(tx, { ...input, tenantId, worldEpoch: ctx.random.uuid(), trialEndsAt, createdAt });
    const emailAddressId = await insertOwner(tx, {
      ...input,
      email,
      tenantId,
      passwordHash,
      timezoneOffsetMinutes: input.timezoneOffsetMins,
      createdAt,
    });
    // Two sign-ups with one address at once: the second waits here for the first.
    const isNew = await insertLogin(tx, { email: loginName(email), tenantId, emailAddressId });
    if (!isNew) throw new AppError('emailTaken');
    return { tenantId, emailAddressId };
  });
}

function refuseInvalid({ email, password, inviteCode }: Pick<SignUp, 'email' | 'password' | 'inviteCode'>): void {
  if (!isEmail(email)) throw new AppError('invalidEmail');
  const problem = passwordProblem(password);
  if (problem) throw new AppError('weakPassword', { text: passwordTexts[problem] });
  if (inviteCode?.trim())
    throw new AppError('badRequest', { text: 'There is no package with this promo or invite code' });
}
