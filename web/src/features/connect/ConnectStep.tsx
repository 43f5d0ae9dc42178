import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Identity } from '../../lib/session/identity.ts';
import { Button, buttonClass } from '../../ui/fields/Button.tsx';
import { RegionButtons } from '../../ui/fields/RegionButtons.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { ConfirmAddress } from '../confirm-address/ConfirmAddress.tsx';
import { CardOffer } from './CardStep.tsx';
import type { Setup } from './use-setup.ts';

type ConnectSetup = Pick<Setup, 'state' | 'dispatch' | 'accounts' | 'authorize' | 'identity'>;

/** Steps 3 and 4. Section 6: only the owner adds seller accounts, so that nobody else is offered the regions. */
export function ConnectStep({ setup }: { readonly setup: ConnectSetup }) {
  const { identity } = setup;
  if (!identity) return null;
  return identity.isOwner ? <Regions setup={setup} identity={identity} /> : <OwnerConnects />;
}

/** Draws the step for users other than the owner, whom the log-in leads here while no seller account is set up. */
function OwnerConnects() {
  return (
    <>
      <h1>Only the owner connects seller accounts</h1>
      <p className="lead">
        The owner of the account also chooses in the settings who sees which of them. Your dashboard shows the products
        of the seller accounts that you may see.
      </p>
      <div className="connect__actions">
        <Link to="/home" className={buttonClass({ variant: 'primary', size: 'lg' })}>
          Go to the dashboard
        </Link>
      </div>
    </>
  );
}

interface RegionsProps {
  readonly setup: ConnectSetup;
  readonly identity: Identity;
}

/** One choice per region. */
function Regions({ setup: { state, dispatch, accounts, authorize }, identity }: RegionsProps) {
  const [nickname, setNickname] = useState('');
  const navigate = useNavigate();
  const isThankYou = state.step !== 4;
  return (
    <>
      <h1>{isThankYou ? 'Connect your seller accounts' : 'Add a seller account'}</h1>
      <p className="lead">
        {isThankYou && 'Thank you for signing up. '}Amazon asks you to allow Watchpost to read your account. You are
        brought back here, usually within a minute.
      </p>
      <ConfirmAddress identity={identity} />
      <div className="connect__nickname">
        <TextField
          label="Nickname for the next account"
          optional
          maxLength={70}
          value={nickname}
          onChange={(event) => setNickname(event.target.value)}
        />
      </div>
      <RegionButtons
        accounts={accounts ?? []}
        authorizing={state.authorizing}
        onAuthorize={(region) => void authorize(region, nickname)}
      />
      <div className="connect__actions">
        {isThankYou ? (
          <Button variant="primary" size="lg" onClick={() => void navigate({ to: '/home' })}>
            Next
          </Button>
        ) : (
          <Button size="lg" onClick={() => dispatch({ type: 'addClosed' })}>
            Back
          </Button>
        )}
        <span className="dim">You can add more accounts later.</span>
      </div>
      {isThankYou && <CardOffer onOpen={() => dispatch({ type: 'cardOpened' })} />}
    </>
  );
}
