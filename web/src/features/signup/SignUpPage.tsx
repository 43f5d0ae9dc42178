import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatMoney } from '@app/shared/base/money.ts';
import { packageInfo } from '@app/shared/contract/billing.ts';
import { standardPackage, trialWords } from '@app/shared/domain/billing/package.ts';
import { query } from '../../lib/http/call.ts';
import { hasLoginMarker } from '../../lib/session/login-marker.ts';
import { Facts, Frame } from '../../ui/layout/Frame.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { isMarketplaceFlow } from './marketplace-flow.ts';
import { MarketplaceHandover } from './MarketplaceHandover.tsx';
import { SignUpFields } from './SignUpFields.tsx';
import './sign-up.css';

const route = getRouteApi('/signup');

export function SignUpPage() {
  const search = route.useSearch();
  const [code, setCode] = useState<string | null>(null);
  const [isSignedUp, setSignedUp] = useState(false);
  const { data: subscription } = useQuery({
    ...query(packageInfo, { query: code === null ? {} : { code } }),
    // The offer of the previous code stays until that of the new code is known.
    placeholderData: keepPreviousData,
  });
  const trial = trialWords(subscription ?? standardPackage);
  const included = [
    'Every ASIN of your seller accounts',
    'Every watchdog, e-mail and the dashboard',
    // Without a trial the set-up begins with the payment method.
    ...(trial ? ['No card to start'] : []),
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
          <Facts title={trial ? `Free for ${trial.span}` : 'What is included'} items={included} />
          <Facts title="What we never do" items={['Change a price, a listing or an order']} never />
          {subscription && <BasePlan feeCents={subscription.baseSubscriptionFeeCents} isAfterTrial={trial !== null} />}
        </>
      }
    >
      <PageTitle>Sign up</PageTitle>
      <h1>Get Connected In 3 Steps</h1>
      {trial && <p className="lead">{trial.offer}</p>}
      {isMarketplaceFlow(search) && (isSignedUp || hasLoginMarker()) ? (
        <MarketplaceHandover search={search} />
      ) : (
        <SignUpFields search={search} onCode={setCode} onSignedUp={() => setSignedUp(true)} />
      )}
    </Frame>
  );
}

function BasePlan({ feeCents, isAfterTrial }: { readonly feeCents: number; readonly isAfterTrial: boolean }) {
  const price = formatMoney({ cents: feeCents, currency: 'USD' }, 'en-US');
  return (
    <section className="facts">
      <p className="dim">
        {isAfterTrial ? 'After the trial the' : 'The'} base plan is {price}, with daily rates by the number of ASINs you
        track.
      </p>
    </section>
  );
}
