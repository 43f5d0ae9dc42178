import { memo, type MouseEvent } from 'react';
import { groupStatus } from '@app/shared/domain/issue-status.ts';
import { families, type Watchdog } from '@app/shared/watchdogs/model/define.ts';
import { watchdogs } from '@app/shared/watchdogs/registry.ts';
import type { KindCounts, WorldCounts } from '@app/shared/world/counts.ts';
import type { WorldAnswer } from '@app/shared/contract/world.ts';
import { showHelp } from '../../../lib/help.ts';
import { CountBadge } from '../../../ui/signs/CountBadge.tsx';
import { WatchdogIcon } from '../../issues/WatchdogIcon.tsx';
import './watchdog-menu.css';

interface Props {
  readonly watchDogs: WorldAnswer['watchDogs'];
  readonly counts: WorldCounts;
  readonly current: string | null;
  /** The address of the issues, with the filters of the page. */
  readonly address: string;
  readonly onSelect: (type: string) => void;
}

/** The kinds in five families, in a fixed order: only the counts change, and zero is not shown. */
export const WatchdogMenu = memo(function WatchdogMenu({ watchDogs, counts, current, address, onSelect }: Props) {
  const visible = watchdogs.filter((watchdog) => {
    const group = watchDogs[watchdog.type];
    return group && group.status !== groupStatus.hidden;
  });
  return (
    <nav className="dogs" aria-label="Watchdogs">
      <p className="dogs__head">
        <span>Watchdogs</span>
        <span className="meta">new</span>
      </p>
      {families.map((family) => {
        const members = visible.filter((watchdog) => watchdog.family === family);
        if (members.length === 0) return null;
        return (
          <div key={family}>
            <p className="dogs__family">{family}</p>
            <ul>
              {members.map((watchdog) => (
                <li key={watchdog.type}>
                  <MenuLink
                    watchdog={watchdog}
                    counts={counts.byType[watchdog.type]}
                    isPreview={watchDogs[watchdog.type]?.status === groupStatus.preview}
                    isLocked={watchDogs[watchdog.type]?.alertsEnabled === false}
                    isCurrent={watchdog.type === current}
                    address={`${address}#${watchdog.type}`}
                    onSelect={onSelect}
                  />
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </nav>
  );
});

interface LinkProps {
  readonly watchdog: Watchdog;
  readonly counts: KindCounts | undefined;
  readonly isPreview: boolean;
  readonly isLocked: boolean;
  readonly isCurrent: boolean;
  readonly address: string;
  readonly onSelect: (type: string) => void;
}

function MenuLink({ watchdog, counts, isPreview, isLocked, isCurrent, address, onSelect }: LinkProps) {
  const { type, title, icon } = watchdog;
  const alerts = counts?.uncheckedAlerts ?? 0;
  const warnings = counts?.uncheckedWarnings ?? 0;
  const level = alerts > 0 ? 'alert' : warnings > 0 ? 'warning' : null;
  const handleClick = (event: MouseEvent) => {
    // The browser opens the address in a new tab.
    if (event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    if (event.shiftKey) showHelp({ tab: 'faq', entry: type });
    else onSelect(type);
  };
  return (
    <a
      className={classOf(isLocked ? 'locked' : isPreview ? null : level)}
      href={address}
      aria-current={isCurrent ? 'true' : undefined}
      title={title}
      onClick={handleClick}
    >
      <WatchdogIcon name={icon} />
      <span className="ellipsis grow dog__title">{shortTitle(title)}</span>
      {isLocked || isPreview ? (
        <span className="dog__note">{isLocked ? 'locked' : '[preview]'}</span>
      ) : (
        <span className="dog__counts">
          <CountBadge level="alert" count={alerts} word={alerts === 1 ? 'new alert' : 'new alerts'} />
          <CountBadge level="warning" count={warnings} word={warnings === 1 ? 'new warning' : 'new warnings'} />
        </span>
      )}
    </a>
  );
}

/** A title short enough to leave room for two counts; the full name is in the tooltip and on the card. */
const shortTitle = (title: string): string => title.replace(/ Change$/, '').replace(' and ', ' & ');

function classOf(state: 'alert' | 'warning' | 'locked' | null): string {
  if (state === null) return 'dog';
  return state === 'locked' ? 'dog dog--locked' : `dog dog--news dog--${state}`;
}
