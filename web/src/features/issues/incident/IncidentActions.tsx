import { IconBellOff, IconChevronDown } from '@tabler/icons-react';
import { isUnchecked } from '@app/shared/domain/issue-status.ts';
import type { HomeModel } from '../../../world/home-model.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { IconButton } from '../../../ui/fields/IconButton.tsx';
import { Menu, MenuItem } from '../../../ui/overlays/Menu.tsx';
import { IssueStatusSign } from '../triage/IssueStatusSign.tsx';
import { MuteChoices } from '../triage/MuteMenu.tsx';
import { issueStatuses, statusWords } from '../triage/status-words.ts';
import type { ShownIncident } from './incidents-in.ts';
import { useActOnAll } from './use-act-on-all.ts';

interface Props {
  readonly incident: ShownIncident;
  readonly byId: HomeModel['byId'];
  readonly isMuteOpen: boolean;
  readonly onMuteOpenChange: (opened: boolean) => void;
}

/** The actions on all members of an incident. */
export function IncidentActions({ incident, byId, isMuteOpen, onMuteOpenChange }: Props) {
  const all = useActOnAll(incident, byId);
  const { members, sentence } = incident;
  const isNew = members.some(({ item }) => isUnchecked(item));
  return (
    <span className="issue-actions">
      <span className="split">
        <Button
          size="sm"
          aria-label={`${isNew ? 'Mark all seen' : 'Mark all done'}: ${sentence}`}
          onClick={() => (isNew ? all.markSeen() : all.setAll(3))}
        >
          {isNew ? 'Mark all seen' : 'Mark all done'}
        </Button>
        <Menu
          align="end"
          trigger={
            <IconButton variant="bordered" size="sm" label={`Any status for all: ${sentence}`}>
              <IconChevronDown size={14} aria-hidden="true" />
            </IconButton>
          }
        >
          {issueStatuses.map((choice) => (
            <MenuItem key={choice} icon={<IssueStatusSign status={choice} />} onSelect={() => all.setAll(choice)}>
              {statusWords[choice].name}
            </MenuItem>
          ))}
        </Menu>
      </span>
      <Menu
        align="end"
        opened={isMuteOpen}
        onOpenedChange={onMuteOpenChange}
        trigger={
          <IconButton variant="bordered" size="sm" label={`Mute all: ${sentence}`}>
            <IconBellOff size={16} aria-hidden="true" />
          </IconButton>
        }
      >
        <MuteChoices onMute={all.muteAll} />
      </Menu>
    </span>
  );
}
