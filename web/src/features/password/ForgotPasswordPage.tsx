import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { cleanEmail, isEmail } from '@app/shared/domain/inputs/email-address.ts';
import { Banner } from '../../ui/layout/Banner.tsx';
import { Button } from '../../ui/fields/Button.tsx';
import { Entry, EntryForm } from '../../ui/fields/Entry.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import './password.css';
import { sendPasswordResetEmail } from '@app/shared/contract/auth.ts';
import { ApiError, meansOffline } from '../../lib/http/api-error.ts';
import { call } from '../../lib/http/call.ts';

const route = getRouteApi('/forgotpassword');

export function ForgotPasswordPage() {
  const search = route.useSearch();
  const [email, setEmail] = useState(cleanEmail(search.email ?? ''));
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const { state, failure, submit } = useResetRequest();
  const problem = isEmail(email) ? null : 'Please enter a valid e-mail address';
  const handleSubmit = () => {
    setWasSubmitted(true);
    if (!problem) void submit(email);
  };
  return (
    <Entry title="Forgot your password?" lead="We mail you a link by which you choose a new one.">
      <PageTitle>Forgot password</PageTitle>
      <EntryForm onSubmit={handleSubmit}>
        {state === 'sent' && (
          <Banner level="ok" title="Password reset e-mail has been sent">
            The link in it works for one hour. If it is not there, look among unwanted mail.
          </Banner>
        )}
        {failure && (
          <Banner level="alert" title={failure.title}>
            {failure.detail}
          </Banner>
        )}
        <TextField
          label="E-mail"
          type="email"
          name="email"
          autoComplete="username"
          error={wasSubmitted ? problem : null}
          value={email}
          onChange={(event) => setEmail(cleanEmail(event.target.value))}
        />
        <Button type="submit" variant="primary" size="lg" block busy={state === 'sending'}>
          Send password reset e-mail
        </Button>
      </EntryForm>
      <p className="password__other">
        <Link to="/login" search={email === '' ? {} : { email }}>
          Back to the log-in
        </Link>
      </p>
    </Entry>
  );
}

interface Failure {
  readonly title: string;
  readonly detail: string | null;
}

type State = 'idle' | 'sending' | 'sent';

function useResetRequest() {
  const [state, setState] = useState<State>('idle');
  const [failure, setFailure] = useState<Failure | null>(null);
  const submit = async (email: string) => {
    setState('sending');
    setFailure(null);
    try {
      await call(sendPasswordResetEmail, { body: { email } });
      setState('sent');
    } catch (error) {
      setState('idle');
      setFailure(failureOf(error));
    }
  };
  return { state, failure, submit };
}

/** Specification, section 8: an unknown address has its own text, all other failures share one. */
function failureOf(error: unknown): Failure {
  if (error instanceof ApiError && error.code === 'emailUnknown') return { title: error.message, detail: null };
  // The page's own warning reports a lost connection.
  const detail = error instanceof ApiError && !meansOffline(error) ? `${error.message}.` : null;
  return { title: 'There was a problem while sending password reset e-mail', detail };
}
