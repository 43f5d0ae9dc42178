import { SkeletonArea } from '../../ui/Skeleton.tsx';

/** The geometry of the inbox while its code is on its way. */
export function InboxSkeleton() {
  return (
    <SkeletonArea label="Loading your alerts">
      {[0, 1, 2].map((row) => (
        <div key={row} className="panel" style={{ height: 132, marginBottom: 12 }} />
      ))}
    </SkeletonArea>
  );
}
