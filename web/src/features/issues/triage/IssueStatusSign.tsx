import type { IssueStatus } from '@app/shared/domain/issue-status.ts';
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

export function IssueStatusLabel({ status }: { readonly status: IssueStatus }) {
  return (
    <span className="step-label">
      <IssueStatusSign status={status} />
      {statusWords[status].name}
    </span>
  );
}

const disc = 'M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13Z';
const ring = `${disc}m0 1.5a5 5 0 1 1 0 10 5 5 0 0 1 0-10Z`;

/** One SVG element per sign, because every row has one. */
const shapes: Readonly<Record<IssueStatus, string>> = {
  0: `${ring}M8 5.4a2.6 2.6 0 1 0 0 5.2 2.6 2.6 0 0 0 0-5.2Z`,
  1: ring,
  2: `${ring}M8 4.6a3.4 3.4 0 0 1 0 6.8Z`,
  3: `${disc}m3.3 4.9-4 4.2-2.6-2.5 1-1.1 1.5 1.5 3-3.1Z`,
};
