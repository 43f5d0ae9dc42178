import { IconPlugConnected } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { ProductSettingsReply } from '@app/shared/contract/product-settings.ts';
import type { TrackingState } from '@app/shared/domain/tracking.ts';
import { matchesText } from '../../world/filter.ts';
import { buttonClass } from '../../ui/fields/Button.tsx';
import { EmptyState } from '../../ui/layout/EmptyState.tsx';
import { useSettled } from '../../ui/hooks/use-settled.ts';
import { LeavePrompt } from '../../ui/overlays/LeavePrompt.tsx';
import { ConflictModal } from './ConflictModal.tsx';
import { countStates } from './counts.ts';
import { choiceOf, isDirty, productsOf } from './draft.ts';
import { FilterBar } from './FilterBar.tsx';
import { PageHead } from './PageHead.tsx';
import { TrackingSaveBar } from './TrackingSaveBar.tsx';
import { AccountPanel } from './table/AccountPanel.tsx';
import { useDayCost } from './use-day-cost.ts';
import { useProductForm } from './use-product-form.ts';

/** Section 9: the pause before the filter applies. */
const filterPauseMs = 500;

export function ProductSettingsForm({ settings }: { readonly settings: ProductSettingsReply }) {
  const handle = useProductForm(settings);
  const { form, dispatch, conflicts } = handle;
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [shownState, setShownState] = useState<TrackingState | 'all'>('all');
  const filter = useSettled(text, filterPauseMs);
  const products = useMemo(() => productsOf(form.settings), [form.settings]);
  const counts = countStates(form, products);
  const cost = useDayCost(form);
  // The saved state decides, so that a row does not vanish under the pointer when its box is clicked.
  const accounts = useMemo(
    () =>
      form.settings.sellerAccounts.map((account) => ({
        account,
        shown: account.products.filter(
          (product) => matchesText(product, filter) && (shownState === 'all' || product.state === shownState),
        ),
      })),
    [form.settings, filter, shownState],
  );
  return (
    <>
      <PageHead handle={handle} tracked={counts.tracked} cost={cost} />
      <FilterBar
        text={text}
        onText={setText}
        shown={shownState}
        onShown={setShownState}
        counts={counts}
        automatic={form.automatic}
        mayChangeAutomatic={settings.mayChangeAutomatic}
        onAutomatic={(automatic) => dispatch({ type: 'automaticChosen', automatic })}
      />
      <div className="tracking__accounts">
        {accounts.length === 0 && <NoAccount mayConnect={settings.mayChangeAutomatic} />}
        {accounts.map(({ account, shown }) => (
          <AccountPanel
            key={`${account.sellerId} ${filter} ${shownState}`}
            account={account}
            shown={shown}
            tracked={account.products.filter((product) => choiceOf(form, product).state === 'tracked').length}
            draft={form.draft}
            dispatch={dispatch}
          />
        ))}
      </div>
      <TrackingSaveBar
        handle={handle}
        tracked={counts.tracked}
        cost={cost}
        onBack={() => void navigate({ to: '/home' })}
      />
      {conflicts.length > 0 && <ConflictModal handle={handle} products={products} />}
      <LeavePrompt isDirty={isDirty(form)} text={leaveText} />
    </>
  );
}

const NoAccount = ({ mayConnect }: { readonly mayConnect: boolean }) => (
  <section className="panel">
    <EmptyState
      icon={<IconPlugConnected size={24} aria-hidden="true" />}
      title="No seller account is connected yet"
      action={
        mayConnect && (
          <a className={buttonClass({ variant: 'primary' })} href="/connect">
            Connect a seller account
          </a>
        )
      }
    >
      Your products appear here once one is authorised.
    </EmptyState>
  </section>
);

/** The question of section 2. */
const leaveText = 'Please confirm that you want to close your Product Settings. You have some unsaved changes.';
