import { useState } from 'react';
import { setFrequency } from '@app/shared/contract/billing.ts';
import { call } from '../../../lib/http/call.ts';
import { Segments } from '../../../ui/fields/Segments.tsx';
import { Panel } from '../../../ui/layout/Panel.tsx';
import { showToast } from '../../../ui/overlays/toast-store.ts';
import { useBillingRefresh, type BillingStatus } from '../billing-queries.ts';
import './plan.css';

type Frequency = BillingStatus['frequency'];

const options: readonly { readonly value: Frequency; readonly content: string }[] = [
  { value: 'monthly', content: 'Monthly' },
  { value: 'daily', content: 'Daily' },
];

const notes: Readonly<Record<Frequency, string>> = {
  monthly: 'One bill at the end of each period of 30 days.',
  daily: 'A bill as soon as $5.00 are due, and at the end of each period of 30 days.',
};

/** The choice of the billing frequency, which is saved as soon as it is made. */
export function FrequencyPanel({ status }: { readonly status: BillingStatus }) {
  // The choice that is being saved.
  const [chosen, setChosen] = useState<Frequency | null>(null);
  const refresh = useBillingRefresh();
  const save = async (frequency: Frequency) => {
    if (chosen !== null || frequency === status.frequency) return;
    setChosen(frequency);
    try {
      await call(setFrequency, { body: { frequency } });
      await refresh();
      showToast('Billing frequency saved');
    } catch {
      // The error modal shows the failure.
    } finally {
      setChosen(null);
    }
  };
  const shown = chosen ?? status.frequency;
  return (
    <Panel title="Billing frequency">
      <div className="plan-panel">
        <Segments
          label="Billing frequency"
          options={options}
          value={shown}
          onChange={(frequency) => void save(frequency)}
        />
        <p className="meta plan-panel__note">{notes[shown]}</p>
      </div>
    </Panel>
  );
}
