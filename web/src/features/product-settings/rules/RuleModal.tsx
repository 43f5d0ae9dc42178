import { useState, type Dispatch, type ReactNode } from 'react';
import { productCount } from '@app/shared/base/format-count.ts';
import type { ProductSettings } from '@app/shared/contract/product-settings.ts';
import type { RateCard } from '@app/shared/domain/billing/rate-card.ts';
import { trackingStates, type TrackingState, wordOfState } from '@app/shared/domain/tracking.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { useNow } from '../../../ui/hooks/use-now.ts';
import { Modal } from '../../../ui/overlays/Modal.tsx';
import { choiceOf, productsOf, type FormAction, type ProductForm } from '../draft.ts';
import { applyRule, brandsOf, marketplacesOf, type Rule } from './rules.ts';
import { readRule } from './read-rule.ts';

interface Props {
  readonly form: ProductForm;
  readonly card: RateCard | null;
  readonly dispatch: Dispatch<FormAction>;
  readonly onClose: () => void;
}

type Kind = Rule['kind'];

const kindLabels: Readonly<Record<Kind, string>> = {
  withoutSale: 'Products without a sale for some time',
  brand: 'All products of a brand',
  marketplace: 'All products of a marketplace',
  budget: 'The best sellers, up to a budget',
};

/** Chooses the state of many products by a rule. The result is an unsaved change like any other, and can be undone. */
export function RuleModal({ form, card, dispatch, onClose }: Props) {
  const products = productsOf(form.settings);
  const [brands, marketplaces] = [brandsOf(products), marketplacesOf(products)];
  const [kind, setKind] = useState<Kind>('withoutSale');
  const [days, setDays] = useState('60');
  const [dollars, setDollars] = useState('1.00');
  const [brand = '', setBrand] = useState(brands[0]);
  const [marketplace = '', setMarketplace] = useState(marketplaces[0]);
  const [state, setState] = useState<TrackingState>('tracked');
  const now = useNow();
  const rule = readRule({ kind, days, dollars, brand, marketplace, state });
  const stateOf = (product: ProductSettings): TrackingState => choiceOf(form, product).state;
  const states = rule && applyRule(rule, products, { now, card, stateOf });
  const changed = states && new Map(Array.from(states).filter(([product, next]) => stateOf(product) !== next));
  const kinds = [
    'withoutSale' as const,
    ...(brands.length > 0 ? ['brand' as const] : []),
    'marketplace' as const,
    ...(card ? ['budget' as const] : []),
  ];
  const apply = () => {
    if (!changed) return;
    dispatch({ type: 'ruleApplied', label: `${productCount(changed.size)} chosen by a rule`, states: changed });
    onClose();
  };
  const fields: Readonly<Record<Kind, ReactNode>> = {
    withoutSale: (
      <TextField
        label="Days without a sale"
        inputMode="numeric"
        maxLength={4}
        value={days}
        hint="They are ignored until their next sale."
        error={rule ? null : 'Please enter a whole number of days'}
        onChange={({ target }) => setDays(target.value)}
      />
    ),
    brand: (
      <>
        <Select
          label="Brand"
          options={optionsOf(brands)}
          value={brand}
          onChange={({ target }) => setBrand(target.value)}
        />
        <StateSelect state={state} onState={setState} />
      </>
    ),
    marketplace: (
      <>
        <Select
          label="Marketplace"
          options={optionsOf(marketplaces)}
          value={marketplace}
          onChange={({ target }) => setMarketplace(target.value)}
        />
        <StateSelect state={state} onState={setState} />
      </>
    ),
    budget: (
      <TextField
        label="Dollars a day"
        inputMode="decimal"
        maxLength={9}
        value={dollars}
        hint="The best sellers of 30 days are tracked as long as a day costs no more, and all others are ignored."
        error={rule ? null : 'Please enter an amount, as in 1.50'}
        onChange={({ target }) => setDollars(target.value)}
      />
    ),
  };
  return (
    <Modal title="Choose by rule" onClose={onClose}>
      <div className="tracking__rule">
        <Select
          label="Rule"
          options={kinds.map((value) => ({ value, label: kindLabels[value] }))}
          value={kind}
          onChange={({ target }) => setKind(kinds.find((one) => one === target.value) ?? kind)}
        />
        {fields[kind]}
        <p className="meta" aria-live="polite">
          {changed && (changed.size === 0 ? 'Nothing changes.' : `${productCount(changed.size)} will change.`)}
        </p>
      </div>
      <div className="modal__actions">
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" disabled={!changed || changed.size === 0} onClick={apply}>
          Apply
        </Button>
      </div>
    </Modal>
  );
}

const optionsOf = (texts: readonly string[]) => texts.map((value) => ({ value, label: value }));

interface StateProps {
  readonly state: TrackingState;
  readonly onState: (state: TrackingState) => void;
}

const StateSelect = ({ state, onState }: StateProps) => (
  <Select
    label="They become"
    options={trackingStates.map((value) => ({ value, label: wordOfState[value] }))}
    value={state}
    onChange={({ target }) => onState(trackingStates.find((one) => one === target.value) ?? state)}
  />
);
