import { memo, useRef } from 'react';
import type { Watchdog } from '@app/shared/watchdogs/model/define.ts';
import { canChangeIssueStatus } from '@app/shared/domain/issue-status.ts';
import { Chip } from '../../../ui/fields/Chip.tsx';
import { ProductPicture } from '../../../ui/signs/ProductPicture.tsx';
import { useIsNear } from '../../../ui/hooks/use-is-near.ts';
import { nameOf } from '../../../world/level.ts';
import { IssueAction } from '../IssueAction.tsx';
import type { BoxHours } from './box-day.ts';
import { isProblem, type CardRow } from '../card/card-tabs.ts';
import { IssueActions } from '../triage/IssueActions.tsx';
import { IssueEvidence } from './IssueEvidence.tsx';
import { IssueRiskText } from '../IssueRiskText.tsx';
import { IssueStatusLabel } from '../triage/IssueStatusSign.tsx';
import { IssueText } from './IssueText.tsx';
import { issueChange } from '../issue-change.ts';
import { MutedUntil } from '../triage/MuteMenu.tsx';
import { RowPick } from './RowPick.tsx';
import { issueStatusOf } from '../triage/status-words.ts';
import { ToAndFro } from './ToAndFro.tsx';
import { useIssueRow } from './use-issue-row.ts';
import type { Staleness } from '../../../world/staleness.ts';

export interface RowProps {
  readonly row: CardRow;
  readonly watchdog: Watchdog;
  readonly seller: string;
  readonly staleness: Staleness;
  /** The cause of the issue, such as "the listing is suspended", if that is another open issue of the product. */
  readonly cause: string | null;
  /** The other open issues of the product, in words. */
  readonly relatedIssues: string | null;
  /** The holders of the buy box, if they are known and the kind is about offers. */
  readonly boxDay: BoxHours | undefined;
  /**
   * `always` draws the row; `near` only near the window; `first` also on the first render, when its place is not known.
   */
  readonly drawn: 'always' | 'first' | 'near';
  readonly onOpen: (productId: string) => void;
}

/** A row with the change, its time, cost, evidence and next step. */
export const IssueRow = memo(function IssueRow(props: RowProps) {
  const { row, watchdog, drawn, onOpen } = props;
  const frame = useRef<HTMLElement>(null);
  const isNear = useIsNear(frame, drawn !== 'near');
  const { rowKeys, ...actions } = useIssueRow({ row, watchdog, onOpen });
  return (
    <article ref={frame} className={isProblem(row) ? 'issue' : 'issue issue--quiet'} {...rowKeys}>
      {(isNear || drawn === 'always') && <Issue {...props} {...actions} />}
    </article>
  );
});

type IssueProps = RowProps & Omit<ReturnType<typeof useIssueRow>, 'rowKeys'>;

function Issue({
  row,
  watchdog,
  seller,
  staleness,
  cause,
  relatedIssues,
  boxDay,
  onOpen,
  target,
  canPick,
  muteMenu,
}: IssueProps) {
  const { product, item } = row;
  const isBad = isProblem(row);
  const change = item ? issueChange(item.statusDetails) : null;
  return (
    <>
      {canPick && <RowPick target={target} />}
      <div className="issue__product">
        <ProductPicture src={product.imageUrl} size={isBad ? 64 : 32} />
        <div className="issue__names">
          <button type="button" className="issue__name" onClick={() => onOpen(product.productId)}>
            {nameOf(product)}
          </button>
          <p className="issue__id">
            <Chip>{product.marketplace}</Chip>
            <span className="asin__text">{product.asin1}</span>
          </p>
          {item?.settings.keyword && <p className="medium ellipsis">“{item.settings.keyword}”</p>}
          {isBad && (
            <p className="issue__id">
              <span className="ellipsis" title={seller}>
                {seller}
              </span>
            </p>
          )}
        </div>
      </div>
      <IssueText
        watchdog={watchdog}
        product={product}
        item={item}
        change={change}
        staleness={staleness}
        cause={isBad ? cause : null}
        relatedIssues={isBad ? relatedIssues : null}
      />
      <IssueEvidence {...{ watchdog, product, staleness, change }} boxDay={isBad ? boxDay : undefined} />
      <div className="issue__end">
        <div className="issue__worth">
          {item && isBad && <IssueRiskText watchdog={watchdog} item={item} product={product} />}
          {item?.calmUntil && <ToAndFro until={item.calmUntil} />}
          {item?.muted && <MutedUntil until={item.mutedUntil} />}
          {item && canChangeIssueStatus(item) && (
            <IssueStatusLabel status={issueStatusOf(item.issueStatus)} of={item} />
          )}
        </div>
        <div className="issue__buttons">
          {item && isBad && <IssueAction watchdog={watchdog} product={product} item={item} size="sm" />}
          <IssueActions target={target} {...muteMenu} />
        </div>
      </div>
    </>
  );
}
