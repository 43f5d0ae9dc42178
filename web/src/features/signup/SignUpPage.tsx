import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { packageInfo } from '@app/shared/contract/identity.ts';
import { query } from '../../lib/call.ts';
import { hasLoginMarker } from '../../lib/session.ts';
import { Facts, Frame } from '../../ui/Frame.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { isMarketplaceFlow } from './marketplace-flow.ts';
import { MarketplaceHandover } from './MarketplaceHandover.tsx';
import { SignUpFields } from './SignUpFields.tsx';

const route = getRouteApi('/signup');

/** Specification, section 9: the trial while the package is not known yet. */
const usualTrialDays = 30;

export function SignUpPage() {
  const search = route.useSearch();
  const { data: subscription } = useQuery(query(packageInfo, { query: {} }));
  const trialDays = subscription ? Math.round(subscription.trialMinutes / 1440) : usualTrialDays;
  const included = [
    'Every ASIN of your seller accounts',
    'Every watchdog, e-mail and the dashboard',
    'No card to start',
  ];
  const logIn = (
    <Link to="/login" search={search}>
      Log in
    </Link>
  );
  return (
    <Frame
      steps={['Sign Up', 'Free Trial', 'Connect']}
      current={0}
      end={logIn}
      aside={
        <>
          <Facts title={`Free for ${trialDays} days`} items={included} />
          <Facts title="What we never do" items={['Change a price, a listing or an order']} never />
          {subscription && <AfterTrial feeCents={subscription.baseSubscriptionFeeCents} />}
        </>
      }
    >
      <PageTitle>Sign up</PageTitle>
      <h1>Get Connected In 3 Steps</h1>
      <p className="lead">{trialDays}-day Free Trial</p>
      {isMarketplaceFlow(search) && hasLoginMarker() ? (
        <MarketplaceHandover search={search} />
      ) : (
        <SignUpFields search={search} />
      )}
    </Frame>
  );
}

function AfterTrial({ feeCents }: { readonly feeCents: number }) {
  const price = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(feeCents / 100);
  return (
    <section className="facts">
      <p className="dim">
        After the trial the base plan is {price}, with daily rates by the number of ASINs you track.
      </p>
    </section>
  );
}
