import { useCallback, useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import type { SellerAccount } from '@app/shared/contract/sellers.ts';
import { IconFilter } from '@tabler/icons-react';
import { Button } from '../../../ui/fields/Button.tsx';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { MultiSelect } from '../../../ui/fields/MultiSelect.tsx';
import { SearchField } from '../../../ui/fields/SearchField.tsx';
import { useSingleKey } from '../../../ui/hooks/single-key.ts';
import type { HomeSearch } from '../../../world/home-search.ts';
import { followPage, typedFilter } from './typed-filter.ts';
import './filters.css';

/** The pause in typing before the filter applies (specification, section 9). */
const filterDelayMs = 500;

interface Props {
  readonly search: HomeSearch;
  readonly onSearch: (change: Partial<HomeSearch>) => void;
  readonly accounts: readonly SellerAccount[];
  readonly marketplaces: readonly string[];
  /** The content at the right end: a count and the view switch. */
  readonly children: ReactNode;
}

export function Filters({ search, onSearch, accounts, marketplaces, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <search className={isOpen ? 'filters filters--open' : 'filters'}>
      {accounts.length > 1 && (
        <MultiSelect
          label="Seller accounts"
          options={accounts.map((account) => ({ value: account.sellerId, label: account.nickName ?? account.name }))}
          selected={search.accounts ?? []}
          onChange={(chosen) => onSearch({ accounts: chosen })}
        />
      )}
      {marketplaces.length > 1 && (
        <MultiSelect
          label="Marketplaces"
          options={marketplaces.map((code) => ({ value: code, label: code }))}
          selected={search.markets ?? []}
          onChange={(chosen) => onSearch({ markets: chosen })}
        />
      )}
      <TextFilter text={search.q ?? ''} onChange={(q) => onSearch({ q })} />
      <Checkbox
        checked={search.problems ?? true}
        onChange={(event) => onSearch({ problems: event.currentTarget.checked })}
      >
        Show Problems on top
      </Checkbox>
      <span className="filters__toggle">
        <Button
          icon={<IconFilter size={16} aria-hidden="true" />}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          Filter
        </Button>
      </span>
      {children}
    </search>
  );
}

interface TextFilterProps {
  readonly text: string;
  readonly onChange: (text: string) => void;
}

/** Shows typed text at once, and filters after a pause. */
function TextFilter({ text, onChange }: TextFilterProps) {
  const [before, setFilter] = useState(() => typedFilter(text));
  const filter = followPage(before, text);
  if (filter !== before) setFilter(filter);
  const { typed } = filter;
  const field = useRef<HTMLInputElement>(null);
  useSingleKey(
    '/',
    useCallback(() => {
      field.current?.focus();
      field.current?.select();
    }, []),
  );
  const passOn = () => {
    setFilter({ ...filter, sent: typed });
    onChange(typed);
  };
  const passOnLater = useEffectEvent(passOn);
  useEffect(() => {
    if (typed === text) return undefined;
    const timer = setTimeout(() => passOnLater(), filterDelayMs);
    return () => clearTimeout(timer);
  }, [typed, text]);
  return (
    <span className="filters__text">
      <SearchField
        ref={field}
        label="ASIN, title or short name"
        value={typed}
        maxLength={200}
        onChange={(event) => setFilter({ ...filter, typed: event.currentTarget.value })}
        onKeyDown={(event) => event.key === 'Enter' && passOn()}
      />
    </span>
  );
}
