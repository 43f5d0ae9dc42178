import { useEffect, useState } from 'react';
import { ApiError } from '../../lib/http/api-error.ts';
import { Banner } from '../../ui/layout/Banner.tsx';
import { SkeletonArea } from '../../ui/layout/Skeleton.tsx';
import { continueAtMarketplace } from './marketplace-flow.ts';
import type { SignUpSearch } from './sign-up-search.ts';
import './sign-up.css';

/** Somebody who has an account and was sent here by the marketplace: straight back to it. */
export function MarketplaceHandover({ search }: { readonly search: SignUpSearch }) {
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    void continueAtMarketplace(search, leaving.signal).catch((error: unknown) => {
      setFailure(
        error instanceof ApiError ? error.message : 'Something went wrong. Please start again at the marketplace',
      );
    });
    return () => leaving.abort();
  }, [search]);
  return (
    <div className="sign-up__note">
      {failure ? (
        <Banner level="alert">{failure}</Banner>
      ) : (
        <SkeletonArea label="Going on at the marketplace">
          <p className="dim">You are logged in. Going on at the marketplace…</p>
        </SkeletonArea>
      )}
    </div>
  );
}
