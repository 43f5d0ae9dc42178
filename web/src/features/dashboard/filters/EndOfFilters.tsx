import { IconLayoutGrid, IconList } from '@tabler/icons-react';
import { groupStatus } from '@app/shared/domain/issue-status.ts';
import { Segments } from '../../../ui/fields/Segments.tsx';
import type { HomeModel } from '../../../world/home-model.ts';
import { isIssueView, screenOf, type HomeSearch, type HomeView } from '../../../world/home-search.ts';
import { countedItemsOf } from '../../products/stock-kinds.ts';
import { countBelowLine } from '../../products/stock-state.ts';
import { formatCount, productCount } from '@app/shared/base/format-count.ts';

interface Props {
  readonly model: HomeModel;
  readonly view: HomeView;
  readonly isPhone: boolean;
  readonly onSearch: (change: Partial<HomeSearch>) => void;
}

const productViews = [
  { value: 'pr', content: <IconLayoutGrid size={16} aria-hidden="true" />, name: 'Cards' },
  { value: 'pr2', content: <IconList size={16} aria-hidden="true" />, name: 'List' },
] as const;
const issueViews = [
  { value: 'wd', content: 'Wide' },
  { value: 'wc', content: 'Compact' },
] as const;

/** The counts of the shown products or issues, and the switch between the two layouts of the view. */
export function EndOfFilters({ model, view, isPhone, onSearch }: Props) {
  const screen = screenOf(view);
  if (screen === 'stock') return <StockNumbers model={model} />;
  return (
    <span className="filters__end">
      <Numbers {...(isIssueView(view) ? issuesText(model) : productsText(model))} />
      {!isPhone && isIssueView(view) && (
        <Segments label="View" options={issueViews} value={view} onChange={(next) => onSearch({ view: next })} />
      )}
      {!isPhone && !isIssueView(view) && (
        <Segments label="View" options={productViews} value={view} onChange={(next) => onSearch({ view: next })} />
      )}
    </span>
  );
}

function StockNumbers({ model }: Pick<Props, 'model'>) {
  const { shown, world, shownCounts } = model;
  const below = countBelowLine(shown, countedItemsOf(world.watchDogs));
  const line = below === 1 ? 'its line' : 'their line';
  return (
    <span className="filters__end">
      <Numbers
        what={productCount(shownCounts.totalProducts)}
        more={below > 0 && `, ${formatCount(below)} below ${line}`}
      />
    </span>
  );
}

interface NumbersProps {
  readonly what: string;
  /** Further text, shown when there is room. */
  readonly more?: string | false;
}

function Numbers({ what, more }: NumbersProps) {
  return (
    <output className="meta">
      {what}
      {more && <span className="filters__more">{more}</span>}
    </output>
  );
}

function productsText({ shownCounts }: HomeModel): NumbersProps {
  const { totalProducts, productsWithIssues } = shownCounts;
  const more = productsWithIssues > 0 && `, ${formatCount(productsWithIssues)} with issues`;
  return { what: productCount(totalProducts), more };
}

function issuesText({ shownCounts, world }: HomeModel): NumbersProps {
  let open = 0;
  let kinds = 0;
  for (const [type, counts] of Object.entries(shownCounts.byType)) {
    const status = world.watchDogs[type]?.status;
    if (counts.red === 0 || status === groupStatus.preview || status === groupStatus.hidden) continue;
    open += counts.red;
    kinds += 1;
  }
  if (open === 0) return { what: 'Nothing open' };
  return {
    what: `${formatCount(open)} open`,
    more: ` in ${kinds} ${kinds === 1 ? 'watchdog' : 'watchdogs'}`,
  };
}
