import { memo, useMemo, type ReactNode } from 'react';
import { itemStatus } from '@app/shared/domain/issue-status.ts';
import { itemIdOf } from '@app/shared/watchdogs/model/item-id.ts';
import type { Product, WorldAnswer } from '@app/shared/contract/world.ts';
import { Severity } from '../../../ui/signs/SeveritySign.tsx';
import { passFocusOn } from '../../../ui/hooks/pass-focus-on.ts';
import { useAfterPaint } from '../../../ui/hooks/use-after-paint.ts';
import { useNow } from '../../../ui/hooks/use-now.ts';
import { useIsAwaited } from '../../../world/awaited.ts';
import { levelOf } from '../../../world/level.ts';
import { momentText } from '../../../world/moment-text.ts';
import { isKnownOk } from '../card/card-tabs.ts';
import { issueName } from '../issue-name.ts';
import { IssueActions } from '../triage/IssueActions.tsx';
import { IssueStatusCycle } from '../triage/IssueStatusCycle.tsx';
import { MutedUntil } from '../triage/MuteMenu.tsx';
import { Keywords } from './Keywords.tsx';
import { OpenIssue } from './OpenIssue.tsx';
import { openLinesOf, quietLinesOf, type Line } from './product-lines.ts';
import '../card/alerts.css';
import { isMarketStale, lastCheckOf, type Staleness } from '../../../world/staleness.ts';
import './product-issues.css';

interface Props {
  readonly product: Product;
  readonly watchDogs: WorldAnswer['watchDogs'];
  readonly staleness: Staleness;
  /** Content below the open issues. */
  readonly children?: ReactNode;
}

/**
 * All items of one product: open issues, then keywords, then quiet items, which are below the first screen and drawn
 * later.
 */
export function ProductIssues({ product, watchDogs, staleness, children }: Props) {
  const open = useMemo(() => openLinesOf(product, watchDogs), [product, watchDogs]);
  const below = useAfterPaint(product, null);
  const isAwaited = useIsAwaited();
  return (
    <>
      <section aria-label="Open issues">
        <h3 className="issue-lines__head">
          {open.length > 0 ? 'Open issues' : noneText(staleness, isAwaited)} <LastKnown staleness={staleness} />
        </h3>
        {open.length > 0 && (
          <div className="panel">
            {open.map((line) => (
              <OpenIssue key={line.item.watchDogId} product={product} {...line} />
            ))}
          </div>
        )}
      </section>
      {children}
      {below && <QuietParts product={below} watchDogs={watchDogs} isStale={staleness !== 'fresh'} />}
    </>
  );
}

function noneText(staleness: Staleness, isAwaited: boolean): string {
  if (staleness === 'starting') return 'No issues so far, still being checked';
  return staleness !== 'fresh' || isAwaited ? 'Last known: no open issues' : 'No open issues';
}

/** How old the issues are while the product's marketplace is stale: they may be over by now, or there may be others. */
function LastKnown({ staleness }: Pick<Props, 'staleness'>) {
  const now = useNow();
  if (!isMarketStale(staleness)) return null;
  const lastCheck = lastCheckOf(staleness);
  return (
    <span className="meta">
      <Severity level="stale" size={14}>
        {lastCheck === null ? 'not checked completely so far' : `not checked since ${momentText(lastCheck, now)}`}
      </Severity>
    </span>
  );
}

interface QuietProps extends Pick<Props, 'product' | 'watchDogs'> {
  readonly isStale: boolean;
}

const QuietParts = memo(function QuietParts({ product, watchDogs, isStale }: QuietProps) {
  return (
    <>
      <Keywords product={product} watchDogs={watchDogs} isStale={isStale} />
      <section aria-label="Watchdogs">
        <h3 className="issue-lines__head">Watchdogs</h3>
        <div className="panel">
          {quietLinesOf(product, watchDogs).map((line) => (
            <QuietLine key={line.watchdog.type} product={product} isStale={isStale} {...line} />
          ))}
        </div>
      </section>
    </>
  );
});

interface LineProps extends Line {
  readonly product: Product;
}

function QuietLine({ product, watchdog, group, item, isStale }: LineProps & { readonly isStale: boolean }) {
  const watchDogId = item?.watchDogId ?? itemIdOf(watchdog.type, product.productId);
  const target = { watchDogId, item, name: issueName(product, watchdog, item) };
  const isDone =
    item !== null && !item.muted && item.status !== itemStatus.ok && item.status !== itemStatus.initializing;
  return (
    <div ref={passFocusOn} className="issue-line issue-line--quiet">
      <span className="issue-line__text row">
        {group.message === null || isKnownOk(item) ? (
          <Severity level={levelOf(item, isStale)} />
        ) : (
          <Severity level="stale">Not watched</Severity>
        )}
        <span className="medium">{watchdog.title}</span>
        <span className="meta ellipsis">{group.message ?? item?.statusDetails.message}</span>
        {isDone && <IssueStatusCycle target={target} item={item} />}
        {item?.muted && <MutedUntil until={item.mutedUntil} />}
      </span>
      <IssueActions target={target} />
    </div>
  );
}
