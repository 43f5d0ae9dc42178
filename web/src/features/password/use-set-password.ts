import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { logIn, resetPassword } from '@app/shared/contract/auth.ts';
import { ApiError, meansOffline } from '../../lib/http/api-error.ts';
import { call } from '../../lib/http/call.ts';
import { forgetToken } from './kept-token.ts';
import { loadNewIdentity } from '../../lib/session/identity.ts';
import { endSession } from '../../lib/session/session.ts';

/**
 * The time until the page leads to the log-in, and the time for which a failure is shown (specification, sections 2 and
 * 9).
 */
const redirectsAfterMs = 2_000;
const failureShownMs = 5_000;

interface Failure {
  readonly text: string;
  /** Whether another attempt with the same link is useless. */
  readonly isExpired: boolean;
}

type State = 'idle' | 'setting' | 'set';

interface PasswordSetting {
  readonly token: string;
  readonly invited: string | null;
}

/** Sets the password of the user to whom the link was mailed, and leads to the log-in; an invited user is logged in. */
export function useSetPassword({ token, invited }: PasswordSetting) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [state, setState] = useState<State>('idle');
  const [failure, setFailure] = useState<Failure | null>(null);
  useEffect(() => {
    if (failure === null) return undefined;
    const timer = setTimeout(() => setFailure(null), failureShownMs);
    return () => clearTimeout(timer);
  }, [failure]);
  useEffect(() => {
    if (state !== 'set') return undefined;
    const timer = setTimeout(() => void navigate({ to: '/login', replace: true }), redirectsAfterMs);
    return () => clearTimeout(timer);
  }, [state, navigate]);
  const enter = async (login: { readonly email: string; readonly password: string }) => {
    const answer = await call(logIn, { body: { ...login, keepMeSignedIn: true } });
    await loadNewIdentity(client);
    await navigate({ to: answer ? '/login' : '/home', replace: true });
  };
  const submit = async (newPassword: string) => {
    setState('setting');
    setFailure(null);
    try {
      await call(resetPassword, { body: { newPassword, passwordResetToken: token } });
      // The server has ended all sessions with the old password, including this browser's.
      endSession();
      forgetToken();
      if (invited === null) setState('set');
      // The password is already set, so a failed log-in only leads to the log-in page.
      else await enter({ email: invited, password: newPassword }).catch(() => setState('set'));
    } catch (error) {
      setState('idle');
      const failed = failureOf(error);
      if (failed?.isExpired) forgetToken();
      setFailure(failed);
    }
  };
  return { state, failure, submit, dismiss: () => setFailure(null) };
}

function failureOf(error: unknown): Failure | null {
  if (!(error instanceof ApiError)) return { text: 'Something went wrong. Please try again', isExpired: false };
  // The page's own warning reports a lost connection.
  if (meansOffline(error)) return null;
  return { text: error.message, isExpired: error.code === 'resetExpired' };
}
