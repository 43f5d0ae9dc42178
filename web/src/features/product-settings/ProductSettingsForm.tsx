import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import type { ProductSettingsReply } from '@app/shared/contract/product-settings.ts';
import type { TrackingState } from '@app/shared/domain/tracking.ts';
import type { Failed } from '../../lib/http/kept-failure.ts';
import { whenIdle } from '../../lib/browser/when-idle.ts';
import { useAfterPaint } from '../../ui/hooks/use-after-paint.ts';
import { LeavePrompt } from '../../ui/overlays/LeavePrompt.tsx';
import { ConflictModal } from './ConflictModal.tsx';
import { countStates } from './state-counts.ts';
import { isDirty, productsOf } from './draft.ts';
import { FilterBar } from './FilterBar.tsx';
import { NoAccount } from './NoAccount.tsx';
import { PageHead } from './PageHead.tsx';
import { matcherOf, prepareSearch } from './products-search.ts';
import { TrackingSaveBar } from './TrackingSaveBar.tsx';
import { AccountPanel } from './table/AccountPanel.tsx';
import { useDayCost } from './use-day-cost.ts';
import { useProductForm } from './use-product-form.ts';

interface Props {
  readonly settings: ProductSettingsReply;
  /** The failure to load all products, if these settings hold only the first. */
  readonly failed: Failed | null;
}

export function ProductSettingsForm({ settings, failed }: Props) {
  const handle = useProductForm(settings);
  const { form, dispatch, conflicts } = handle;
  // A checkbox or a name changes immediately; the sums of all products follow after the paint.
  const summed = useAfterPaint(form);
  const navigate = useNavigate();
  const [filter, setFilter] = useState('');
  const [chosenState, setChosenState] = useState<TrackingState | 'all'>('all');
  // The chosen filter is shown immediately; its products are drawn after the paint.
  const shownState = useAfterPaint(chosenState);
  const products = productsOf(form.settings);
  useEffect(() => void whenIdle().then(() => prepareSearch(products)), [products]);
  const counts = countStates(summed, form.settings.sellerAccounts);
  const cost = useDayCost(summed);
  // The filter uses the saved state, so that a row does not vanish under the pointer when its checkbox is clicked.
  const accounts = useMemo(() => {
    const matches = matcherOf(filter);
    return form.settings.sellerAccounts.map((account) => ({
      account,
      shown: account.products.filter(
        (product) => (shownState === 'all' || product.state === shownState) && matches(product),
      ),
    }));
  }, [form.settings, filter, shownState]);
  return (
    <>
      <PageHead handle={handle} form={summed} tracked={counts.tracked} cost={cost} />
      <FilterBar
        onFilter={setFilter}
        shown={chosenState}
        onShown={setChosenState}
        counts={counts}
        automatic={form.automatic}
        mayChangeAutomatic={settings.mayChangeAutomatic}
        onAutomatic={(automatic) => dispatch({ type: 'automaticChosen', automatic })}
      />
      <div className="tracking__accounts">
        {accounts.length === 0 && <NoAccount />}
        {accounts.map(({ account, shown }) => (
          <AccountPanel
            key={`${account.sellerId} ${filter} ${shownState}`}
            account={account}
            shown={shown}
            isFiltered={filter !== '' || shownState !== 'all'}
            tracked={countStates(summed, [account]).tracked}
            draft={form.draft}
            dispatch={dispatch}
          />
        ))}
      </div>
      <TrackingSaveBar
        handle={handle}
        form={summed}
        tracked={counts.tracked}
        cost={cost}
        failed={failed}
        onBack={() => void navigate({ to: '/home' })}
      />
      {conflicts.length > 0 && <ConflictModal handle={handle} products={products} />}
      <LeavePrompt isDirty={isDirty(form)} text={leaveText} />
    </>
  );
}

/** The question before unsaved changes are lost, in the words of section 2. */
const leaveText = 'Please confirm that you want to close your Product Settings. You have some unsaved changes.';
