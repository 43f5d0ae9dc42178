import type { IssueStatus } from '@app/shared/domain/issue-status.ts';
import { statusWords } from './status-words.ts';
import './issue-actions.css';

/** A ring that fills as the work goes on: new, seen, in progress, done. */
export function IssueStatusSign({ status }: { readonly status: IssueStatus }) {
  return (
    <svg className={`step-sign step-sign--${status}`} width={16} height={16} viewBox="0 0 16 16" aria-hidden="true">
      {status === 3 ? (
        <path
          fill="currentColor"
          fillRule="evenodd"
          d="M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13Zm3.3 4.9-4 4.2-2.6-2.5 1-1.1 1.5 1.5 3-3.1Z"
        />
      ) : (
        <circle cx="8" cy="8" r="5.75" fill="none" stroke="currentColor" strokeWidth="1.5" />
      )}
      {status === 0 && <circle cx="8" cy="8" r="2.6" fill="currentColor" />}
      {status === 2 && <path d="M8 4.6a3.4 3.4 0 0 1 0 6.8z" fill="currentColor" />}
    </svg>
  );
}

export function IssueStatusLabel({ status }: { readonly status: IssueStatus }) {
  return (
    <span className="step-label">
      <IssueStatusSign status={status} />
      {statusWords[status].name}
    </span>
  );
}
