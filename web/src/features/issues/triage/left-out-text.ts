import type { LeftOut } from '../../../world/triage.ts';

/** "3 issues were left out: 2 of products that are no longer tracked, 1 of a keyword that was removed". */
export function leftOutText({ untracked, removed }: LeftOut): string {
  const reasons = [
    ...(untracked === 0
      ? []
      : [`${untracked} of ${untracked === 1 ? 'a product that is' : 'products that are'} no longer tracked`]),
    ...(removed === 0 ? [] : [`${removed} of ${removed === 1 ? 'a keyword that was' : 'keywords that were'} removed`]),
  ];
  const count = untracked + removed;
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'issue was' : 'issues were'} left out: ${reasons.join(', ')}`;
}
