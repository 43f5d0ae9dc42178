import { Skeleton, SkeletonArea } from '../../ui/layout/Skeleton.tsx';

/** The geometry of the real page, so that nothing jumps when it comes. */
export function DashboardSkeleton() {
  return (
    <div className="home">
      <div className="dogs" />
      <main className="home__main">
        <h1 className="visually-hidden">Your products are loading</h1>
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
      </main>
    </div>
  );
}
