import { useSearch } from '@tanstack/react-router';
import { useIsPhone } from '../../ui/hooks/use-is-phone.ts';
import { Skeleton, SkeletonArea } from '../../ui/layout/Skeleton.tsx';
import { screenOf, viewOn } from '../../world/home-search.ts';
import { IssuesSkeleton } from '../issues/IssuesSkeleton.tsx';
import { StockSkeleton } from '../stock/StockSkeleton.tsx';

/** A placeholder with the geometry of the view, so that nothing jumps when the view appears. */
export function DashboardSkeleton() {
  const isPhone = useIsPhone();
  const screen = screenOf(viewOn(isPhone, useSearch({ from: '/home' })));
  return (
    <div className="home">
      <div className="dogs" />
      <main className="home__main">
        <h1 className="visually-hidden">Your products are loading</h1>
        {screen === 'products' ? (
          <ProductsSkeleton />
        ) : (
          <>
            <div className="panel skeleton-folded" />
            <div className="skeleton-filters">
              <Skeleton width="70%" height="32px" />
            </div>
            {screen === 'stock' ? <StockSkeleton /> : <IssuesSkeleton />}
          </>
        )}
      </main>
    </div>
  );
}

function ProductsSkeleton() {
  return (
    <SkeletonArea label="Loading your products">
      <Skeleton width="320px" height="32px" />
      <div className="panel skeleton-today" />
      <div className="skeleton-cards">
        {Array.from({ length: 10 }, (_, index) => (
          <div key={index} className="card">
            <div className="card__top">
              <Skeleton width="48px" height="48px" />
              <span className="stack">
                <Skeleton width="80%" />
                <Skeleton width="50%" />
              </span>
            </div>
            <Skeleton width="60%" />
            <Skeleton height="28px" />
          </div>
        ))}
      </div>
    </SkeletonArea>
  );
}
