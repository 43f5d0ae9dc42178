import { memo } from 'react';
import { watchdogOf } from '@app/shared/watchdogs/registry.ts';
import { countIn, moneyIn } from '@app/shared/base/money.ts';
import type { Product } from '@app/shared/contract/world.ts';
import type { Issue } from '@app/shared/world/issues/open-issues.ts';
import { momentText } from '../../world/moment-text.ts';
import { Chip } from '../../ui/fields/Chip.tsx';
import { FromTo } from '../../ui/signs/FromTo.tsx';
import { ProductPicture } from '../../ui/signs/ProductPicture.tsx';
import { Severity, severityWord } from '../../ui/signs/SeveritySign.tsx';
import { useNow } from '../../ui/hooks/use-now.ts';
import { useIsAwaited } from '../../world/awaited.ts';
import { nameOf, severityOf } from '../../world/level.ts';
import { CopyAsin } from './CopyAsin.tsx';
import { InventoryFigure } from './Inventory.tsx';
import type { StockOfProduct } from './stock-state.ts';
import { SalesBars } from '../charts/sales/SalesBars.tsx';
import { lastCheckOf, type Staleness } from '../../world/staleness.ts';
import './products.css';

interface Props extends StockOfProduct {
  readonly product: Product;
  readonly issues: readonly Issue[];
  readonly staleness: Staleness;
  readonly onOpen: (productId: string) => void;
}

export const ProductCard = memo(function ProductCard(props: Props) {
  const { product, issues, staleness, onOpen } = props;
  return (
    <li className="card">
      <div className="card__top">
        <ProductPicture src={product.imageUrl} size={48} />
        <button type="button" className="card__name" onClick={() => onOpen(product.productId)}>
          {nameOf(product)}
        </button>
      </div>
      <p className="card__id">
        <Chip>{product.marketplace}</Chip>
        <CopyAsin asin={product.asin1} />
        {issues.length > 0 && <StaleMark staleness={staleness} />}
      </p>
      <div className="card__state">
        <WorstIssue issues={issues} staleness={staleness} />
      </div>
      <SalesBars product={product} staleness={staleness} />
      <ProductFacts {...props} />
    </li>
  );
});

/** The worst open issue with old and new value, and the number of others. */
export function WorstIssue({ issues, staleness }: Pick<Props, 'issues' | 'staleness'>) {
  const [worst, ...others] = issues;
  if (!worst) return <NoIssue staleness={staleness} />;
  const level = severityOf(worst.item.status);
  const { from, to, message } = worst.item.statusDetails;
  const { keyword } = worst.item.settings;
  return (
    <>
      <p className="card__what">
        <Severity level={level}>
          <span className="ellipsis">
            {severityWord(level)} · {watchdogOf(worst.type)?.title ?? worst.type}
            {keyword && ` “${keyword}”`}
          </span>
        </Severity>
        {others.length > 0 && (
          <span className="meta">
            +{others.length}
            <span className="visually-hidden"> more</span>
          </span>
        )}
      </p>
      <p className="meta card__change">
        {to ? <FromTo from={from} to={to} level={level} /> : <span className="card__message">{message}</span>}
      </p>
    </>
  );
}

function NoIssue({ staleness }: Pick<Props, 'staleness'>) {
  const now = useNow();
  const isAwaited = useIsAwaited();
  if (staleness === 'fresh') {
    return isAwaited ? (
      <Severity level="starting">Last known: no open issues</Severity>
    ) : (
      <Severity level="ok">No open issues</Severity>
    );
  }
  const isStarting = staleness === 'starting';
  return (
    <>
      <Severity level={isStarting ? 'starting' : 'stale'}>
        {isStarting ? 'Still being checked' : notCheckedText(lastCheckOf(staleness), now)}
      </Severity>
      <p className="meta card__change">{isStarting ? 'No issues so far' : 'Last known: no open issues'}</p>
    </>
  );
}

/** "Not checked since 05:12"; a check that has never succeeded has no time. */
const notCheckedText = (lastCheck: number | null, now: number): string =>
  lastCheck === null ? 'Not checked completely so far' : `Not checked since ${momentText(lastCheck, now)}`;

/** Marks an issue whose marketplace is stale: the issue may be over by now, or worse. */
export function StaleMark({ staleness }: Pick<Props, 'staleness'>) {
  const now = useNow();
  if (staleness === 'fresh') return null;
  if (staleness === 'starting') return <Severity level="starting" size={14} />;
  const lastCheck = lastCheckOf(staleness);
  const text = notCheckedText(lastCheck, now);
  return (
    <span className="stale-mark" title={text}>
      <Severity level="stale" size={14}>
        <span className="visually-hidden">{lastCheck === null ? text : 'Not checked since '}</span>
        {lastCheck !== null && <span className="stale-mark__time">{momentText(lastCheck, now)}</span>}
      </Severity>
    </span>
  );
}

/** Shows the known facts; an unknown one is left out. */
function ProductFacts({ product, staleness, ...items }: Pick<Props, 'product' | 'staleness' | keyof StockOfProduct>) {
  const { amazonItem, ownItem, defaults } = items;
  const count = (value: number | null) => value !== null && countIn(product.marketplace, value);
  const facts = [
    { label: 'Price', value: product.price && moneyIn(product.marketplace, product.price) },
    { label: 'Rank', value: count(product.bsrRank) },
  ].filter((fact) => fact.value);
  return (
    <dl className="card__facts">
      {facts.map((fact) => (
        <div key={fact.label}>
          <dt>{fact.label}</dt>
          <dd>{fact.value}</dd>
        </div>
      ))}
      <InventoryFigure product={product} isStale={staleness !== 'fresh'} {...{ amazonItem, ownItem, defaults }} />
    </dl>
  );
}
