import { SkeletonArea } from '../../ui/layout/Skeleton.tsx';

/** A placeholder for both cards and inbox while their code or the products are loading. */
export function IssuesSkeleton() {
  return (
    <SkeletonArea label="Loading your alerts">
      {[0, 1, 2].map((row) => (
        <div key={row} className="panel" style={{ height: 132, marginBottom: 12 }} />
      ))}
    </SkeletonArea>
  );
}
