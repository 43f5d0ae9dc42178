import { withText } from '../../../ui/layout/text-size.ts';
import { Skeleton, SkeletonArea } from '../../../ui/layout/Skeleton.tsx';
import { promotionsHeight, salesHeight } from './figures/chart-heights.ts';

/** A placeholder with the geometry of the two charts. */
export function ChartsSkeleton() {
  return (
    <SkeletonArea label="Loading sales">
      <div className="sales-chart__skeleton">
        <Skeleton width="60%" height="20px" />
        <Skeleton height={withText(salesHeight)} />
        <Skeleton width="30%" height="20px" />
        <Skeleton height={withText(promotionsHeight)} />
      </div>
    </SkeletonArea>
  );
}
