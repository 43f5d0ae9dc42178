import type { Failed } from '../../../lib/http/kept-failure.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { ErrorState } from '../../../ui/layout/ErrorState.tsx';
import { Skeleton, SkeletonArea } from '../../../ui/layout/Skeleton.tsx';
import './log.css';

/** The row of a paged list while a page is loading. */
export const PageLoading = () => (
  <li className="log__row">
    <span className="grow">
      <SkeletonArea label="Loading">
        <Skeleton height="20px" />
      </SkeletonArea>
    </span>
  </li>
);

export const PageFailed = (failed: Failed) => (
  <li>
    <ErrorState title="This did not load" {...failed} />
  </li>
);

interface OlderProps {
  readonly busy: boolean;
  readonly onClick: () => void;
}

export const OlderButton = ({ busy, onClick }: OlderProps) => (
  <li className="log__older">
    <Button busy={busy} onClick={onClick}>
      Show older
    </Button>
  </li>
);
