import { IconLock } from '@tabler/icons-react';
import { useId } from 'react';
import type { Watchdog } from '@app/shared/watchdogs/model/define.ts';
import { WatchdogIcon } from '../WatchdogIcon.tsx';

/** The card of a kind that the plan has not. */
export function LockedCard({ watchdog }: { readonly watchdog: Watchdog }) {
  const id = useId();
  return (
    <section id={watchdog.type} className="panel alert-card alert-card--locked" aria-labelledby={id}>
      <header className="alert-card__head">
        <WatchdogIcon name={watchdog.icon} size={18} />
        <h2 id={id} tabIndex={-1}>
          {watchdog.title}
        </h2>
        <IconLock size={16} aria-hidden="true" />
      </header>
      <p className="alert-card__locked">
        Upgrade your plan to unlock this alert and access all 25+ critical notifications
      </p>
    </section>
  );
}
