import type { IssueStatus } from '@app/shared/domain/issue-status.ts';
import type { WorldItem } from '@app/shared/contract/world.ts';
import { RelativeTime } from '../../../ui/signs/RelativeTime.tsx';
import { statusWords } from './status-words.ts';
import './issue-actions.css';

/** A ring that fills from new to done. */
export function IssueStatusSign({ status }: { readonly status: IssueStatus }) {
  return (
    <svg className={`step-sign step-sign--${status}`} width={16} height={16} viewBox="0 0 16 16" aria-hidden="true">
      <path fill="currentColor" fillRule="evenodd" d={shapes[status]} />
    </svg>
  );
}

interface LabelProps {
  readonly status: IssueStatus;
  /** The item that has the status, to show who set the status and when. */
  readonly of?: Pick<WorldItem, 'issueStatusBy' | 'issueStatusAt'>;
}

export function IssueStatusLabel({ status, of }: LabelProps) {
  return (
    <span className="step-label">
      <IssueStatusSign status={status} />
      {statusWords[status].name}
      {of?.issueStatusBy && (
        <span className="step-label__by ellipsis" title={of.issueStatusBy}>
          by {shortName(of.issueStatusBy)}
          {of.issueStatusAt && (
            <>
              , <RelativeTime at={of.issueStatusAt} />
            </>
          )}
        </span>
      )}
    </span>
  );
}

/** Returns the part of an e-mail address before the @, which is enough to tell colleagues apart. */
const shortName = (email: string): string => email.slice(0, email.indexOf('@'));

const disc = 'M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13Z';
const ring = `${disc}m0 1.5a5 5 0 1 1 0 10 5 5 0 0 1 0-10Z`;

/** The shapes of the signs. A sign is a single SVG element, because every row has one. */
const shapes: Readonly<Record<IssueStatus, string>> = {
  0: `${ring}M8 5.4a2.6 2.6 0 1 0 0 5.2 2.6 2.6 0 0 0 0-5.2Z`,
  1: ring,
  2: `${ring}M8 4.6a3.4 3.4 0 0 1 0 6.8Z`,
  3: `${disc}m3.3 4.9-4 4.2-2.6-2.5 1-1.1 1.5 1.5 3-3.1Z`,
};
