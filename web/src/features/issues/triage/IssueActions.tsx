import { IconChevronDown } from '@tabler/icons-react';
import { canChangeIssueStatus, nextIssueStatus } from '@app/shared/domain/issue-status.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { IconButton } from '../../../ui/fields/IconButton.tsx';
import { Menu, MenuChoice } from '../../../ui/overlays/Menu.tsx';
import { IssueStatusSign } from './IssueStatusSign.tsx';
import { MuteMenu } from './MuteMenu.tsx';
import { issueStatuses, issueStatusOf, statusWords } from './status-words.ts';
import { useTriage, type TriageTarget } from './Triage.tsx';
import './issue-actions.css';

interface Props {
  readonly target: TriageTarget;
  readonly isMuteOpen?: boolean;
  readonly onMuteOpenChange?: (opened: boolean) => void;
}

/** A button for the next step, a menu with every step, and the mute. */
export function IssueActions({ target, ...muteMenu }: Props) {
  const triage = useTriage();
  const { item, name } = target;
  const status = issueStatusOf(item?.issueStatus ?? 0);
  return (
    <span className="issue-actions">
      {item && canChangeIssueStatus(item) && (
        <span className="split">
          <Button
            size="sm"
            aria-label={`${statusWords[status].next}: ${name}`}
            onClick={() => triage.setStatus(target, nextIssueStatus(status))}
          >
            {statusWords[status].next}
          </Button>
          <Menu
            align="end"
            trigger={
              <IconButton variant="bordered" size="sm" label={`Any status: ${name}`}>
                <IconChevronDown size={14} aria-hidden="true" />
              </IconButton>
            }
          >
            {issueStatuses.map((choice) => (
              <MenuChoice
                key={choice}
                icon={<IssueStatusSign status={choice} />}
                selected={choice === status}
                onSelect={() => triage.setStatus(target, choice)}
              >
                {statusWords[choice].name}
              </MenuChoice>
            ))}
          </Menu>
        </span>
      )}
      <MuteMenu target={target} {...muteMenu} />
    </span>
  );
}
