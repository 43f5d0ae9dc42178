import { Skeleton, SkeletonArea } from '../../ui/layout/Skeleton.tsx';
import './settings.css';

export function SettingsSkeleton() {
  return (
    <SkeletonArea label="Loading your settings">
      <span className="settings__columns">
        <span className="settings-nav">
          <Skeleton height="180px" />
        </span>
        <span className="settings__panels">
          <Skeleton height="560px" />
          <Skeleton height="180px" />
          <Skeleton height="240px" />
        </span>
      </span>
    </SkeletonArea>
  );
}
