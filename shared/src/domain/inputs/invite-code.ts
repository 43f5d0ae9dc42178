import { cutAt } from '../../base/cut-text.ts';

/** Section 5: a referral code has all 20 characters and begins with this prefix; no shorter code begins with it. */
const referralPrefix = 'REF-';
export const inviteCodeLength = { least: 5, most: 20 } as const;

/** Returns a code in the form in which codes are stored and compared: in capitals and without spaces at its ends. */
export const inviteCodeKey = (typed: string): string => typed.trim().toUpperCase();

type InviteCodeProblem = 'length' | 'notReferral' | 'shortReferral';

export const inviteCodeTexts: Readonly<Record<InviteCodeProblem | 'unknown', string>> = {
  length: 'A code has 5 to 20 characters',
  notReferral: `A code of 20 characters begins with ${referralPrefix}`,
  shortReferral: `A code that begins with ${referralPrefix} has 20 characters`,
  unknown: 'There is no package with this promo or invite code',
};

/** Section 5: returns the problem with the form of a code. An empty code is allowed. */
export function inviteCodeProblem(typed: string): InviteCodeProblem | null {
  const code = inviteCodeKey(typed);
  if (code === '') return null;
  if (code.length < inviteCodeLength.least || code.length > inviteCodeLength.most) return 'length';
  const isReferral = code.startsWith(referralPrefix);
  if (code.length === inviteCodeLength.most) return isReferral ? null : 'notReferral';
  return isReferral ? 'shortReferral' : null;
}

/** Section 5: shows at most 25 characters of a code's name. */
export const shownCodeName = (name: string): string => cutAt(name, 25);
