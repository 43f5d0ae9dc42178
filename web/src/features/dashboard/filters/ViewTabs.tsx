import { IconBell, IconLayoutGrid } from '@tabler/icons-react';
import type { MouseEvent, ReactNode } from 'react';
import { screenOf, type HomeSearch, type HomeView } from '../../../world/home-search.ts';
import { formatCount } from '@app/shared/base/format-count.ts';
import { useHomeAddress } from './use-home-address.ts';

interface Props {
  readonly view: HomeView;
  readonly search: HomeSearch;
  readonly onSearch: (change: Partial<HomeSearch>) => void;
}

interface LinkProps extends Props {
  readonly to: 'pr' | 'wd' | 'inv';
  readonly children: ReactNode;
  readonly className?: string;
}

function ViewLink({ view, to, search, onSearch, children }: LinkProps) {
  const addressOf = useHomeAddress();
  const isCurrent = screenOf(view) === screenOf(to);
  const handleClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    if (!isCurrent) onSearch({ view: to });
    window.scrollTo(0, 0);
  };
  return (
    <a href={addressOf({ ...search, view: to })} aria-current={isCurrent ? 'page' : undefined} onClick={handleClick}>
      {children}
    </a>
  );
}

interface TabsProps extends Props {
  readonly products: number;
  readonly issues: number;
  /** The number of products below their threshold. */
  readonly stock: number;
}

export function ViewTabs({ products, issues, stock, ...link }: TabsProps) {
  return (
    <nav className="views" aria-label="Views">
      <ViewLink {...link} to="pr">
        Products <span className="views__count">{formatCount(products)}</span>
      </ViewLink>
      <ViewLink {...link} to="wd">
        Issues <span className="views__count">{formatCount(issues)}</span>
      </ViewLink>
      <ViewLink {...link} to="inv">
        Stock <span className="views__count">{formatCount(stock)}</span>
      </ViewLink>
    </nav>
  );
}

/** The tabs at the bottom of a phone's screen; alerts have a view of their own there, the inbox. */
export function PhoneTabs({ alerts, ...link }: Props & { readonly alerts: number }) {
  return (
    <nav className="phone-tabs" aria-label="Views">
      <ViewLink {...link} to="pr">
        <IconLayoutGrid size={20} aria-hidden="true" />
        Products
      </ViewLink>
      <ViewLink {...link} to="wd">
        <IconBell size={20} aria-hidden="true" />
        {alerts > 0 && (
          <span className="phone-tabs__count">
            {formatCount(alerts)}
            <span className="visually-hidden"> new</span>
          </span>
        )}
        Alerts
      </ViewLink>
    </nav>
  );
}
