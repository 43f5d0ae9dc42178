import { memo } from 'react';
import type { Watchdog } from '@app/shared/watchdogs/define.ts';
import { canChangeIssueStatus, itemStatus } from '@app/shared/domain/issue-status.ts';
import type { WorldItem } from '@app/shared/contract/sentinel.ts';
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
import { useIssueRow } from './use-issue-row.ts';

export interface RowProps {
  readonly row: CardRow;
  readonly watchdog: Watchdog;
  readonly seller: string;
  /** When its marketplace last answered, if it does not any more. */
  readonly staleAt: string | undefined;
  readonly onOpen: (productId: string) => void;
}

/** What changed, since when, why we think so, and what next. */
export const IssueRow = memo(function IssueRow({ row, watchdog, seller, staleAt, onOpen }: RowProps) {
  const { target, muteMenu, rowKeys } = useIssueRow({ row, watchdog, onOpen });
  const { product, item } = row;
  const isProblem = item?.status === itemStatus.warning || item?.status === itemStatus.alert;
  return (
    <article className={isProblem ? 'issue' : 'issue issue--quiet'} {...rowKeys}>
      <div className="issue__product">
        <ProductPicture src={product.imageUrl} size={isProblem ? 64 : 32} />
        <div className="issue__names">
          <button type="button" className="issue__name" onClick={() => onOpen(product.productId)}>
            {nameOf(product)}
          </button>
          <p className="issue__id">
            <Chip>{product.marketplace}</Chip>
            <span className="asin__text">{product.asin1}</span>
          </p>
          {item?.settings.keyword && <p className="medium ellipsis">“{item.settings.keyword}”</p>}
          {isProblem && (
            <p className="issue__id">
              <span className="ellipsis" title={seller}>
                {seller}
              </span>
            </p>
          )}
        </div>
      </div>
      <IssueText item={item} staleAt={staleAt} />
      <Evidence item={item} />
      <div className="issue__end">
        {item?.muted && <MutedUntil until={item.mutedUntil} />}
        {item && canChangeIssueStatus(item) && <IssueStatusLabel status={issueStatusOf(item.issueStatus)} />}
        <IssueActions target={target} {...muteMenu} />
      </div>
    </article>
  );
});

function IssueText({ item, staleAt }: Pick<RowProps, 'staleAt'> & { readonly item: WorldItem | null }) {
  const now = useNow();
  const { from, to, message } = item?.statusDetails ?? { from: null, to: null, message: null };
  const at = item?.date && item.status !== itemStatus.ok ? Date.parse(item.date) : null;
  return (
    <div className="issue__what">
      <p className="issue__since">
        <Severity level={levelOf(item, staleAt !== undefined)} />
        {at !== null && (
          <span className="dim ellipsis">
            since {momentText(at, now)}
            {now - at >= 60_000 && `, for ${durationText(now - at)}`}
          </span>
        )}
        {staleAt && <Severity level="stale">last known at {momentText(Date.parse(staleAt), now)}</Severity>}
      </p>
      {to && (
        <p className="issue__change">
          <FromTo from={from} to={to} level={severityOf(item?.status ?? itemStatus.ok)} />
        </p>
      )}
      {message && <p className="issue__message">{message}</p>}
      {item?.status === itemStatus.initializing && <p className="issue__message">The first look is under way.</p>}
    </div>
  );
}

function Evidence({ item }: { readonly item: WorldItem | null }) {
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
