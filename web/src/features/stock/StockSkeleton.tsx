import { Skeleton, SkeletonArea } from '../../ui/layout/Skeleton.tsx';

/** A placeholder for the stock view while its code or the products are loading. */
export function StockSkeleton() {
  return (
    <SkeletonArea label="Loading your stock">
      <div className="panel" style={{ height: 122, marginBottom: 16 }} />
      <div className="panel" style={{ padding: 16 }}>
        <Skeleton width="240px" height="16px" />
      </div>
    </SkeletonArea>
  );
}
