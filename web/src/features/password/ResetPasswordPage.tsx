import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Banner } from '../../ui/layout/Banner.tsx';
import { Button, buttonClass } from '../../ui/fields/Button.tsx';
import { Entry, EntryForm } from '../../ui/fields/Entry.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { PasswordField } from '../../ui/fields/PasswordField.tsx';
import { pairProblems } from './new-password.ts';
import { takeToken } from './kept-token.ts';
import { useSetPassword } from './use-set-password.ts';
import './password.css';

/** The page behind the link of a mail that resets a password or invites a user. */
export function ResetPasswordPage() {
  const [token] = useState(takeToken);
  if (token === null) return <NoLink />;
  return (
    <Entry title="Choose a new password" lead="You log in with it everywhere from now on.">
      <PageTitle>Choose a new password</PageTitle>
      <Fields token={token} />
    </Entry>
  );
}

function Fields({ token }: { readonly token: string }) {
  const [pair, setPair] = useState({ password: '', confirmation: '' });
  const [left, setLeft] = useState({ password: false, confirmation: false });
  const { state, failure, submit, dismiss } = useSetPassword(token);
  const problems = pairProblems(pair);
  const isValid = !problems.password && !problems.confirmation;
  const field = (name: keyof typeof pair) => ({
    name,
    autoComplete: 'new-password',
    value: pair[name],
    error: left[name] ? problems[name] : null,
    onChange: (event: { target: { value: string } }) => setPair({ ...pair, [name]: event.target.value }),
    onBlur: () => setLeft({ ...left, [name]: pair[name] !== '' }),
  });
  if (state === 'set') {
    return (
      <div className="password__done">
        <Banner level="ok">Your password has been successfully changed, redirecting to the log-in page</Banner>
      </div>
    );
  }
  return (
    <EntryForm onSubmit={() => void (isValid && submit(pair.password))}>
      {failure && (
        <Banner level="alert" onClose={dismiss} action={failure.isExpired && <AskAnew />}>
          {failure.text}
        </Banner>
      )}
      <PasswordField label="New password" hint="8 characters, a letter, a digit or symbol" {...field('password')} />
      <PasswordField label="Repeat new password" {...field('confirmation')} />
      <Button type="submit" variant="primary" size="lg" block busy={state === 'setting'} disabled={!isValid}>
        Set Password
      </Button>
    </EntryForm>
  );
}

const AskAnew = () => <Link to="/forgotpassword">Ask for a new link</Link>;

const NoLink = () => (
  <Entry title="This link does not work" lead="It has been used already, or was cut off on its way.">
    <PageTitle>Choose a new password</PageTitle>
    <p className="password__other">
      <Link to="/forgotpassword" className={buttonClass({ variant: 'primary', size: 'lg' })}>
        Ask for a new link
      </Link>
    </p>
  </Entry>
);
