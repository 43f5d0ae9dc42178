import { Button } from '../fields/Button.tsx';
import { EmptyState } from './EmptyState.tsx';
import { SeveritySign } from '../signs/SeveritySign.tsx';

interface Props {
  readonly title: string;
  readonly message: string;
  /** `stale` when only the connection is down. */
  readonly level?: 'alert' | 'stale';
  readonly onRetry?: (() => void) | undefined;
}

/** Shown in place of a part that failed; the rest of the page stays. */
export function ErrorState({ title, message, level = 'alert', onRetry }: Props) {
  return (
    <div role="alert">
      <EmptyState
        icon={<SeveritySign level={level} size={24} />}
        title={title}
        action={onRetry && <Button onClick={onRetry}>Try again</Button>}
      >
        {message}
      </EmptyState>
    </div>
  );
}
