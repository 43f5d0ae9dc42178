import { useMemo } from 'react';
import { isUnchecked } from '@app/shared/domain/issue-status.ts';
import { watchdogOf } from '@app/shared/watchdogs/registry.ts';
import type { Issue } from '../../lib/world-index.ts';
import { momentText } from '../../lib/world-since.ts';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { FromTo } from '../../ui/FromTo.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { ProductPicture } from '../../ui/ProductPicture.tsx';
import { Severity } from '../../ui/SeveritySign.tsx';
import { useNow } from '../../ui/use-now.ts';
import type { HomeModel } from './home-model.ts';
import { doNow } from './do-now.ts';
import { nameOf, severityOf } from './level.ts';
import './today.css';

interface Props {
  readonly model: HomeModel;
  readonly onOpen: (productId: string) => void;
  readonly onAllIssues: () => void;
}

/** At most three rows, the worst and newest first; the rest is one line. */
export function DoNow({ model, onOpen, onAllIssues }: Props) {
  const { top, restAlerts, restWarnings } = useMemo(() => doNow(model.issues), [model.issues]);
  if (top.length === 0) return null;
  const rest = [
    restAlerts > 0 && `${restAlerts} more ${restAlerts === 1 ? 'alert' : 'alerts'}`,
    restWarnings > 0 && `${restWarnings} ${restWarnings === 1 ? 'warning' : 'warnings'}`,
  ].filter(Boolean);
  const footer = (
    <>
      <span className="grow">{rest.length > 0 ? `And ${rest.join(', ')}.` : 'That is all.'}</span>
      <Button size="sm" variant="ghost" onClick={onAllIssues}>
        All issues
      </Button>
    </>
  );
  return (
    <Panel title="Do now" note="alerts first, the newest on top" footer={footer}>
      <ol>
        {top.map((issue, index) => (
          <TodoRow key={issue.item.watchDogId} issue={issue} rank={index + 1} model={model} onOpen={onOpen} />
        ))}
      </ol>
    </Panel>
  );
}

interface RowProps extends Pick<Props, 'model' | 'onOpen'> {
  readonly issue: Issue;
  readonly rank: number;
}

function TodoRow({ issue: { type, item }, rank, model, onOpen }: RowProps) {
  const now = useNow();
  const product = model.byId.get(item.productId);
  if (!product) return null;
  const level = severityOf(item.status);
  const { from, to } = item.statusDetails;
  return (
    <li className="todo">
      <span className="todo__rank">{rank}</span>
      <ProductPicture src={product.imageUrl} size={48} />
      <div className="grow">
        <p className="todo__title">
          <Severity level={level} />
          <span className="ellipsis">{watchdogOf(type)?.headline ?? type}</span>
        </p>
        <p className="todo__what">
          <span className="ellipsis">{nameOf(product)}</span>
          <Chip>{product.marketplace}</Chip>
          {to && <FromTo from={from} to={to} level={level} />}
        </p>
      </div>
      {item.date && <span className="meta todo__since">since {momentText(Date.parse(item.date), now)}</span>}
      <Button
        variant={rank === 1 && isUnchecked(item) ? 'primary' : 'bordered'}
        onClick={() => onOpen(item.productId)}
        aria-label={`Review ${nameOf(product)}`}
      >
        Review
      </Button>
    </li>
  );
}
