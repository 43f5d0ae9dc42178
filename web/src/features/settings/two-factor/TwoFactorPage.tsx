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

/** The page of a user without a second step in an account that requires one. */
export function TwoFactorPage() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const search = route.useSearch();
  const [isDone, setDone] = useState(false);
  const going = useSending();
  const goOn = () =>
    going.send(async () => {
      setDone(true);
      await loadIdentity(client);
      await navigate({ ...pageAfterSetUp(search), replace: true });
    });
  const setUp = useSetUp({ onChanged: () => undefined, onDone: () => void goOn() });
  if (isDone) {
    // An outage must not offer to set up a second step that is set up already.
    return (
      <Entry title="Your log-in is safe" lead="Your second step is set up.">
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
