import { Button } from '../fields/Button.tsx';
import { EmptyState } from './EmptyState.tsx';
import { SeveritySign } from '../signs/SeveritySign.tsx';

interface Failure {
  readonly message: string;
  /** Whether only the connection is down. */
  readonly isOutage?: boolean;
}

interface Props {
  readonly title: string;
  /** The failure of a call. An outage has the sign of stale data, because nothing is broken and it ends by itself. */
  readonly failure: Failure | null;
  /** Replaces the text of the failure. */
  readonly message?: string;
  /** The number of failures until now, so that each is announced, also if it has the text of the one before. */
  readonly failures?: number;
  readonly isRetrying?: boolean;
  readonly onRetry?: (() => void) | undefined;
}

/** Shown in place of a part that failed; the rest of the page stays. */
export function ErrorState({ title, failure, message, failures, isRetrying = false, onRetry }: Props) {
  return (
    <div role="alert">
      <EmptyState
        icon={<SeveritySign level={failure?.isOutage ? 'stale' : 'alert'} size={24} />}
        title={title}
        action={
          onRetry && (
            <Button busy={isRetrying} onClick={onRetry}>
              Try again
            </Button>
          )
        }
      >
        <span key={failures}>{message ?? failure?.message}</span>
      </EmptyState>
    </div>
  );
}
