import { useCallback, useMemo } from 'react';
import type { HomeModel } from '../home-model.ts';
import { compareRows, type Issue } from '../../../lib/world-index.ts';
import { momentText } from '../../../lib/world-since.ts';
import { Chip } from '../../../ui/Chip.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { FromTo } from '../../../ui/FromTo.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { ProductPicture } from '../../../ui/ProductPicture.tsx';
import { Severity, SeveritySign } from '../../../ui/SeveritySign.tsx';
import { VirtualList } from '../../../ui/VirtualList.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { nameOf, severityOf } from '../level.ts';
import { watchdogOf } from '@app/shared/watchdogs/registry.ts';
import { IssueStatusLabel } from './IssueStatusSign.tsx';
import { issueStatusOf } from './status-words.ts';
import './alerts.css';

interface Props {
  readonly model: HomeModel;
  readonly onOpen: (productId: string) => void;
}

/** On phones: all open issues in one list, worst first; a tap opens the product with what can be done. */
export function AlertsInbox({ model, onOpen }: Props) {
  const issues = useMemo(
    () =>
      [...model.issues.values()]
        .flat()
        .filter(({ item }) => model.shown.has(item.productId))
        .toSorted((a, b) => compareRows(a.item, b.item)),
    [model],
  );
  const keyOf = useCallback((row: number) => issues[row]?.item.watchDogId ?? String(row), [issues]);
  if (issues.length === 0) {
    return (
      <Panel>
        <EmptyState icon={<SeveritySign level="ok" size={24} />} title="No current Alerts" />
      </Panel>
    );
  }
  return (
    <div className="inbox">
      <VirtualList count={issues.length} estimate={104} keyOf={keyOf}>
        {(row) => <InboxRow issue={issues[row]} model={model} onOpen={onOpen} />}
      </VirtualList>
    </div>
  );
}

function InboxRow({ issue, model, onOpen }: Props & { readonly issue: Issue | undefined }) {
  const now = useNow();
  const product = issue && model.byId.get(issue.item.productId);
  if (!product) return null;
  const { item, type } = issue;
  const { from, to } = item.statusDetails;
  const level = severityOf(item.status);
  return (
    <button type="button" className="inbox__row" onClick={() => onOpen(item.productId)}>
      <ProductPicture src={product.imageUrl} size={48} />
      <span className="inbox__text">
        <span className="inbox__line">
          <Severity level={level} />
          <IssueStatusLabel status={issueStatusOf(item.issueStatus)} />
          <span className="meta grow inbox__since">
            {item.date && `since ${momentText(Date.parse(item.date), now)}`}
          </span>
        </span>
        <span className="inbox__title">{watchdogOf(type)?.headline ?? type}</span>
        <span className="inbox__line">
          <span className="ellipsis dim">{nameOf(product)}</span>
          <Chip>{product.marketplace}</Chip>
        </span>
        <span className="inbox__line">{to && <FromTo from={from} to={to} level={level} />}</span>
      </span>
    </button>
  );
}
