import type { Failed } from '../../lib/http/kept-failure.ts';
import { Banner } from '../../ui/layout/Banner.tsx';
import { Button } from '../../ui/fields/Button.tsx';
import { reserveBottom } from '../../ui/hooks/reserve-bottom.ts';
import { exactDollars, millsOf } from '../billing/money.ts';
import { Severity } from '../../ui/signs/SeveritySign.tsx';
import { isDirty, isSwitched, type ProductForm } from './draft.ts';
import { changeCount, trackedListings } from './tracking-words.ts';
import type { DayCost } from './use-day-cost.ts';
import type { FormHandle } from './use-product-form.ts';
import '../../ui/layout/save-bar.css';

interface Props {
  readonly handle: FormHandle;
  /** The form whose sums are shown, which may lag behind the latest change. */
  readonly form: ProductForm;
  readonly tracked: number;
  readonly cost: DayCost;
  /** The failure to load all products. */
  readonly failed: Failed | null;
  readonly onBack: () => void;
}

export function TrackingSaveBar({ handle, form, tracked, cost, failed, onBack }: Props) {
  const { dispatch, isSaving, failure, dropFailure, save } = handle;
  const dirty = isDirty(form);
  return (
    <div className="save-area" ref={reserveBottom}>
      {failed && (
        <Banner
          level="warning"
          title="Only the first products of each account have loaded."
          action={
            <Button size="sm" busy={failed.isRetrying} onClick={failed.onRetry}>
              Try again
            </Button>
          }
        >
          The others can be neither found nor changed until they are loaded.
        </Banner>
      )}
      {failure !== null && (
        <Banner level="alert" title="Error" onClose={dropFailure}>
          {failure}
        </Banner>
      )}
      {form.undo && (
        <output className="save-bar tracking__undo">
          <span className="grow">{form.undo.label}</span>
          <Button onClick={() => dispatch({ type: 'ruleUndone' })}>Undo</Button>
        </output>
      )}
      <div className="save-bar" data-dirty={dirty || undefined}>
        <span className="grow tracking__sum" aria-live="polite">
          {dirty ? (
            <>
              <span className="medium">{changeCount(form.draft.size + (isSwitched(form) ? 1 : 0))}</span>{' '}
              <span className="dim">{sumText(trackedListings(tracked, true), cost)}</span>
            </>
          ) : (
            <span className="dim">Everything is saved</span>
          )}
          {dirty && cost.preview?.isOverCap && (
            <Severity level="warning" size={14}>
              More than your budget allows to track
            </Severity>
          )}
        </span>
        <Button onClick={onBack}>Back</Button>
        <Button disabled={!dirty || isSaving} onClick={() => dispatch({ type: 'discarded' })}>
          Cancel
        </Button>
        <Button variant="primary" disabled={!dirty} busy={isSaving} onClick={() => void save()}>
          Save
        </Button>
      </div>
    </div>
  );
}

/** "180 tracked listings (*), $0.040 a day less". */
function sumText(listings: string, { preview, isCurrent, isTrial }: DayCost): string {
  if (!preview || !isCurrent) return listings;
  const mills = millsOf(preview.nextDayAmount) - millsOf(preview.dayAmount);
  const when = isTrial ? ' after the trial' : '';
  if (mills === 0) return `${listings}, at the same cost${when}`;
  return `${listings}, ${exactDollars(Math.abs(mills) / 10)} a day ${mills < 0 ? 'less' : 'more'}${when}`;
}
