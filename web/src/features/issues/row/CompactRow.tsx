import { memo, useRef, useState } from 'react';
import { canChangeIssueStatus } from '@app/shared/domain/issue-status.ts';
import { ageText } from '../../../world/moment-text.ts';
import { Chip } from '../../../ui/fields/Chip.tsx';
import { FromTo } from '../../../ui/signs/FromTo.tsx';
import { SeveritySign, severityWord } from '../../../ui/signs/SeveritySign.tsx';
import { useIsNear } from '../../../ui/hooks/use-is-near.ts';
import { useNow } from '../../../ui/hooks/use-now.ts';
import { levelOf, nameOf, severityOf } from '../../../world/level.ts';
import { IssueActions } from '../triage/IssueActions.tsx';
import type { RowProps } from './IssueRow.tsx';
import { SplitOff } from './SplitOff.tsx';
import { RowPick } from './RowPick.tsx';
import { IssueStatusSign } from '../triage/IssueStatusSign.tsx';
import { issueStatusOf, statusWords } from '../triage/status-words.ts';
import { useIssueRow } from './use-issue-row.ts';

/** An issue in one line of 32 px; its actions appear while the row has pointer or focus. */
export const CompactRow = memo(function CompactRow(props: CompactProps) {
  const { row, watchdog, naming = 'product', drawn, onOpen } = props;
  const frame = useRef<HTMLElement>(null);
  const isNear = useIsNear(frame, drawn !== 'near');
  // The actions are drawn on the first contact with pointer or focus.
  const [isTouched, setTouched] = useState(drawn === 'always');
  const touched = { onPointerEnter: () => setTouched(true), onFocus: () => setTouched(true) };
  const { rowKeys, ...actions } = useIssueRow({ row, watchdog, isMember: naming !== 'product', onOpen });
  return (
    <article ref={frame} className="compact" {...rowKeys} {...touched}>
      {(isNear || drawn === 'always') && <Line {...props} {...actions} isTouched={isTouched} />}
    </article>
  );
});

interface CompactProps extends Pick<RowProps, 'row' | 'watchdog' | 'staleness' | 'drawn' | 'onOpen'> {
  /** A row names its product; as a member of an incident it names its kind, and both if there are several products. */
  readonly naming?: 'product' | 'kind' | 'both';
}

interface LineProps extends CompactProps, Omit<ReturnType<typeof useIssueRow>, 'rowKeys'> {
  readonly isTouched: boolean;
}

function Line({
  row,
  watchdog,
  naming = 'product',
  staleness,
  onOpen,
  target,
  canPick,
  muteMenu,
  isTouched,
}: LineProps) {
  const now = useNow();
  const { product, item } = row;
  const name = { product: nameOf(product), kind: watchdog.title, both: `${watchdog.title}: ${nameOf(product)}` }[
    naming
  ];
  const level = levelOf(item, staleness !== 'fresh');
  const status = issueStatusOf(item?.issueStatus ?? 0);
  const { from, to, message } = item?.statusDetails ?? { from: null, to: null, message: null };
  return (
    <>
      {canPick && <RowPick target={target} />}
      <SeveritySign level={level} />
      <span className="visually-hidden">{severityWord(level)}</span>
      <button
        type="button"
        className="issue__name compact__name"
        title={name}
        onClick={() => onOpen(product.productId)}
      >
        {name}
      </button>
      {naming !== 'kind' && <Chip>{product.marketplace}</Chip>}
      {item?.settings.keyword && <span className="ellipsis">“{item.settings.keyword}”</span>}
      <span className="compact__change">
        {to ? (
          <FromTo from={from} to={to} level={severityOf(item?.status ?? 0)} />
        ) : (
          <span className="ellipsis" title={message ?? undefined}>
            {message}
          </span>
        )}
      </span>
      {item?.date && item.status !== 0 && <span className="meta nowrap">{ageText(now - Date.parse(item.date))}</span>}
      {item && canChangeIssueStatus(item) && (
        <span
          title={[statusWords[status].name, item.issueStatusBy && `by ${item.issueStatusBy}`].filter(Boolean).join(' ')}
        >
          <IssueStatusSign status={status} />
          <span className="visually-hidden">{statusWords[status].name}</span>
        </span>
      )}
      {isTouched && (
        <span className="compact__actions">
          {naming !== 'product' && <SplitOff target={target} />}
          <IssueActions target={target} {...muteMenu} />
        </span>
      )}
    </>
  );
}
