import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Failed, useFailed } from '../../../lib/http/kept-failure.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { ErrorState } from '../../../ui/layout/ErrorState.tsx';
import { passFocusOn } from '../../../ui/hooks/pass-focus-on.ts';
import { Skeleton, SkeletonArea } from '../../../ui/layout/Skeleton.tsx';
import type { logPages } from './log-pages.ts';
import './log.css';

interface Props<Page> {
  readonly log: ReturnType<typeof logPages<Page>>;
  /** The rows of a page, each with its key. */
  readonly rowsOf: (page: Page) => readonly ReactNode[];
  readonly emptyText: string;
}

/** The rows of a log, newest first; the next page follows on request. */
export function LogPages<Page>({ log, rowsOf, emptyText }: Props<Page>) {
  const pages = useInfiniteQuery(log);
  const failed = useFailed(pages);
  const { data, hasNextPage, isFetchNextPageError, isFetchingNextPage, fetchNextPage } = pages;
  if (!data) return failed ? <PageFailed {...failed} /> : <PageLoading />;
  const rows = data.pages.flatMap(rowsOf);
  if (rows.length === 0) return <li className="log__empty">{emptyText}</li>;
  return (
    <>
      {rows}
      {hasNextPage && (
        <li ref={passFocusOn} className="log__older">
          {isFetchNextPageError && (
            <ErrorState title="This did not load" failure={pages.error} failures={pages.errorUpdateCount} />
          )}
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {isFetchNextPageError ? 'Try again' : 'Show older'}
          </Button>
        </li>
      )}
    </>
  );
}

const PageLoading = () => (
  <li className="log__row">
    <span className="grow">
      <SkeletonArea label="Loading">
        <Skeleton height="20px" />
      </SkeletonArea>
    </span>
  </li>
);

const PageFailed = (failed: Failed) => (
  <li>
    <ErrorState title="This did not load" {...failed} />
  </li>
);
