import { useState, type SyntheticEvent } from 'react';
import { messageOfError } from '@app/shared/base/thrown.ts';
import { logIn, type SecondStep as SecondStepOptions } from '@app/shared/contract/auth.ts';
import { SecondStep } from '../features/login/SecondStep.tsx';
import { call } from '../lib/http/call.ts';
import { endSession, noteRepeatedLogIn } from '../lib/session/session.ts';
import { Banner } from '../ui/layout/Banner.tsx';
import { Button } from '../ui/fields/Button.tsx';
import { Checkbox } from '../ui/fields/Checkbox.tsx';
import { Modal } from '../ui/overlays/Modal.tsx';
import { PasswordField } from '../ui/fields/PasswordField.tsx';
import { TextField } from '../ui/fields/TextField.tsx';

/** Leaves the page of this account and removes all data of the account from the browser. */
function leave(): void {
  endSession();
  window.location.assign('/login');
}

/**
 * Asks for the password of the account whose page is open; the work on the page is kept. The second step comes with this
 * code, because its own may be missing by the time of the log-in.
 */
export function ReLoginModal({ email }: { readonly email: string }) {
  const [password, setPassword] = useState('');
  const [keepMeSignedIn, setKeepMeSignedIn] = useState(true);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [secondStep, setSecondStep] = useState<SecondStepOptions | null>(null);
  const handleBack = (reason: string | null) => {
    setSecondStep(null);
    setFailure(reason);
  };
  const handleSubmit = async (event: SyntheticEvent) => {
    event.preventDefault();
    setBusy(true);
    // A failure in the words of the one before is announced only if that one has gone.
    setFailure(null);
    try {
      const answer = await call(logIn, { body: { email, password, keepMeSignedIn } });
      setSecondStep(answer?.secondStep ?? null);
      if (!answer) noteRepeatedLogIn();
      else setBusy(false);
    } catch (error) {
      setFailure(messageOfError(error));
      setBusy(false);
    }
  };
  if (secondStep) {
    return (
      <Modal title="One more step">
        <p className="dim">Your password is right. Now confirm that it is you.</p>
        <SecondStep step={secondStep} onDone={noteRepeatedLogIn} onBack={handleBack} />
      </Modal>
    );
  }
  return (
    <Modal title="Please log in again">
      <p className="dim">Your work on this page is kept.</p>
      <form className="re-login" onSubmit={(event) => void handleSubmit(event)}>
        {failure && (
          <Banner level="alert" onClose={() => setFailure(null)}>
            {failure}
          </Banner>
        )}
        <TextField label="E-mail" value={email} readOnly autoComplete="username" />
        <PasswordField
          label="Password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          autoComplete="current-password"
          required
          data-autofocus
        />
        <div className="row">
          <span className="grow">
            <Checkbox checked={keepMeSignedIn} onChange={(event) => setKeepMeSignedIn(event.target.checked)}>
              Keep me signed in
            </Checkbox>
          </span>
          <Button type="submit" variant="primary" busy={busy} disabled={password === ''}>
            Log in
          </Button>
        </div>
        <Button variant="ghost" onClick={leave}>
          Use another account
        </Button>
      </form>
    </Modal>
  );
}
