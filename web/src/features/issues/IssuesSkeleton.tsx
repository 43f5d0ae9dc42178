import { SkeletonArea } from '../../ui/layout/Skeleton.tsx';

/** The geometry of cards and inbox alike while their code is on its way. */
export function IssuesSkeleton() {
  return (
    <SkeletonArea label="Loading your alerts">
      {[0, 1, 2].map((row) => (
        <div key={row} className="panel" style={{ height: 132, marginBottom: 12 }} />
      ))}
    </SkeletonArea>
  );
}
