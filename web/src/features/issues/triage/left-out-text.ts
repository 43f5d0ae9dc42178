import type { LeftOut } from '../../../world/triage.ts';
import { formatCount } from '@app/shared/base/format-count.ts';

/** "4 issues were left out: 2 of products that are no longer tracked, 1 of a keyword that was removed, 1 has changed since". */
export function leftOutText({ untracked, removed, changed = 0 }: LeftOut): string {
  const reasons = [
    ...(untracked === 0
      ? []
      : [
          `${formatCount(untracked)} of ${untracked === 1 ? 'a product that is' : 'products that are'} no longer tracked`,
        ]),
    ...(removed === 0
      ? []
      : [`${formatCount(removed)} of ${removed === 1 ? 'a keyword that was' : 'keywords that were'} removed`]),
    ...(changed === 0
      ? []
      : [
          `${formatCount(changed)} ${changed === 1 ? 'has' : 'have'} changed since you saw ${changed === 1 ? 'it' : 'them'}`,
        ]),
  ];
  const count = untracked + removed + changed;
  return `${formatCount(count)} ${count === 1 ? 'issue was' : 'issues were'} left out: ${reasons.join(', ')}`;
}
