import { useEffect, useRef, useState, type SyntheticEvent } from 'react';
import { messageOfError } from '@app/shared/base/thrown.ts';
import type { SecondStep as Step } from '@app/shared/contract/auth.ts';
import { logInWithCode, logInWithPasskey } from '@app/shared/contract/two-factor.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { call } from '../../lib/http/call.ts';
import { mayUsePasskeys, signWithPasskey } from '../../lib/session/passkeys.ts';
import { Banner } from '../../ui/layout/Banner.tsx';
import { Button } from '../../ui/fields/Button.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import './second-step.css';

interface Props {
  readonly step: Step;
  readonly onDone: () => Promise<void> | void;
  /** Returns to the password, with a reason when the log-in took too long. */
  readonly onBack: (reason: string | null) => void;
}

type Way = 'passkey' | 'app' | 'recovery';

/** The second step after the password: a passkey, a code of the app, or a recovery code. */
export function SecondStep({ step, onDone, onBack }: Props) {
  const ways = waysOf(step);
  const [way, setWay] = useState<Way>(ways[0] ?? 'recovery');
  const { busy, failure, attempt, dismiss } = useAttempt({ onDone, onBack });
  const handleWay = (next: Way) => {
    dismiss();
    setWay(next);
  };
  return (
    <div className="second-step">
      {failure && (
        <Banner level="alert" onClose={dismiss}>
          {failure}
        </Banner>
      )}
      {way === 'passkey' && step.passkey ? (
        <PasskeyButton busy={busy} options={step.passkey} token={step.token} attempt={attempt} />
      ) : (
        <CodeForm key={way} isRecovery={way === 'recovery'} busy={busy} token={step.token} attempt={attempt} />
      )}
      <div className="second-step__others">
        {ways
          .filter((other) => other !== way)
          .map((other) => (
            <Button key={other} variant="ghost" onClick={() => handleWay(other)}>
              {labels[other]}
            </Button>
          ))}
        <Button variant="ghost" onClick={() => onBack(null)}>
          Back
        </Button>
      </div>
    </div>
  );
}

const labels: Readonly<Record<Way, string>> = {
  passkey: 'Use a passkey instead',
  app: 'Use a code of your app instead',
  recovery: 'Use a recovery code instead',
};

const waysOf = ({ app, passkey, recoveryCode }: Step): readonly Way[] => [
  ...(passkey && mayUsePasskeys() ? (['passkey'] as const) : []),
  ...(app ? (['app'] as const) : []),
  ...(recoveryCode ? (['recovery'] as const) : []),
];

type Attempt = (work: () => Promise<boolean>) => Promise<void>;

interface PasskeyProps {
  readonly busy: boolean;
  readonly options: NonNullable<Step['passkey']>;
  readonly token: string;
  readonly attempt: Attempt;
}

function PasskeyButton({ busy, options, token, attempt }: PasskeyProps) {
  const logIn = async () => {
    const response = await signWithPasskey(options);
    if (response) await call(logInWithPasskey, { body: { token, response } });
    return response !== null;
  };
  return (
    <div ref={useFocusInside<HTMLDivElement>()}>
      <Button variant="primary" size="lg" block busy={busy} data-autofocus onClick={() => void attempt(logIn)}>
        Use your passkey
      </Button>
    </div>
  );
}

interface CodeProps {
  readonly isRecovery: boolean;
  readonly busy: boolean;
  readonly token: string;
  readonly attempt: Attempt;
}

function CodeForm({ isRecovery, busy, token, attempt }: CodeProps) {
  const [code, setCode] = useState('');
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (busy || code.trim() === '') return;
    void attempt(async () => {
      await call(logInWithCode, { body: { token, code } });
      return true;
    });
  };
  return (
    <form className="second-step__code" ref={useFocusInside<HTMLFormElement>()} onSubmit={handleSubmit}>
      <TextField
        label={isRecovery ? 'Recovery code' : 'Code of your app'}
        hint={isRecovery ? 'One of the ten that you have kept. Each works once.' : 'Six digits, new every 30 seconds'}
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        data-autofocus
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      <Button type="submit" variant="primary" size="lg" block busy={busy} disabled={code.trim() === ''}>
        Log in
      </Button>
    </form>
  );
}

/** Moves the focus from the password, which was just typed, into the second step. */
function useFocusInside<Place extends HTMLElement>() {
  const place = useRef<Place>(null);
  useEffect(() => place.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), []);
  return place;
}

/** Runs one attempt at a time and shows its failure. A log-in that took too long starts again. */
function useAttempt({ onDone, onBack }: Pick<Props, 'onDone' | 'onBack'>) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const attempt: Attempt = async (work) => {
    setBusy(true);
    setFailure(null);
    try {
      if (await work()) await onDone();
    } catch (error) {
      if (error instanceof ApiError && error.code === 'loginExpired') onBack(error.message);
      else setFailure(messageOfError(error));
    } finally {
      setBusy(false);
    }
  };
  return { busy, failure, attempt, dismiss: () => setFailure(null) };
}
