import type { ReactNode } from 'react';
import { itemStatus } from '@app/shared/domain/issue-status.ts';
import type { Product, WorldItem } from '@app/shared/contract/world.ts';
import type { Watchdog } from '@app/shared/watchdogs/model/define.ts';
import { durationText, momentText } from '../../../world/moment-text.ts';
import { Severity } from '../../../ui/signs/SeveritySign.tsx';
import { useNow } from '../../../ui/hooks/use-now.ts';
import { levelOf, severityOf } from '../../../world/level.ts';
import { WhitelistSeller } from '../configure/WhitelistSeller.tsx';
import { IssueChanges } from '../IssueChange.tsx';
import type { issueChange } from '../issue-change.ts';
import { lastCheckOf, type Staleness } from '../../../world/staleness.ts';

interface Props {
  readonly watchdog: Watchdog;
  readonly product: Product;
  readonly item: WorldItem | null;
  readonly change: ReturnType<typeof issueChange> | null;
  readonly staleness: Staleness;
  readonly cause: string | null;
  readonly relatedIssues: string | null;
}

/** Severity, time, change, first step, and the cause or else the other issues of the product. */
export function IssueText({ watchdog, product, item, change, staleness, cause, relatedIssues }: Props) {
  const status = item?.status ?? itemStatus.ok;
  const message = item?.statusDetails.message ?? null;
  const isProblem = status === itemStatus.warning || status === itemStatus.alert;
  // If the changed words are marked, they say more than the message, which is then shown beside the time.
  const isDiff = change?.changes.some(({ areTexts }) => areTexts) ?? false;
  return (
    <div className={relatedIssues === null && !isDiff ? 'issue__what' : 'issue__what issue__what--full'}>
      <SinceLine item={item} staleness={staleness} note={isDiff ? message : null}>
        {item && isProblem && <WhitelistSeller watchdog={watchdog} item={item} product={product} />}
      </SinceLine>
      {change && <IssueChanges changes={change.changes} level={severityOf(status)} />}
      {message && !isDiff && <p className="issue__message">{message}</p>}
      {status === itemStatus.initializing && <p className="issue__message">The first look is under way.</p>}
      {isProblem && (
        <p className="issue__line ellipsis" title={watchdog.nextSteps.join('\n')}>
          <span className="issue__lead">Next:</span> {watchdog.nextSteps[0]}
        </p>
      )}
      {relatedIssues !== null && (
        <p className="issue__line ellipsis" title={relatedIssues}>
          <span className="issue__lead">{cause === null ? 'With it:' : 'Because'}</span> {cause ?? relatedIssues}
        </p>
      )}
    </div>
  );
}

interface SinceProps extends Pick<Props, 'item' | 'staleness'> {
  readonly note: string | null;
  /** Content at the end of the line, which is never cut off. */
  readonly children: ReactNode;
}

function SinceLine({ item, staleness, note, children }: SinceProps) {
  const now = useNow();
  const lastCheck = lastCheckOf(staleness);
  const at = item?.date && item.status !== itemStatus.ok ? Date.parse(item.date) : null;
  return (
    <p className="issue__since">
      <Severity level={levelOf(item, staleness !== 'fresh')} />
      {at !== null && (
        <span className="dim ellipsis">
          since {momentText(at, now)}
          {now - at >= 60_000 && `, for ${durationText(now - at)}`}
        </span>
      )}
      {lastCheck !== null && <Severity level="stale">last known at {momentText(lastCheck, now)}</Severity>}
      {staleness === 'neverComplete' && <Severity level="stale">not checked completely so far</Severity>}
      {note !== null && <span className="ellipsis">{note}</span>}
      {children}
    </p>
  );
}
