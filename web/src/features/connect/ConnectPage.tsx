import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { packageInfo } from '@app/shared/contract/billing.ts';
import { trialWords } from '@app/shared/domain/billing/package.ts';
import { paymentStatus } from '@app/shared/domain/billing/payment-status.ts';
import { query } from '../../lib/http/call.ts';
import { Banner } from '../../ui/layout/Banner.tsx';
import { Button } from '../../ui/fields/Button.tsx';
import { Facts, Frame } from '../../ui/layout/Frame.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { RegionButtons } from '../../ui/fields/RegionButtons.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { ConfirmAddress } from '../confirm-address/ConfirmAddress.tsx';
import { CardOffer, CardStep } from './CardStep.tsx';
import { PaymentPartner } from './PaymentPartner.tsx';
import { SetupProgress } from './SetupProgress.tsx';
import { shownStep } from './setup-wizard.ts';
import { useSetup } from './use-setup.ts';
import './connect.css';

const route = getRouteApi('/connect');

export function ConnectPage() {
  const setup = useSetup(route.useSearch());
  const { state, dispatch } = setup;
  const isCard = stepOf(setup) === 1;
  const aside = (
    <>
      {isCard && <PaymentPartner />}
      {state.step !== 2 && <Progress setup={setup} />}
      <Facts title="What we read" items={['Listings, offers, prices and sales of your own account']} />
      <Facts title="What we never do" items={['Change a price, a listing or an order']} never />
      <TrialFact />
    </>
  );
  return (
    <Frame
      steps={['Sign Up', 'Free Trial', 'Connect']}
      current={2}
      end={<Link to="/logout">Log out</Link>}
      aside={aside}
    >
      <PageTitle>Connect</PageTitle>
      {state.failure && (
        <div className="connect__failure">
          <Banner level="alert" onClose={() => dispatch({ type: 'failureClosed' })}>
            {state.failure}
          </Banner>
        </div>
      )}
      {setup.identity && !setup.identity.isOwner && setup.identity.paymentStatus === paymentStatus.missing && (
        <div className="connect__failure">
          <Banner level="warning" title="The free trial is over.">
            Please ask the owner of the account to add a payment method.
          </Banner>
        </div>
      )}
      <Step setup={setup} />
    </Frame>
  );
}

type Setup = ReturnType<typeof useSetup>;

function Step({ setup }: { readonly setup: Setup }) {
  if (setup.state.step === 0) return null;
  const step = stepOf(setup);
  if (step === 1) return <CardStep onClose={() => setup.dispatch({ type: 'cardClosed' })} />;
  return step === 2 ? <WaitStep setup={setup} /> : <ConnectStep setup={setup} />;
}

const stepOf = ({ state, identity }: Setup): number => (identity ? shownStep(state, identity) : state.step);

/** Steps 3 and 4: one choice per region. */
function ConnectStep({ setup: { state, dispatch, accounts, authorize, identity } }: { readonly setup: Setup }) {
  const isOwner = identity?.isOwner === true;
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
      {identity && isOwner && <ConfirmAddress identity={identity} />}
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
      {isThankYou && isOwner && <CardOffer onOpen={() => dispatch({ type: 'cardOpened' })} />}
    </>
  );
}

const Progress = ({ setup }: { readonly setup: Setup }) => (
  <SetupProgress accounts={setup.accounts ?? []} identity={setup.identity} identityAt={setup.identityAt} />
);

function WaitStep({ setup }: { readonly setup: Setup }) {
  return (
    <>
      <h1>Your account is being set up</h1>
      <p className="lead">
        Watchpost is looking for your products. When they are found your dashboard opens by itself and fills as each of
        them is checked for the first time.
      </p>
      <div className="connect__progress">
        <Progress setup={setup} />
      </div>
      <div className="connect__actions">
        <Button size="lg" onClick={() => setup.dispatch({ type: 'addOpened' })}>
          Add another seller account
        </Button>
        <Link to="/home">Go to the dashboard now</Link>
      </div>
    </>
  );
}

function TrialFact() {
  const { data } = useQuery(query(packageInfo, { query: {} }));
  const trial = data && trialWords(data);
  if (!trial) return null;
  return (
    <section className="facts">
      <p className="dim">{trial.span} free, every ASIN included.</p>
    </section>
  );
}
