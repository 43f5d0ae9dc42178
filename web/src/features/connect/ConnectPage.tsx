import { getRouteApi, Link } from '@tanstack/react-router';
import { paymentStatus } from '@app/shared/domain/billing/payment-status.ts';
import { Banner } from '../../ui/layout/Banner.tsx';
import { Facts, Frame } from '../../ui/layout/Frame.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { CardStep } from './CardStep.tsx';
import { ConnectStep } from './ConnectStep.tsx';
import { PaymentPartner } from './PaymentPartner.tsx';
import { shownStep } from './setup-wizard.ts';
import { useSetup, type Setup } from './use-setup.ts';
import { TrialFact } from './TrialFact.tsx';
import { Progress, WaitStep } from './WaitStep.tsx';
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
      <TrialFact identity={setup.identity} />
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

function Step({ setup }: { readonly setup: Setup }) {
  if (setup.state.step === 0) return null;
  const step = stepOf(setup);
  if (step === 1) return <CardStep onClose={() => setup.dispatch({ type: 'cardClosed' })} />;
  return step === 2 ? <WaitStep setup={setup} /> : <ConnectStep setup={setup} />;
}

const stepOf = ({ state, identity }: Setup): number => (identity ? shownStep(state, identity) : state.step);
