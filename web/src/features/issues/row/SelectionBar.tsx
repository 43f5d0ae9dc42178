import { IconBellOff, IconCheck, IconLink, IconX } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import type { WorldAnswer } from '@app/shared/contract/world.ts';
import type { IssueStatus } from '@app/shared/domain/issue-status.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { KeyCap } from '../../../ui/signs/KeyCap.tsx';
import { Menu } from '../../../ui/overlays/Menu.tsx';
import { useSingleKey } from '../../../ui/hooks/single-key.ts';
import { MuteChoices } from '../triage/MuteMenu.tsx';
import { currentTargets, selection, useSelected } from './selection.ts';
import { useTriage } from '../triage/Triage.tsx';

/**
 * The actions on all selected issues, by one call and with one undo. At the bottom of the issues while any are
 * selected.
 */
export function SelectionBar({ watchDogs }: { readonly watchDogs: WorldAnswer['watchDogs'] }) {
  const targets = useSelected();
  const triage = useTriage();
  const [isMuteOpen, setMuteOpen] = useState(false);
  const setAll = useCallback(
    (status: IssueStatus) => {
      triage.setAll(currentTargets(targets, watchDogs), status);
      selection.clear();
    },
    [triage, targets, watchDogs],
  );
  const handleMute = (minutes: number) => {
    triage.muteAll(currentTargets(targets, watchDogs), minutes);
    selection.clear();
  };
  const join = useCallback(() => {
    triage.join(currentTargets(targets, watchDogs));
    selection.clear();
  }, [triage, targets, watchDogs]);
  useSingleKey('i', join);
  useSingleKey(
    's',
    useCallback(() => setAll(1), [setAll]),
  );
  useSingleKey(
    'd',
    useCallback(() => setAll(3), [setAll]),
  );
  useSingleKey(
    'm',
    useCallback(() => setMuteOpen(true), []),
  );
  useSingleKey('Escape', selection.clear);
  return (
    <section className="key-bar key-bar--selection" aria-label="Selected issues">
      <output className="medium">{targets.size} selected</output>
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
      {targets.size > 1 && (
        <Button size="sm" icon={<IconLink size={16} aria-hidden="true" />} onClick={join}>
          Join <KeyCap>i</KeyCap>
        </Button>
      )}
      <Button size="sm" variant="ghost" icon={<IconX size={16} aria-hidden="true" />} onClick={selection.clear}>
        Clear
      </Button>
    </section>
  );
}
