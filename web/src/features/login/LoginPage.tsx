import { getRouteApi, Link } from '@tanstack/react-router';
import { useState, type SyntheticEvent } from 'react';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Mark } from '../../ui/Logo.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { greeting } from './greeting.ts';
import { NightTape } from './NightTape.tsx';
import { useLogIn } from './use-log-in.ts';
import './login.css';

const route = getRouteApi('/login');

export function LoginPage() {
  const search = route.useSearch();
  const [hour] = useState(() => new Date().getHours());
  return (
    <div className="login">
      <PageTitle>Log in</PageTitle>
      <main className="login__main">
        <div className="login__form">
          <Mark size={40} />
          <h1>{greeting(hour)}</h1>
          <p className="login__lead">Log in to see what changed since you last looked.</p>
          <LoginForm givenEmail={search.email ?? ''} authorizationError={search.authorizationError} />
          <p className="login__new">
            New here?{' '}
            <Link to="/signup" search={search}>
              Start a 30-day free trial
            </Link>
          </p>
          <NightTape />
        </div>
      </main>
      <footer className="login__foot">Watchpost {import.meta.env.VERSION}</footer>
    </div>
  );
}

interface FormProps {
  readonly givenEmail: string;
  readonly authorizationError: string | undefined;
}

function LoginForm({ givenEmail, authorizationError }: FormProps) {
  const [email, setEmail] = useState(givenEmail);
  const [password, setPassword] = useState('');
  const [keepMeSignedIn, setKeepMeSignedIn] = useState(true);
  const { busy, failure, submit, dismiss } = useLogIn(authorizationError);
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    void submit({ email: email.trim(), password, keepMeSignedIn });
  };
  return (
    <form className="login__fields" onSubmit={handleSubmit}>
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
        maxLength={100}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Checkbox checked={keepMeSignedIn} onChange={(event) => setKeepMeSignedIn(event.target.checked)}>
        Keep me signed in.
      </Checkbox>
      <Button type="submit" variant="primary" size="lg" block busy={busy}>
        Log in
      </Button>
    </form>
  );
}
