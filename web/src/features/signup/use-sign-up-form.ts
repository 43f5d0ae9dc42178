import { useState } from 'react';
import { emptySignUpForm, signUpProblems, type SignUpForm } from './sign-up-form.ts';
import type { SignUpSearch } from './sign-up-search.ts';

type TextName = Exclude<keyof SignUpForm, 'acceptsTerms'>;

/** The form and its problems; a field shows its problem after it has been left, and if a link has filled it in. */
export function useSignUpForm(search: SignUpSearch) {
  const [form, setForm] = useState(() => emptySignUpForm(search));
  const [left, setLeft] = useState(() => prefilledFields(form));
  const problems = signUpProblems(form);
  const change = (changed: Partial<SignUpForm>) => setForm((current) => ({ ...current, ...changed }));
  const field = (name: TextName) => ({
    name,
    value: form[name],
    error: left.has(name) ? problems[name] : undefined,
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
    onBlur: () => setLeft((before) => (form[name] === '' ? before : new Set([...before, name]))),
  });
  return { form, field, change, isValid: Object.keys(problems).length === 0 };
}

const prefilledFields = ({ email, inviteCode }: SignUpForm): ReadonlySet<TextName> =>
  new Set<TextName>([
    ...(email === '' ? [] : ['email' as const]),
    ...(inviteCode === '' ? [] : ['inviteCode' as const]),
  ]);
