import { memo, useState, type KeyboardEvent } from 'react';
import type { Watchdog } from '@app/shared/watchdogs/define.ts';
import { itemIdOf } from '@app/shared/watchdogs/item-id.ts';
import { canChangeIssueStatus } from '@app/shared/domain/issue-status.ts';
import { durationText, momentText } from '../../../lib/world-since.ts';
import { Chip } from '../../../ui/Chip.tsx';
import { FromTo } from '../../../ui/FromTo.tsx';
import { ProductPicture } from '../../../ui/ProductPicture.tsx';
import { Severity } from '../../../ui/SeveritySign.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { levelOf, nameOf, severityOf } from '../level.ts';
import type { CardRow } from './card-tabs.ts';
import { IssueActions } from './IssueActions.tsx';
import { IssueStatusLabel } from './IssueStatusSign.tsx';
import { MutedUntil } from './MuteMenu.tsx';
import { issueStatusOf } from './status-words.ts';
import { useTriage, type TriageTarget } from './use-triage.ts';

interface Props {
  readonly row: CardRow;
  readonly watchdog: Watchdog;
  readonly seller: string;
  readonly isCompact: boolean;
  readonly onOpen: (productId: string) => void;
}

/** What changed, since when, why we think so, and what next. */
export const IssueRow = memo(function IssueRow({ row, watchdog, seller, isCompact, onOpen }: Props) {
  const [isMuteOpen, setMuteOpen] = useState(false);
  const target = targetOf(row, watchdog);
  const handleKeyDown = useRowKeys({
    target,
    onMute: () => setMuteOpen(true),
    onOpen: () => onOpen(row.product.productId),
  });
  const { product, item } = row;
  return (
    <article
      className={isCompact ? 'issue issue--compact' : item?.status ? 'issue' : 'issue issue--quiet'}
      data-issue
      tabIndex={-1}
      aria-label={target.name}
      onKeyDown={handleKeyDown}
    >
      <div className="issue__product">
        <ProductPicture src={product.imageUrl} size={isCompact || !item?.status ? 32 : 64} />
        <div className="issue__names">
          <button type="button" className="issue__name" onClick={() => onOpen(product.productId)}>
            {nameOf(product)}
          </button>
          <p className="issue__id">
            <Chip>{product.marketplace}</Chip>
            {!isCompact && <span className="asin__text">{product.asin1}</span>}
          </p>
          {!isCompact && <p className="issue__id ellipsis">{seller}</p>}
        </div>
      </div>
      <IssueText row={row} isCompact={isCompact} />
      {!isCompact && <Evidence row={row} />}
      <div className="issue__end">
        {item?.muted ? (
          <MutedUntil until={item.mutedUntil} />
        ) : (
          item && canChangeIssueStatus(item) && <IssueStatusLabel status={issueStatusOf(item.issueStatus)} />
        )}
        <IssueActions target={target} isMuteOpen={isMuteOpen} onMuteOpenChange={setMuteOpen} />
      </div>
    </article>
  );
});

const targetOf = ({ product, item }: CardRow, watchdog: Watchdog): TriageTarget => ({
  watchDogId: item?.watchDogId ?? itemIdOf(watchdog.type, product.productId),
  item,
  name: `${nameOf(product)}, ${watchdog.title}`,
});

function IssueText({ row: { item }, isCompact }: { readonly row: CardRow; readonly isCompact: boolean }) {
  const now = useNow();
  const { from, to, message } = item?.statusDetails ?? { from: null, to: null, message: null };
  const level = severityOf(item?.status ?? 0);
  const at = item?.date && item.status !== 0 ? Date.parse(item.date) : null;
  return (
    <div className="issue__what">
      <p className="issue__since">
        <Severity level={levelOf(item)} />
        {at !== null && (
          <span className="dim ellipsis">
            since {momentText(at, now)}
            {!isCompact && `, for ${durationText(now - at)}`}
          </span>
        )}
      </p>
      {to && (
        <p className="issue__change">
          <FromTo from={from} to={to} level={level} />
        </p>
      )}
      {message && (!isCompact || !to) && <p className="issue__message">{message}</p>}
      {item?.status === 99 && <p className="issue__message">The first look is under way.</p>}
    </div>
  );
}

function Evidence({ row: { item } }: { readonly row: CardRow }) {
  const evidence = item?.statusDetails.evidence ?? [];
  return (
    <dl className="issue__evidence">
      {evidence.slice(0, 4).map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface RowKeys {
  readonly target: TriageTarget;
  readonly onMute: () => void;
  readonly onOpen: () => void;
}

/** Keys of the looks, section 6, for the row that has the focus. */
function useRowKeys({ target, onMute, onOpen }: RowKeys) {
  const triage = useTriage();
  return (event: KeyboardEvent<HTMLElement>) => {
    const { item } = target;
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!isPlain || event.target instanceof HTMLInputElement) return;
    if (event.key === 's' && item && canChangeIssueStatus(item)) triage.setStatus(target, 1);
    else if (event.key === 'd' && item && canChangeIssueStatus(item)) triage.setStatus(target, 3);
    else if (event.key === 'm') onMute();
    else if (event.key === 'o' || (event.key === 'Enter' && event.target === event.currentTarget)) onOpen();
    else return;
    event.preventDefault();
  };
}
