import { IconDownload } from '@tabler/icons-react';
import { lazy, Suspense, useId } from 'react';
import { exportBilling } from '@app/shared/contract/billing.ts';
import { loadPart } from '../../../lib/browser/load-part.ts';
import { useFailed } from '../../../lib/http/kept-failure.ts';
import { buttonClass } from '../../../ui/fields/Button.tsx';
import { ErrorState } from '../../../ui/layout/ErrorState.tsx';
import { Skeleton, SkeletonArea } from '../../../ui/layout/Skeleton.tsx';
import type { Costs } from '../billing-queries.ts';
import { ChartFrame } from './ChartFrame.tsx';
import type { CostRange } from './cost-range.ts';
import { CostTable } from './CostTable.tsx';
import { CustomRange, RangeSelect } from './RangeControls.tsx';
import { useCostRange } from './use-cost-range.ts';
import './costs.css';

const CostChart = lazy(async () => ({
  default: (await loadPart(() => import('./CostChart.tsx'))).CostChart,
}));

/** The Daily Cost Breakdown of a range, as a chart and as a table. */
export function CostPanel() {
  const titleId = useId();
  const { form, dispatch, costs } = useCostRange();
  const failed = useFailed(costs);
  return (
    <section className="panel" aria-labelledby={titleId}>
      <header className="panel__head billing-head">
        <h2 id={titleId} className="grow">
          Daily Cost Breakdown
        </h2>
        <span className="billing-head__end">
          <RangeSelect form={form} dispatch={dispatch} />
          <a className={buttonClass({})} href={exportBilling.path} download="watchpost-billing.csv">
            <IconDownload size={16} aria-hidden="true" />
            Export CSV
          </a>
        </span>
      </header>
      <CustomRange form={form} dispatch={dispatch} isLoading={costs.isFetching} />
      {costs.data && !failed && <Breakdown costs={costs.data} range={form.shown} isOld={costs.isPlaceholderData} />}
      {failed && <ErrorState title="The costs did not load" {...failed} />}
      {!costs.data && !failed && <Waiting />}
    </section>
  );
}

interface Props {
  readonly costs: Costs;
  readonly range: CostRange;
  /** Whether the shown costs are still those of the previously chosen range. */
  readonly isOld: boolean;
}

function Breakdown({ costs, range, isOld }: Props) {
  return (
    <div className="breakdown" aria-busy={isOld}>
      <Suspense fallback={<ChartFrame />}>
        <CostChart costs={costs} range={range} />
      </Suspense>
      <CostTable costs={costs} range={range} />
    </div>
  );
}

function Waiting() {
  return (
    <SkeletonArea label="Loading the costs">
      <ChartFrame />
      <span className="breakdown__waiting">
        {Array.from({ length: 12 }, (_, row) => (
          <Skeleton key={row} height="16px" />
        ))}
      </span>
    </SkeletonArea>
  );
}
