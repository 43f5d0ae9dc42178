import { useQuery } from '@tanstack/react-query';
import type { SyntheticEvent } from 'react';
import { useFailed } from '../../../lib/http/kept-failure.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { ErrorState } from '../../../ui/layout/ErrorState.tsx';
import { Panel } from '../../../ui/layout/Panel.tsx';
import { Skeleton, SkeletonArea } from '../../../ui/layout/Skeleton.tsx';
import { LeavePrompt } from '../../../ui/overlays/LeavePrompt.tsx';
import { ProgressBar } from '../../../ui/signs/ProgressBar.tsx';
import { budgetQuery, type Costs } from '../billing-queries.ts';
import { budgetUse } from './budget-form.ts';
import type { Budget } from './keep-budget.ts';
import { useBudgetForm } from './use-budget-form.ts';
import './plan.css';

/** The limit of a billing period, at 50, 80 and 100 % of which the owner gets a mail. */
export function BudgetPanel({ costs }: { readonly costs: Costs | undefined }) {
  const budget = useQuery(budgetQuery);
  const { data } = budget;
  const failed = useFailed(budget);
  return (
    <Panel title="Budget">
      {data && <BudgetForm budget={data} costs={costs} />}
      {failed && <ErrorState title="The budget did not load" {...failed} />}
      {!data && !failed && (
        <SkeletonArea label="Loading the budget">
          <span className="plan-panel">
            <Skeleton height="186px" />
          </span>
        </SkeletonArea>
      )}
    </Panel>
  );
}

interface Props {
  readonly budget: Budget;
  readonly costs: Costs | undefined;
}

function BudgetForm({ budget, costs }: Props) {
  const form = useBudgetForm(budget);
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    void form.save();
  };
  return (
    <form className="plan-panel" noValidate onSubmit={handleSubmit}>
      {budget.limitCents !== null && costs && <BudgetUse limitCents={budget.limitCents} costs={costs} />}
      <TextField
        label="Limit of a billing period, in USD"
        size="md"
        inputMode="decimal"
        placeholder="none"
        maxLength={20}
        hint="We mail you at 50, 80 and 100%. Empty means no budget."
        value={form.typed}
        error={form.error}
        onChange={({ target }) => form.setTyped(target.value)}
      />
      <Checkbox checked={form.caps} disabled={!form.hasLimit} onChange={({ target }) => form.setCaps(target.checked)}>
        At 100%, track no new products. Those that are tracked stay watched.
      </Checkbox>
      <span>
        <Button type="submit" disabled={!form.isDirty} busy={form.busy}>
          Save budget
        </Button>
      </span>
      <LeavePrompt isDirty={form.isDirty} />
    </form>
  );
}

function BudgetUse({ limitCents, costs: { period } }: { readonly limitCents: number; readonly costs: Costs }) {
  return (
    <div>
      <p className="plan-panel__use">{budgetUse(period.toDateAmount, limitCents)}</p>
      <ProgressBar label="Use of the budget" value={period.toDateAmount} max={limitCents} />
    </div>
  );
}
