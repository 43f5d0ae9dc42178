import { issueStatus, itemStatus } from '@app/shared/domain/issue-status.ts';
import { IconHelpCircle } from '@tabler/icons-react';
import { showHelp } from '../../../lib/help.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { Severity } from '../../../ui/signs/SeveritySign.tsx';
import type { CardProps } from './card-props.ts';
import { IssueStatusLabel } from '../triage/IssueStatusSign.tsx';
import { countDone, countOk, countStaleOk, countStarting } from './card-tabs.ts';
import { frequencyText } from './frequency-text.ts';
import { formatCount } from '@app/shared/base/format-count.ts';

/** The description and frequency of the kind, and the state of its products. */
export function InfoTab({
  watchdog,
  group,
  counts,
  shown,
  stalenessOf,
}: Pick<CardProps, 'watchdog' | 'group' | 'counts' | 'shown' | 'stalenessOf'>) {
  const open = Object.values(group.items).filter((item) => shown.has(item.productId) && !item.muted);
  const alerts = open.filter(
    (item) => item.status === itemStatus.alert && item.issueStatus !== issueStatus.done,
  ).length;
  const starting = countStarting(group, shown);
  const done = countDone(group, shown);
  const ok = countOk({ group, counts, shown }) - (group.message === null ? starting : 0);
  const stale = countStaleOk({ watchdog, group, shown, stalenessOf });
  const lines = [
    { level: 'alert', count: alerts },
    { level: 'warning', count: counts.red - alerts },
    { level: 'ok', count: ok - stale },
    ...(stale > 0 ? [{ level: 'stale', count: stale } as const] : []),
    { level: 'muted', count: counts.mute - done },
    { level: 'starting', count: starting },
  ] as const;
  return (
    <div className="info-tab">
      <p>{watchdog.about}</p>
      {group.message === null && <p className="meta">Checked {frequencyText(group.checkFrequencyMinutes)}.</p>}
      {group.message && <p>{group.message}</p>}
      <ul>
        {lines.map(({ level, count }) => (
          <li key={level}>
            <Severity level={level} /> <span className="figures">{formatCount(count)}</span>
          </li>
        ))}
        <li>
          <IssueStatusLabel status={issueStatus.done} /> <span className="figures">{formatCount(done)}</span>
        </li>
      </ul>
      <Button
        size="sm"
        icon={<IconHelpCircle size={16} aria-hidden="true" />}
        onClick={() => showHelp({ tab: 'faq', entry: watchdog.type })}
      >
        Help on {watchdog.title}
      </Button>
    </div>
  );
}
