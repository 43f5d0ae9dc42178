import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ApiError } from '../lib/http/api-error.ts';
import { report } from '../lib/http/error-report.ts';
import { ErrorState } from '../ui/layout/ErrorState.tsx';

/** Replaces a page that failed; the rest of the application keeps working. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  useEffect(() => report(error), [error]);
  const handleRetry = () => {
    reset();
    void router.invalidate();
  };
  const failure = error instanceof ApiError ? error : null;
  return (
    <main className="page-error">
      <ErrorState
        title="This page did not load"
        failure={failure}
        message={failure?.message ?? 'Something in it broke. The rest of Watchpost still works.'}
        onRetry={handleRetry}
      />
    </main>
  );
}
