import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError } from '../../lib/http/api-error.ts';
import { useFailed } from '../../lib/http/kept-failure.ts';
import { identityQuery } from '../../lib/session/identity.ts';
import { Banner } from '../../ui/layout/Banner.tsx';
import { ErrorState } from '../../ui/layout/ErrorState.tsx';
import { SkeletonArea } from '../../ui/layout/Skeleton.tsx';
import { ConfirmAddress } from '../confirm-address/ConfirmAddress.tsx';
import { continueAtMarketplace } from './marketplace-flow.ts';
import type { SignUpSearch } from './sign-up-search.ts';

/** Leads a user whom the marketplace has sent here back to the marketplace as soon as the address is confirmed. */
export function MarketplaceHandover({ search }: { readonly search: SignUpSearch }) {
  const [failure, setFailure] = useState<string | null>(null);
  const query = useQuery(identityQuery);
  const { data: identity } = query;
  const failed = useFailed(query);
  const isOwner = identity?.isOwner === true;
  const isReady = identity && (identity.emailVerified || !identity.isOwner);
  useEffect(() => {
    if (!isReady) return undefined;
    const leaving = new AbortController();
    void continueAtMarketplace(search, { isOwner }, leaving.signal).catch((error: unknown) => {
      setFailure(
        error instanceof ApiError ? error.message : 'Something went wrong. Please start again at the marketplace',
      );
    });
    return () => leaving.abort();
  }, [search, isReady, isOwner]);
  if (failed) return <ErrorState title="Your account did not load" {...failed} />;
  return (
    <div className="sign-up__note">
      {failure ? (
        <Banner level="alert">{failure}</Banner>
      ) : identity && !isReady ? (
        <ConfirmAddress identity={identity} />
      ) : (
        <SkeletonArea label="Going on at the marketplace">
          <p className="dim">You are logged in. Going on at the marketplace…</p>
        </SkeletonArea>
      )}
    </div>
  );
}
