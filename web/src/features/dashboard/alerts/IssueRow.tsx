import { memo } from 'react';
import type { Watchdog } from '@app/shared/watchdogs/define.ts';
import { canChangeIssueStatus, itemStatus } from '@app/shared/domain/issue-status.ts';
import { Chip } from '../../../ui/Chip.tsx';
import { ProductPicture } from '../../../ui/ProductPicture.tsx';
import { nameOf } from '../level.ts';
import { IssueAction } from '../IssueAction.tsx';
import type { CardRow } from './card-tabs.ts';
import { IssueActions } from './IssueActions.tsx';
import { IssueEvidence } from './IssueEvidence.tsx';
import { IssueRiskText } from './IssueRiskText.tsx';
import { IssueStatusLabel } from './IssueStatusSign.tsx';
import { IssueText } from './IssueText.tsx';
import { issueChange } from './issue-change.ts';
import { MutedUntil } from './MuteMenu.tsx';
import { RowPick } from './RowPick.tsx';
import { issueStatusOf } from './status-words.ts';
import { useIssueRow } from './use-issue-row.ts';

export interface RowProps {
  readonly row: CardRow;
  readonly watchdog: Watchdog;
  readonly seller: string;
  /** When its marketplace last answered, if it does not any more. */
  readonly staleAt: string | undefined;
  /** The other open issues of the product, in words. */
  readonly withIt: string | null;
  readonly onOpen: (productId: string) => void;
}

/** What changed, since when, what it costs, why we think so, and what next. */
export const IssueRow = memo(function IssueRow({ row, watchdog, seller, staleAt, withIt, onOpen }: RowProps) {
  const { target, canPick, muteMenu, rowKeys } = useIssueRow({ row, watchdog, onOpen });
  const { product, item } = row;
  const isProblem = item?.status === itemStatus.warning || item?.status === itemStatus.alert;
  const change = item ? issueChange(item.statusDetails) : null;
  return (
    <article className={isProblem ? 'issue' : 'issue issue--quiet'} {...rowKeys}>
      {canPick && <RowPick target={target} />}
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
      <IssueText watchdog={watchdog} item={item} change={change} staleAt={staleAt} withIt={isProblem ? withIt : null} />
      <IssueEvidence watchdog={watchdog} product={product} change={change} />
      <div className="issue__end">
        <div className="issue__worth">
          {item && isProblem && <IssueRiskText watchdog={watchdog} item={item} product={product} />}
          {item?.muted && <MutedUntil until={item.mutedUntil} />}
          {item && canChangeIssueStatus(item) && <IssueStatusLabel status={issueStatusOf(item.issueStatus)} />}
        </div>
        <div className="issue__buttons">
          {item && isProblem && <IssueAction watchdog={watchdog} product={product} item={item} size="sm" />}
          <IssueActions target={target} {...muteMenu} />
        </div>
      </div>
    </article>
  );
});
