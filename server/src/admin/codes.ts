import { cleanEmail, isEmail } from '@app/shared/domain/inputs/email-address.ts';
import { inviteCodeKey, inviteCodeProblem, inviteCodeTexts } from '@app/shared/domain/inputs/invite-code.ts';
import { deleteInviteCode, findPackage, saveInviteCode } from '../features/billing/packages/package-queries.ts';
import { InvalidCommand, textOption, type AdminCommand } from './command.ts';

export const setCode: AdminCommand = {
  name: 'code',
  words: 'CODE [PACKAGE]',
  help: 'Lets a promo or invite code (5 to 20 characters, with 20 a referral) lead to a package',
  options: {
    affiliate: { value: 'EMAIL', help: 'whose personal referral it is' },
    remove: { help: 'the code leads nowhere any more; who signed up with it keeps the package' },
  },
  async run({ db, clock, print }, given) {
    const [typed = '', packageId = ''] = given.words;
    const code = inviteCodeKey(typed);
    const problem = code === '' ? 'length' : inviteCodeProblem(code);
    if (problem) throw new InvalidCommand(`${inviteCodeTexts[problem]}.`);
    if (given.options['remove'] === true) {
      if (!(await deleteInviteCode(db.global, code))) throw new InvalidCommand(`There is no code ${code}.`);
      print(`The code ${code} is gone.`);
      return;
    }
    if (!(await findPackage(db.global, packageId)))
      throw new InvalidCommand(`There is no package “${packageId}”: keep it first.`);
    const affiliate = cleanEmail(textOption(given, 'affiliate') ?? '');
    if (affiliate !== '' && !isEmail(affiliate)) throw new InvalidCommand('--affiliate is an e-mail address.');
    const personalAffiliateEmail = affiliate || null;
    await saveInviteCode(db.global, { code, packageId, personalAffiliateEmail, createdAt: clock.now() });
    print(`The code ${code} leads to the package ${packageId}.`);
  },
};
