import { IconListCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { perAsin } from '../billing/money.ts';
import { Button } from '../../ui/fields/Button.tsx';
import { countSavedStates, isWhole } from './state-counts.ts';
import { isDirty, type ProductForm } from './draft.ts';
import { ProductSheet } from './ProductSheet.tsx';
import { RuleModal } from './rules/RuleModal.tsx';
import { trackedListings } from './tracking-words.ts';
import type { DayCost } from './use-day-cost.ts';
import type { FormHandle } from './use-product-form.ts';
import { formatCount } from '@app/shared/base/format-count.ts';

interface Props {
  readonly handle: FormHandle;
  /** The form whose sums are shown, which may lag behind the latest change. */
  readonly form: ProductForm;
  readonly tracked: number;
  readonly cost: DayCost;
}

export function PageHead({ handle, form, tracked, cost }: Props) {
  const { dispatch, reload } = handle;
  const [isChoosing, setChoosing] = useState(false);
  const before = countSavedStates(form.settings.sellerAccounts).tracked;
  return (
    <header className="tracking__head">
      <div className="grow">
        <h1>Product Tracking Settings</h1>
        <p className="dim" aria-live="polite">
          {trackedListings(tracked, isDirty(form))}
          {before !== tracked && `, ${formatCount(before)} before your changes`}. {cost.preview && priceText(cost)}
        </p>
      </div>
      <Button
        icon={<IconListCheck size={16} aria-hidden="true" />}
        disabled={!isWhole(form.settings)}
        onClick={() => setChoosing(true)}
      >
        Choose by rule
      </Button>
      <ProductSheet onImported={() => void reload()} />
      {isChoosing && (
        <RuleModal form={handle.form} card={cost.card} dispatch={dispatch} onClose={() => setChoosing(false)} />
      )}
    </header>
  );
}

function priceText({ preview, isTrial }: DayCost): string {
  if (!preview || preview.asins === 0) return '';
  return `Each one costs about $${perAsin(preview.dayAmount, preview.asins)} a day${isTrial ? ' after the trial' : ''}.`;
}
