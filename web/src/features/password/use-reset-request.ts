import { useState } from 'react';
import { sendPasswordResetEmail } from '@app/shared/contract/auth.ts';
import { ApiError, meansOffline } from '../../lib/http/api-error.ts';
import { call } from '../../lib/http/call.ts';

interface Failure {
  readonly title: string;
  readonly detail: string | null;
}

type State = 'idle' | 'sending' | 'sent';

export function useResetRequest() {
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

/** Specification, section 8: one failure has words of its own, all others share theirs. */
function failureOf(error: unknown): Failure | null {
  // The page's own warning says that the connection is down, and goes when it is back.
  if (error instanceof ApiError && meansOffline(error)) return null;
  if (error instanceof ApiError && error.code === 'emailUnknown') return { title: error.message, detail: null };
  const detail = error instanceof ApiError ? `${error.message}.` : null;
  return { title: 'There was a problem while sending password reset e-mail', detail };
}
