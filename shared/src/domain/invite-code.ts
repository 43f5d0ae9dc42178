/** Section 5: a referral has all of the 20 characters and begins with this; no shorter code does. */
export const referralPrefix = 'REF-';
export const inviteCodeLength = { least: 5, most: 20 } as const;

/** As codes are kept: people type them in capitals or not. */
export const inviteCodeKey = (typed: string): string => typed.trim().toUpperCase();

export type InviteCodeProblem = 'length' | 'notReferral' | 'shortReferral';

export const inviteCodeTexts: Readonly<Record<InviteCodeProblem | 'unknown', string>> = {
  length: 'A code has 5 to 20 characters',
  notReferral: `A code of 20 characters begins with ${referralPrefix}`,
  shortReferral: `A code that begins with ${referralPrefix} has 20 characters`,
  unknown: 'There is no package with this promo or invite code',
};

/** Section 5. What is wrong with the form of a code; none at all is fine. */
export function inviteCodeProblem(typed: string): InviteCodeProblem | null {
  const code = inviteCodeKey(typed);
  if (code === '') return null;
  if (code.length < inviteCodeLength.least || code.length > inviteCodeLength.most) return 'length';
  const isReferral = code.startsWith(referralPrefix);
  if (code.length === inviteCodeLength.most) return isReferral ? null : 'notReferral';
  return isReferral ? 'shortReferral' : null;
}

/** Section 5: what is shown of the name of a code. */
export const shownCodeName = (name: string): string => name.slice(0, 25);
