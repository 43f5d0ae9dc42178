import { useState, type SyntheticEvent } from 'react';
import { Link } from '@tanstack/react-router';
import { cleanEmail } from '@app/shared/domain/email-address.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { accountTypes, emptySignUpForm, signUpProblems, type SignUpForm } from './sign-up-form.ts';
import type { SignUpSearch } from './sign-up-search.ts';
import { useSignUp, type SignUpAttempt } from './use-sign-up.ts';
import './sign-up.css';

const accountTypeOptions = [
  { value: 'brand', label: 'Brand' },
  { value: 'agency', label: 'Agency' },
  { value: 'merchant', label: 'Merchant' },
];

export function SignUpFields({ search }: { readonly search: SignUpSearch }) {
  const { form, field, change, isValid } = useSignUpForm(search);
  const attempt = useSignUp(search);
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (isValid) void attempt.submit(form);
  };
  return (
    <form className="sign-up" onSubmit={handleSubmit} noValidate>
      <Failure attempt={attempt} search={search} />
      <TextField label="Company name" autoComplete="organization" {...field('companyName')} />
      <Select
        label="Account type"
        placeholder="Choose what fits best"
        options={accountTypeOptions}
        {...field('accountType')}
        onChange={(event) => change({ accountType: accountTypes.find((type) => type === event.target.value) ?? '' })}
      />
      <div className="sign-up__pair">
        <TextField label="First name" autoComplete="given-name" {...field('firstName')} />
        <TextField label="Last name" autoComplete="family-name" {...field('lastName')} />
      </div>
      <TextField
        label="E-mail"
        type="email"
        autoComplete="email"
        {...field('email')}
        onChange={(event) => change({ email: cleanEmail(event.target.value) })}
      />
      <div className="sign-up__pair">
        <PasswordField
          label="Password"
          autoComplete="new-password"
          hint="At least 8 characters, a letter and a digit or symbol"
          {...field('password')}
        />
        <PasswordField label="Repeat password" autoComplete="new-password" {...field('confirmation')} />
      </div>
      <TextField
        label="Promo or invite code"
        optional
        {...field('inviteCode')}
        onChange={(event) => change({ inviteCode: event.target.value.trim() })}
      />
      <Checkbox checked={form.acceptsTerms} onChange={(event) => change({ acceptsTerms: event.target.checked })}>
        I agree to the terms and conditions
      </Checkbox>
      <Button type="submit" variant="primary" size="lg" block busy={attempt.busy} disabled={!isValid}>
        Start free trial
      </Button>
    </form>
  );
}

type TextName = Exclude<keyof SignUpForm, 'acceptsTerms'>;

/** The form and what is wrong with it; a field complains only once somebody has been in it and left. */
function useSignUpForm(search: SignUpSearch) {
  const [form, setForm] = useState(() => emptySignUpForm(search));
  const [left, setLeft] = useState<ReadonlySet<TextName>>(new Set());
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

function Failure({ attempt, search }: { readonly attempt: SignUpAttempt; readonly search: SignUpSearch }) {
  const { failure } = attempt;
  if (!failure) return null;
  const logIn = failure.code === 'emailTaken' && (
    <Link to="/login" search={search}>
      Log in
    </Link>
  );
  return (
    <Banner level="alert" onClose={attempt.dismiss} action={logIn}>
      {failure.message}
    </Banner>
  );
}
