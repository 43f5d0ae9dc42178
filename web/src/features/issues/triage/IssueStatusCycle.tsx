import type { WorldItem } from '@app/shared/contract/world.ts';
import { nextIssueStatus } from '@app/shared/domain/issue-status.ts';
import { IssueStatusLabel } from './IssueStatusSign.tsx';
import { issueStatusOf, statusWords } from './status-words.ts';
import { useTriage, type TriageTarget } from './Triage.tsx';
import './issue-actions.css';

interface Props {
  readonly target: TriageTarget;
  readonly item: WorldItem;
}

/** Specification, section 4: in the product details a click on the icon sets the next status. */
export function IssueStatusCycle({ target, item }: Props) {
  const triage = useTriage();
  const status = issueStatusOf(item.issueStatus);
  const next = nextIssueStatus(status);
  return (
    <button
      type="button"
      className="step-cycle"
      aria-label={`Status ${statusWords[status].name}, set ${statusWords[next].name}: ${target.name}`}
      title={`Set ${statusWords[next].name}`}
      onClick={() => triage.setStatus(target, next)}
    >
      <IssueStatusLabel status={status} of={item} />
    </button>
  );
}
