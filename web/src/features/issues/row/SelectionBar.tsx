import { IconBellOff, IconCheck, IconLink, IconX } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import type { WorldItem } from '@app/shared/contract/world.ts';
import type { IssueStatus } from '@app/shared/domain/issue-status.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { KeyCap } from '../../../ui/signs/KeyCap.tsx';
import { Menu } from '../../../ui/overlays/Menu.tsx';
import { reserveBottom } from '../../../ui/hooks/reserve-bottom.ts';
import { useSingleKey } from '../../../ui/hooks/single-key.ts';
import { MuteChoices } from '../triage/MuteMenu.tsx';
import { goOn, leavingBy } from './go-on.ts';
import { selection } from './selection.ts';
import { useTriage, type TriageTarget } from '../triage/Triage.tsx';
import { formatCount } from '@app/shared/base/format-count.ts';

interface Props {
  readonly targets: readonly TriageTarget[];
  /** The number of selected issues that the filter hides; the actions change them too. */
  readonly hidden: number;
}

/**
 * A bar at the bottom of the issues while any are selected, with actions that change all selected issues by one call
 * and with one undo.
 */
export function SelectionBar({ targets, hidden }: Props) {
  const triage = useTriage();
  const [isMuteOpen, setMuteOpen] = useState(false);
  const setAll = useCallback(
    (status: IssueStatus, isByKey = isFocusByKey()) => {
      triage.setAll(targets, status);
      endSelection(targets, { change: { issueStatus: status }, isByKey });
    },
    [triage, targets],
  );
  const handleMute = (minutes: number) => {
    triage.muteAll(targets, minutes);
    endSelection(targets, { change: { muted: true }, isByKey: isFocusByKey() });
  };
  const join = useCallback(
    (isByKey = isFocusByKey()) => {
      triage.join(targets);
      endSelection(targets, { isByKey });
    },
    [triage, targets],
  );
  useSingleKey(
    'i',
    useCallback(() => join(true), [join]),
  );
  useSingleKey(
    's',
    useCallback(() => setAll(1, true), [setAll]),
  );
  useSingleKey(
    'd',
    useCallback(() => setAll(3, true), [setAll]),
  );
  useSingleKey(
    'm',
    useCallback(() => setMuteOpen(true), []),
  );
  useSingleKey(
    'Escape',
    useCallback(() => endSelection(targets, { isByKey: true }), [targets]),
  );
  return (
    <section className="key-bar key-bar--selection" aria-label="Selected issues" ref={reserveBottom}>
      <output className="medium">
        {formatCount(targets.length)} selected
        {hidden > 0 && `, ${formatCount(hidden)} hidden by the filter`}
      </output>
      <Button size="sm" onClick={() => setAll(1)}>
        Mark seen <KeyCap>s</KeyCap>
      </Button>
      <Button size="sm" icon={<IconCheck size={16} aria-hidden="true" />} onClick={() => setAll(3)}>
        Mark done <KeyCap>d</KeyCap>
      </Button>
      <Menu
        opened={isMuteOpen}
        onOpenedChange={setMuteOpen}
        trigger={
          <Button size="sm" icon={<IconBellOff size={16} aria-hidden="true" />}>
            Mute <KeyCap>m</KeyCap>
          </Button>
        }
      >
        <MuteChoices onMute={handleMute} />
      </Menu>
      {targets.length > 1 && (
        <Button size="sm" icon={<IconLink size={16} aria-hidden="true" />} onClick={() => join()}>
          Join <KeyCap>i</KeyCap>
        </Button>
      )}
      <Button
        size="sm"
        variant="ghost"
        icon={<IconX size={16} aria-hidden="true" />}
        onClick={() => endSelection(targets, { isByKey: isFocusByKey() })}
      >
        Clear
      </Button>
    </section>
  );
}

/** Whether the button that is pressed is pressed by a key. */
const isFocusByKey = (): boolean => document.activeElement?.matches(':focus-visible') ?? false;

interface End {
  /** How the items change, if they do. */
  readonly change?: Partial<WorldItem>;
  readonly isByKey: boolean;
}

/** Ends the selection with an act on it. A person who works by keyboard goes on at a row. */
function endSelection(targets: readonly TriageTarget[], { change = {}, isByKey }: End): void {
  if (isByKey) goOn({ targets, leaving: leavingBy(targets, change) });
  selection.clear();
}
