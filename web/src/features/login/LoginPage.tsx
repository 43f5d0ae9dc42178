import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, Suspense, useState, type SyntheticEvent } from 'react';
import { loadPart } from '../../lib/browser/load-part.ts';
import { Banner } from '../../ui/layout/Banner.tsx';
import { Button } from '../../ui/fields/Button.tsx';
import { Checkbox } from '../../ui/fields/Checkbox.tsx';
import { Entry } from '../../ui/fields/Entry.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { PasswordField } from '../../ui/fields/PasswordField.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { greeting } from './greeting.ts';
import { logInProblems } from './log-in-problems.ts';
import { signUpOffer } from './sign-up-offer.ts';
import { useLogIn } from './use-log-in.ts';
import './login.css';

const route = getRouteApi('/login');

/** The second step is loaded only when it is needed, since most log-ins have none. */
const SecondStep = lazy(async () => {
  const part = await loadPart(() => import('./SecondStep.tsx'));
  return { default: part.SecondStep };
});

export function LoginPage() {
  const search = route.useSearch();
  const attempt = useLogIn(search.authorizationError);
  return (
    <Suspense>
      <PageTitle>Log in</PageTitle>
      {attempt.secondStep ? (
        <Entry title="One more step" lead="Your password is right. Now confirm that it is you.">
          <SecondStep step={attempt.secondStep} onDone={attempt.finish} onBack={attempt.giveUp} />
        </Entry>
      ) : (
        <FirstStep attempt={attempt} search={search} />
      )}
    </Suspense>
  );
}

interface FirstStepProps {
  readonly attempt: ReturnType<typeof useLogIn>;
  readonly search: ReturnType<typeof route.useSearch>;
}

function FirstStep({ attempt, search }: FirstStepProps) {
  const [hour] = useState(() => new Date().getHours());
  return (
    <Entry title={greeting(hour)} lead="Log in to see what changed since you last looked.">
      <LoginForm givenEmail={attempt.last?.email ?? search.email ?? ''} attempt={attempt} />
      <p className="login__new">
        New here?{' '}
        <Link to="/signup" search={search}>
          {signUpOffer(search)}
        </Link>
      </p>
      <NightTape />
    </Entry>
  );
}

interface FormProps {
  readonly givenEmail: string;
  readonly attempt: ReturnType<typeof useLogIn>;
}

function LoginForm({ givenEmail, attempt: { busy, failure, last, submit, dismiss } }: FormProps) {
  const [email, setEmail] = useState(givenEmail);
  const [password, setPassword] = useState('');
  const [keepMeSignedIn, setKeepMeSignedIn] = useState(last?.keepMeSignedIn ?? true);
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const problems = logInProblems({ email, password });
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    setWasSubmitted(true);
    if (!problems.email && !problems.password) void submit({ email: email.trim(), password, keepMeSignedIn });
  };
  return (
    <form className="entry__fields" onSubmit={handleSubmit} noValidate>
      {failure && (
        <Banner level="alert" onClose={dismiss}>
          {failure}
        </Banner>
      )}
      <TextField
        label="E-mail"
        type="email"
        name="email"
        autoComplete="username"
        required
        error={wasSubmitted ? problems.email : null}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <div className="login__password">
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          error={wasSubmitted ? problems.password : null}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        {/* The link follows the field in the document, so that the Tab key leads from the address to the password. */}
        <Link
          className="login__forgot"
          to="/forgotpassword"
          search={email.trim() === '' ? {} : { email: email.trim() }}
        >
          Forgot password
        </Link>
      </div>
      <Checkbox checked={keepMeSignedIn} onChange={(event) => setKeepMeSignedIn(event.target.checked)}>
        Keep me signed in.
      </Checkbox>
      <Button type="submit" variant="primary" size="lg" block busy={busy}>
        Log in
      </Button>
    </form>
  );
}

/** The marked cells of the picture; they show no data. */
const marks: Readonly<Record<number, string>> = { 16: 'warning', 23: 'alert', 27: 'warning', 37: 'now' };
const cells = Array.from({ length: 38 }, (_, index) => ({ index, mark: marks[index] ?? 'quiet' }));

/** A decorative picture of checks through a night, some of which find something. */
function NightTape() {
  return (
    <div className="night-tape" aria-hidden="true">
      <div className="night-tape__cells">
        {cells.map(({ index, mark }) => (
          <i key={index} className={`night-tape__cell night-tape__cell--${mark}`} />
        ))}
      </div>
      <p className="night-tape__caption meta">
        <span>Watching while you are away</span>
        <span>now</span>
      </p>
    </div>
  );
}
