import { IconBellOff, IconCircleCheck, IconFilter, IconPlugConnectedX } from '@tabler/icons-react';
import { use, useState, type ReactNode } from 'react';
import { causeText } from '@app/shared/world/issues/incidents.ts';
import type { OpenIssues } from '@app/shared/world/issues/open-issues.ts';
import { useIsPrinting } from '../../../ui/hooks/use-is-printing.ts';
import { EmptyState } from '../../../ui/layout/EmptyState.tsx';
import { Pager } from '../../../ui/layout/Pager.tsx';
import { unprintedText } from '../../../ui/layout/printed-part.ts';
import { SeveritySign } from '../../../ui/signs/SeveritySign.tsx';
import type { CardProps } from './card-props.ts';
import { emptyText, isStarting, rowKey, startingText, uncheckedText, type CardRow, type ListTab } from './card-tabs.ts';
import type { Staleness } from '../../../world/staleness.ts';
import { CompactRow } from '../row/CompactRow.tsx';
import { IssueRow } from '../row/IssueRow.tsx';
import { LateRows } from './LateRows.tsx';
import { OpenIssuesContext } from './open-issues-context.ts';
import { mostPrintedRows, pageOf, rowsPerPage } from './paging.ts';
import { panelHeight } from './panel-height.ts';
import { useBoxDays } from '../row/use-box-days.ts';
import { relatedIssuesText } from './related-issues.ts';
import { formatCount } from '@app/shared/base/format-count.ts';

interface Props extends Pick<
  CardProps,
  'watchdog' | 'group' | 'shown' | 'sellers' | 'stalenessOf' | 'hasStale' | 'layout' | 'isLate' | 'onOpen'
> {
  readonly rows: readonly CardRow[];
  readonly tab: ListTab;
  readonly isNarrowed: boolean;
  /** Whether the card is near the window; a distant card has no buttons to turn pages. */
  readonly isDrawn: boolean;
}

/** The number of rows that a card shows without scrolling, and one more. */
const firstRows = { wide: 5, compact: 8 } as const;

/** The rows of a tab, one page at a time. */
export function CardRows(props: Props) {
  const { rows, tab, isNarrowed, isDrawn, watchdog, group, sellers, stalenessOf, layout, isLate, onOpen } = props;
  const issues = use(OpenIssuesContext);
  const [turned, setTurned] = useState({ tab, page: 0 });
  const isOnPaper = useIsPrinting();
  const wanted = isOnPaper || turned.tab !== tab ? 0 : turned.page;
  const { rows: visible, page, pages } = pageOf(rows, wanted, isOnPaper ? mostPrintedRows : rowsPerPage);
  const boxDays = useBoxDays(watchdog, visible, isDrawn && layout === 'wide');
  const Row = layout === 'compact' ? CompactRow : IssueRow;
  if (rows.length === 0) {
    if (group.message !== null && !isNarrowed) {
      return <EmptyState icon={<IconPlugConnectedX size={24} aria-hidden="true" />} title={group.message} />;
    }
    const first = tab === 'red' && !isNarrowed ? firstLooks(props) : null;
    if (first) return <EmptyState icon={<SeveritySign level={first.level} size={24} />} title={first.text} />;
    return <EmptyState icon={emptyIcon(props)} title={emptyText(tab, isNarrowed)} />;
  }
  return (
    <>
      <LateRows height={panelHeight(visible.length, layout)} isLate={isLate}>
        {(first) =>
          visible.map((row, index) => (
            <Row
              key={rowKey(row)}
              row={row}
              watchdog={watchdog}
              seller={sellers.get(row.product.sellerId) ?? ''}
              staleness={stalenessOf(row.product)}
              cause={causeOf(row, issues)}
              relatedIssues={relatedIssuesText(issues.get(row.product.productId), row.item?.watchDogId)}
              boxDay={boxDays.get(row.product.productId)}
              drawn={isLate ? (first === 'full' && index < firstRows[layout] ? 'first' : 'near') : 'always'}
              onOpen={onOpen}
            />
          ))
        }
      </LateRows>
      {isOnPaper && pages > 1 && (
        <p className="meta on-paper on-paper__rest">{unprintedText(rows.length - visible.length)}</p>
      )}
      {pages > 1 && (
        <footer className="panel__foot on-screen">
          {isDrawn && (
            <>
              <span className="grow">{formatCount(rows.length)} items</span>
              <Pager page={page} pages={pages} onChange={(next) => setTurned({ tab, page: next })} />
            </>
          )}
        </footer>
      )}
    </>
  );
}

function causeOf({ item, product }: CardRow, issues: OpenIssues): string | null {
  const ofProduct = item?.incident ? issues.get(product.productId) : undefined;
  const issue = ofProduct?.find((one) => one.item.watchDogId === item?.watchDogId);
  return issue && ofProduct ? causeText(issue, ofProduct) : null;
}

/**
 * Returns the level and the text of a kind that has not judged all products, or all items that people created for them:
 * they wait for their first check, or it has not succeeded so far. A muted one counts as muted, as in the tabs.
 */
function firstLooks({ watchdog, group, shown, stalenessOf }: Props) {
  const looks = Object.values(group.items).flatMap((item) => {
    const product = shown.get(item.productId);
    return product ? [{ staleness: stalenessOf(product), isAwaited: isStarting(item) }] : [];
  });
  const unjudged = looks.filter(({ isAwaited }) => isAwaited);
  const count = (wanted: Staleness): number => unjudged.filter(({ staleness }) => staleness === wanted).length;
  const all = watchdog.hasOwnItems ? looks.length : shown.size;
  const starting = startingText(count('starting'), all);
  if (starting !== null) return { level: 'starting', text: starting } as const;
  const unchecked = uncheckedText(count('neverComplete'), all);
  return unchecked === null ? null : ({ level: 'stale', text: unchecked } as const);
}

function emptyIcon({ tab, isNarrowed, hasStale }: Pick<Props, 'tab' | 'isNarrowed' | 'hasStale'>): ReactNode {
  if (isNarrowed) return <IconFilter size={24} aria-hidden="true" />;
  if (tab === 'red') return <SeveritySign level={hasStale ? 'stale' : 'ok'} size={24} />;
  if (tab === 'done') return <IconCircleCheck size={24} aria-hidden="true" />;
  return tab === 'mute' ? <IconBellOff size={24} aria-hidden="true" /> : null;
}
