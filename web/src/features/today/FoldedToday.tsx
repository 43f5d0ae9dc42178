import { IconChevronDown, IconHome } from '@tabler/icons-react';
import type { Ref } from 'react';
import type { WorldCounts } from '@app/shared/world/counts.ts';
import { IconButton } from '../../ui/fields/IconButton.tsx';
import { SeveritySign } from '../../ui/signs/SeveritySign.tsx';
import { Button } from '../../ui/fields/Button.tsx';
import type { DayHeadline } from '@app/shared/world/day-headline.ts';
import { foldedStats, type FoldedStatText } from './folded-stats.ts';
import './fold.css';
import { formatCount } from '@app/shared/base/format-count.ts';

interface Props {
  readonly verdict: DayHeadline;
  readonly stats: WorldCounts;
  /** Whether the line floats over the scrolled page, which still contains the unfolded day. */
  readonly isFloating?: boolean;
  /** The button that unfolds the day. */
  readonly toggle?: Ref<HTMLButtonElement>;
  readonly onUnfold: () => void;
  readonly onHome: () => void;
}

/** The folded day: one line of 44 px. */
export function FoldedToday({ verdict, stats, isFloating = false, toggle, onUnfold, onHome }: Props) {
  const Headline = isFloating ? 'p' : 'h1';
  return (
    <section
      className={isFloating ? 'panel folded-day folded-day--floating' : 'panel folded-day'}
      aria-label={isFloating ? 'Today, folded, while scrolling' : 'Today, folded'}
    >
      <Headline className="folded-day__headline ellipsis" title={verdict.headline}>
        {verdict.short}
      </Headline>
      <span className="grow" />
      {foldedStats(stats).map(({ key, ...stat }) => (
        <FoldedStat key={key} {...stat} />
      ))}
      <span className="folded-day__home">
        <Button
          size="sm"
          variant="ghost"
          icon={<IconHome size={16} aria-hidden="true" />}
          aria-label="Back to the Home screen"
          title="Back to the Home screen"
          onClick={onHome}
        >
          <span className="folded-day__home-text">Back to the Home screen</span>
        </Button>
      </span>
      <IconButton ref={toggle} label="Unfold today" size="sm" aria-expanded={false} onClick={onUnfold}>
        <IconChevronDown size={16} aria-hidden="true" />
      </IconButton>
    </section>
  );
}

function FoldedStat({ value, label, level }: Omit<FoldedStatText, 'key'>) {
  return (
    <span className="folded-day__stat">
      {level && value > 0 && <SeveritySign level={level} />}
      <b className="figures">{formatCount(value)}</b> {label}
    </span>
  );
}
