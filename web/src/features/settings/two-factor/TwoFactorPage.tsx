import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { asSentence } from '../../../lib/http/api-error.ts';
import { loadIdentity } from '../../../lib/session/identity.ts';
import { mayUsePasskeys } from '../../../lib/session/passkeys.ts';
import { Banner } from '../../../ui/layout/Banner.tsx';
import { Button } from '../../../ui/fields/Button.tsx';
import { Entry, EntryFields } from '../../../ui/fields/Entry.tsx';
import { PageTitle } from '../../../ui/layout/PageTitle.tsx';
import { pageAfterSetUp } from './page-after-set-up.ts';
import { useSending } from './use-sending.ts';
import { useSetUp } from './use-set-up.tsx';

const route = getRouteApi('/twofactor');

/** A second step that is set up; in an outage the recovery codes may be lost, which are answered once only. */
type Done = 'complete' | 'withoutCodes';

const leads: Readonly<Record<Done, string>> = {
  complete: 'Your second step is set up.',
  withoutCodes:
    'Your second step is set up, but its recovery codes did not arrive. Have new ones made in the settings, under Second step at log-in.',
};

/** The page of a user without a second step in an account that requires one. */
export function TwoFactorPage() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const search = route.useSearch();
  const [done, setDone] = useState<Done | null>(null);
  const going = useSending();
  const goOn = () =>
    going.send(async () => {
      const identity = await loadIdentity(client);
      // The owner may have taken the second step away meanwhile.
      if (identity?.lacksTwoFactor) return setDone(null);
      await navigate({ ...pageAfterSetUp(search), replace: true });
    });
  const handleDone = () => {
    setDone('complete');
    void goOn();
  };
  const findOut = async () => {
    const identity = await loadIdentity(client).catch(() => null);
    if (identity?.lacksTwoFactor === false) setDone('withoutCodes');
  };
  const setUp = useSetUp({ onDone: handleDone, onFailed: () => void findOut() });
  if (done) {
    // An outage must not offer to set up a second step that is set up already.
    return (
      <Entry title="Your log-in is safe" lead={leads[done]}>
        <PageTitle>Second step at log-in</PageTitle>
        <EntryFields>
          {going.failure && <Banner level="warning">{asSentence(going.failure)}</Banner>}
          <Button variant="primary" size="lg" block busy={going.busy} onClick={() => void goOn()}>
            {going.failure ? 'Try again' : 'Go on'}
          </Button>
        </EntryFields>
      </Entry>
    );
  }
  return (
    <Entry
      title="Make your log-in safe"
      lead="Your account requires a second step in addition to the password. Set yours up to go on; it takes a minute."
    >
      <PageTitle>Second step at log-in</PageTitle>
      <div className="two-factor__ways">
        {setUp.failure && (
          <Banner level="alert" onClose={setUp.dismiss}>
            {setUp.failure}
          </Banner>
        )}
        <Button variant="primary" size="lg" block busy={setUp.busy} onClick={() => void setUp.addApp()}>
          Use an authenticator app
        </Button>
        {mayUsePasskeys() && (
          <Button size="lg" block onClick={setUp.addPasskey}>
            Use a passkey
          </Button>
        )}
      </div>
      <p className="two-factor__leave">
        <Link to="/logout" preload={false}>
          Log out
        </Link>
      </p>
      {setUp.dialogs}
    </Entry>
  );
}
