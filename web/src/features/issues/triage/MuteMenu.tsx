import { IconBell, IconBellOff } from '@tabler/icons-react';
import { muteDurations, muteEnd } from '@app/shared/domain/muting.ts';
import { muteEndText } from '../../../world/moment-text.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { IconButton } from '../../../ui/fields/IconButton.tsx';
import { Menu, MenuHeading, MenuItem } from '../../../ui/overlays/Menu.tsx';
import { useNow } from '../../../ui/hooks/use-now.ts';
import { useTriage, type TriageTarget } from './Triage.tsx';
import { formatDate } from '@app/shared/base/format-date.ts';

interface Props {
  readonly target: TriageTarget;
  readonly isMuteOpen?: boolean;
  readonly onMuteOpenChange?: (opened: boolean) => void;
}

const forever = muteDurations.at(-1)?.minutes;

export function MuteMenu({ target, isMuteOpen, onMuteOpenChange }: Props) {
  const triage = useTriage();
  if (target.item?.muted) {
    return (
      <Button
        size="sm"
        icon={<IconBell size={16} aria-hidden="true" />}
        aria-label={`Unmute: ${target.name}`}
        onClick={() => triage.mute(target, -1)}
      >
        Unmute
      </Button>
    );
  }
  return (
    <Menu
      align="end"
      {...(isMuteOpen !== undefined && { opened: isMuteOpen })}
      {...(onMuteOpenChange && { onOpenedChange: onMuteOpenChange })}
      trigger={
        <IconButton variant="bordered" size="sm" label={`Mute: ${target.name}`}>
          <IconBellOff size={16} aria-hidden="true" />
        </IconButton>
      }
    >
      <MuteChoices onMute={(minutes) => triage.mute(target, minutes)} />
    </Menu>
  );
}

/** The durations of a mute, each with its last day. */
export function MuteChoices({ onMute }: { readonly onMute: (minutes: number) => void }) {
  const now = useNow();
  return (
    <>
      <MenuHeading>Mute for</MenuHeading>
      {muteDurations.map(({ minutes, label }) => (
        <MenuItem
          key={minutes}
          onSelect={() => onMute(minutes)}
          end={minutes === forever ? undefined : dayOf(minutes, now)}
        >
          {label}
        </MenuItem>
      ))}
    </>
  );
}

const dayOf = (minutes: number, now: number): string =>
  formatDate(muteEnd(minutes, new Date(now)) ?? now, { day: 'numeric', month: 'short' });

/** The end of a mute; the longest mute is shown without a date. */
export function MutedUntil({ until }: { readonly until: string | null }) {
  const now = useNow();
  const end = until === null ? Infinity : Date.parse(until);
  return <span className="meta">Muted until {muteEndText(end, now)}</span>;
}
