import { cleanEmail, isEmail } from '@app/shared/domain/inputs/email-address.ts';
import { inviteCodeProblem, inviteCodeTexts } from '@app/shared/domain/inputs/invite-code.ts';
import { passwordProblem, passwordTexts } from '@app/shared/domain/inputs/password.ts';

export const accountTypes = ['brand', 'agency', 'merchant'] as const;
type AccountType = (typeof accountTypes)[number];

export interface SignUpForm {
  readonly companyName: string;
  readonly accountType: AccountType | '';
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly password: string;
  readonly confirmation: string;
  readonly inviteCode: string;
  readonly acceptsTerms: boolean;
}

type SignUpProblems = Partial<Record<keyof SignUpForm, string>>;

export const emptySignUpForm = (given: { email?: string; code?: string }): SignUpForm => ({
  companyName: '',
  accountType: '',
  firstName: '',
  lastName: '',
  email: cleanEmail(given.email ?? ''),
  password: '',
  confirmation: '',
  inviteCode: (given.code ?? '').trim(),
  acceptsTerms: false,
});

/** The problems of section 5, field by field; a form without problems is valid. */
export function signUpProblems(form: SignUpForm): SignUpProblems {
  const weak = passwordProblem(form.password);
  const problems: { [Field in keyof SignUpForm]: string | null } = {
    companyName: requireName(form.companyName, 'Please enter your company name'),
    accountType: form.accountType === '' ? 'Please choose what you are' : null,
    firstName: requireName(form.firstName, 'Please enter your first name'),
    lastName: requireName(form.lastName, 'Please enter your last name'),
    email: isEmail(form.email) ? null : 'Please enter a valid e-mail address',
    password: weak ? passwordTexts[weak] : null,
    confirmation: form.confirmation === form.password ? null : passwordTexts.mismatch,
    inviteCode: codeProblem(form.inviteCode),
    acceptsTerms: form.acceptsTerms ? null : 'Please accept the terms',
  };
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== null));
}

/** Section 5: name fields have at most 200 characters. */
function requireName(text: string, missing: string): string | null {
  if (text.trim() === '') return missing;
  return text.trim().length > 200 ? 'At most 200 characters' : null;
}

function codeProblem(code: string): string | null {
  const problem = inviteCodeProblem(code);
  return problem && inviteCodeTexts[problem];
}
