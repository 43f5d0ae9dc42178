import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Banner } from '../../ui/layout/Banner.tsx';
import { Button, buttonClass } from '../../ui/fields/Button.tsx';
import { Entry, EntryForm } from '../../ui/fields/Entry.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { PasswordField } from '../../ui/fields/PasswordField.tsx';
import { pairProblems } from './new-password.ts';
import { takeToken } from './kept-token.ts';
import { usePasswordLink, type PasswordLink } from './use-password-link.ts';
import { useSetPassword } from './use-set-password.ts';
import './password.css';

/** The page behind the link of a mail that resets a password or invites a user. */
export function ResetPasswordPage() {
  const [token] = useState(takeToken);
  return token === null ? <NoLink /> : <TokenPage token={token} />;
}

function TokenPage({ token }: { readonly token: string }) {
  const link = usePasswordLink(token);
  const invitation = link?.purpose === 'invitation' ? link : null;
  const title = invitation ? 'Choose your password' : 'Choose a new password';
  return (
    <Entry title={title} lead={<Lead link={link} />} isAnchored>
      <PageTitle>{title}</PageTitle>
      <Fields token={token} invited={invitation?.email ?? null} />
    </Entry>
  );
}

function Lead({ link }: { readonly link: PasswordLink | undefined }) {
  if (!link) return 'You log in with it everywhere from now on.';
  const { purpose, email, companyName } = link;
  return purpose === 'invitation'
    ? `${companyName} has invited you. You log in with ${email}.`
    : `You log in as ${email} with it everywhere from now on.`;
}

interface FieldsProps {
  readonly token: string;
  /**
   * The e-mail of an invited user, who is logged in once the password is set; `null` for a user who resets a password.
   */
  readonly invited: string | null;
}

function Fields({ token, invited }: FieldsProps) {
  const [pair, setPair] = useState({ password: '', confirmation: '' });
  const [left, setLeft] = useState({ password: false, confirmation: false });
  const { state, failure, submit, dismiss } = useSetPassword({ token, invited });
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
