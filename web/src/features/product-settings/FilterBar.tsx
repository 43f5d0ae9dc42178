import { useEffect, useState } from 'react';
import type { StateCounts } from '@app/shared/contract/product-settings.ts';
import { trackingStates, type TrackingState } from '@app/shared/domain/tracking.ts';
import { Checkbox } from '../../ui/fields/Checkbox.tsx';
import { SearchField } from '../../ui/fields/SearchField.tsx';
import { Segments } from '../../ui/fields/Segments.tsx';
import { useSettled } from '../../ui/hooks/use-settled.ts';
import { totalOf } from './state-counts.ts';
import { formatCount } from '@app/shared/base/format-count.ts';

type Shown = TrackingState | 'all';

interface Props {
  /** Called with the typed text after the pause of section 9. */
  readonly onFilter: (text: string) => void;
  readonly shown: Shown;
  readonly onShown: (shown: Shown) => void;
  readonly counts: StateCounts;
  readonly automatic: boolean;
  readonly mayChangeAutomatic: boolean;
  readonly onAutomatic: (automatic: boolean) => void;
}

const shortWords: Readonly<Record<TrackingState, string>> = {
  tracked: 'Tracked',
  ignored: 'Ignored',
  ignoredUntilFirstSale: 'Until first sale',
};

export function FilterBar(props: Props) {
  const { onFilter, shown, onShown, counts, automatic, mayChangeAutomatic, onAutomatic } = props;
  const options = [
    { value: 'all' as const, content: <Option label="All" count={totalOf(counts)} /> },
    ...trackingStates.map((state) => ({
      value: state,
      content: <Option label={shortWords[state]} count={counts[state]} />,
    })),
  ];
  return (
    <div className="tracking__filter">
      <span className="tracking__search">
        <Search onFilter={onFilter} />
      </span>
      <Segments label="Show" options={options} value={shown} onChange={onShown} />
      <span className="tracking__automatic">
        <Checkbox
          checked={automatic}
          disabled={!mayChangeAutomatic}
          onChange={({ target }) => onAutomatic(target.checked)}
        >
          Automatically track new products upon first sale{' '}
          <span className="dim">
            {mayChangeAutomatic ? '(recommended)' : '(only users who see all seller accounts may change this)'}
          </span>
        </Checkbox>
      </span>
    </div>
  );
}

/** Section 9: the pause before the filter applies. */
const filterPauseMs = 500;

/** Keeps the typed text in its own state until the pause, so that a key press renders only this field. */
function Search({ onFilter }: Pick<Props, 'onFilter'>) {
  const [text, setText] = useState('');
  const settled = useSettled(text, filterPauseMs);
  useEffect(() => onFilter(settled), [onFilter, settled]);
  return (
    <SearchField label="ASIN, title or short-hand name" value={text} onChange={({ target }) => setText(target.value)} />
  );
}

const Option = ({ label, count }: { readonly label: string; readonly count: number }) => (
  <>
    {label} <span className="figures dim">{formatCount(count)}</span>
  </>
);
