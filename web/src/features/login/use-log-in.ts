import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { startTransition, useEffect, useState } from 'react';
import { logIn, type SecondStep } from '@app/shared/contract/auth.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { authorizationFailure } from '../../lib/http/authorization-failure.ts';
import { call } from '../../lib/http/call.ts';
import { loadNewIdentity } from '../../lib/session/identity.ts';
import { interruptedPage, pageAfterLogIn, type PageAfterLogIn } from './page-after-log-in.ts';

/** Specification, section 8: how long the login page shows a failure. */
const failureShownMs = 9_000;

interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly keepMeSignedIn: boolean;
}

/** `authorizationError` is a code of the error catalogue when a failed authorisation leads to this page. */
export function useLogIn(authorizationError: string | undefined) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { search, hash } = useLocation();
  const [busy, setBusy] = useState(false);
  /**
   * The e-mail and `keepMeSignedIn` of the last attempt, which fill the form again after a return from the second step.
   */
  const [last, setLast] = useState<Pick<Credentials, 'email' | 'keepMeSignedIn'> | null>(null);
  const [secondStep, setSecondStep] = useState<SecondStep | null>(null);
  const [failure, setFailure] = useState(authorizationError ? authorizationFailure(authorizationError) : null);
  useEffect(() => {
    if (failure === null) return undefined;
    const timer = setTimeout(() => setFailure(null), failureShownMs);
    return () => clearTimeout(timer);
  }, [failure]);
  const goOn = (page: PageAfterLogIn) => navigate({ to: page, ...(page === '/home' && { hash }) });
  const finish = async () => {
    const identity = await loadNewIdentity(client);
    if (!identity) throw new Error('Logged in, and yet nobody');
    const interrupted = interruptedPage(search);
    if (interrupted) await navigate(interrupted);
    else await goOn(pageAfterLogIn(identity));
  };
  // The form stays visible and busy until the second step's code is loaded, so that nothing jumps.
  const askFor = (step: SecondStep) =>
    startTransition(() => {
      setSecondStep(step);
      setBusy(false);
    });
  const submit = async (credentials: Credentials) => {
    setBusy(true);
    setLast(credentials);
    setFailure(null);
    try {
      const answer = await call(logIn, { body: credentials });
      if (answer) askFor(answer.secondStep);
      else await finish();
    } catch (error) {
      setFailure(textOf(error));
      setBusy(false);
    }
  };
  const giveUp = (reason: string | null) => {
    setSecondStep(null);
    setFailure(reason);
  };
  return { busy, failure, submit, dismiss: () => setFailure(null), last, secondStep, finish, giveUp };
}

/** Returns null for a lost connection, about which the page shows its own warning until the connection is back. */
function textOf(error: unknown): string | null {
  if (!(error instanceof ApiError)) return 'Something went wrong. Please try again';
  return error.code === 'offline' ? null : error.message;
}
