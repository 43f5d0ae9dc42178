import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '../../lib/http/api-error.ts';
import { useKeptFailure } from '../../lib/http/kept-failure.ts';
import { ErrorState } from '../../ui/layout/ErrorState.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { RelativeTime } from '../../ui/signs/RelativeTime.tsx';
import { ActsPanel } from './ActsPanel.tsx';
import { FiguresPanel } from './FiguresPanel.tsx';
import { HealthStrip } from './HealthStrip.tsx';
import { stateQuery } from './operator-queries.ts';
import { NoticesPanel } from './NoticesPanel.tsx';
import { PlansPanel } from './PlansPanel.tsx';
import { ProcessesPanel } from './ProcessesPanel.tsx';
import { SetAsidePanel } from './SetAsidePanel.tsx';
import { TenantsPanel } from './TenantsPanel.tsx';
import './operator.css';

interface Props {
  /** Draws the bar of the product around the page. */
  readonly frame: (page: ReactNode) => ReactNode;
  /** Shown to users who are not operators. */
  readonly unknown: ReactNode;
}

/** The state of the whole product, for those who operate it. */
export function OperatorPage({ frame, unknown }: Props) {
  const state = useQuery(stateQuery);
  const { data, errorUpdateCount, isFetching, refetch } = state;
  const kept = useKeptFailure(state);
  // A reading that fails after another one has succeeded is shown above the figures of that one.
  const failure = kept ?? state.error;
  if (failure instanceof ApiError && failure.status === 404) return unknown;
  return frame(
    <main className="operator">
      <PageTitle>Operations</PageTitle>
      <header className="operator__head">
        <h1>Operations</h1>
        {data && (
          <span className="meta">
            Read <RelativeTime at={data.at} />
          </span>
        )}
      </header>
      {failure && (
        <ErrorState
          title="The state could not be read"
          failure={failure}
          failures={errorUpdateCount}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {data && (
        <>
          <HealthStrip state={data} />
          <div className="operator__columns">
            <div className="operator__column">
              <SetAsidePanel />
              <TenantsPanel />
            </div>
            <div className="operator__column">
              <ProcessesPanel processes={data.processes} />
              <FiguresPanel figures={data.figures} />
              <ActsPanel acts={data.acts} />
            </div>
          </div>
          <div className="operator__columns">
            <PlansPanel />
            <NoticesPanel />
          </div>
        </>
      )}
    </main>,
  );
}
