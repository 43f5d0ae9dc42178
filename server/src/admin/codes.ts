import { cleanEmail, isEmail } from '@app/shared/domain/inputs/email-address.ts';
import { inviteCodeKey, inviteCodeProblem, inviteCodeTexts } from '@app/shared/domain/inputs/invite-code.ts';
import { deleteInviteCode, findPackage, saveInviteCode } from '../features/billing/packages/package-queries.ts';
import { commandLine, InvalidCommand, textOption, type AdminCommand, type GlobalContext } from './command.ts';
import { changeGlobally } from './record-act.ts';

export const setCode: AdminCommand = {
  name: 'code',
  words: 'CODE [PACKAGE]',
  mostWords: 2,
  help: 'Lets a promo or invite code (5 to 20 characters, with 20 a referral) lead to a package',
  options: {
    affiliate: { value: 'EMAIL', help: 'whose personal referral it is' },
    remove: { help: 'the code leads nowhere any more; who signed up with it keeps the package' },
  },
  async run(ctx, given) {
    const [typed = '', packageId = ''] = given.words;
    if (given.options['remove'] === true) {
      const removal = { operator: commandLine, action: 'code removed', subjectOf: (code: string) => code };
      const removed = await changeGlobally(ctx, removal, (global) => removeCode(global, typed));
      return ctx.print(`The code ${removed} is gone.`);
    }
    const affiliateEmail = textOption(given, 'affiliate') ?? '';
    const act = { operator: commandLine, action: 'code kept', subjectOf: (code: string) => `${code} → ${packageId}` };
    const code = await changeGlobally(ctx, act, (global) => keepCode(global, { typed, packageId, affiliateEmail }));
    ctx.print(`The code ${code} leads to the package ${packageId}.`);
  },
};

function codeOf(typed: string): string {
  const code = inviteCodeKey(typed);
  const problem = code === '' ? 'length' : inviteCodeProblem(code);
  if (problem) throw new InvalidCommand(`${inviteCodeTexts[problem]}.`);
  return code;
}

/** Deletes a sign-up code. Returns the code in its stored form. */
export async function removeCode({ db }: Pick<GlobalContext, 'db'>, typed: string): Promise<string> {
  const code = codeOf(typed);
  if (!(await deleteInviteCode(db.global, code))) throw new InvalidCommand(`There is no code ${code}.`);
  return code;
}

interface NewCode {
  readonly typed: string;
  readonly packageId: string;
  /** The address of the affiliate whose personal code this is; empty for any other code. */
  readonly affiliateEmail: string;
}

/** Stores a code that selects a package at sign-up. Returns the code in its stored form. */
export async function keepCode(
  { db, clock }: GlobalContext,
  { typed, packageId, affiliateEmail }: NewCode,
): Promise<string> {
  const code = codeOf(typed);
  if (!(await findPackage(db.global, packageId)))
    throw new InvalidCommand(`There is no package “${packageId}”: make it first with “package”.`);
  const affiliate = cleanEmail(affiliateEmail);
  if (affiliate !== '' && !isEmail(affiliate)) throw new InvalidCommand('--affiliate is an e-mail address.');
  const personalAffiliateEmail = affiliate || null;
  await saveInviteCode(db.global, { code, packageId, personalAffiliateEmail, createdAt: clock.now() });
  return code;
}
