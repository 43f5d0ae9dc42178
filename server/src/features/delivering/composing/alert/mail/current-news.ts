import { issueStatus, itemStatus } from '@app/shared/domain/issue-status.ts';
import type { MailLine } from './mail-lines.ts';

type FlipLine = Pick<MailLine, 'itemId' | 'colour' | 'statusNow' | 'issueStatusNow'>;

type Judged<Line> = Line & { readonly isOver: boolean };
export type JudgedLine = Judged<MailLine>;

/**
 * Marks the problems that are over, and leaves out improvements after which the item changed again.
 *
 * @param lines in the order of their flips
 */
export function judgeLines<Line extends FlipLine>(lines: readonly Line[]): readonly Judged<Line>[] {
  const last = new Map<string, Line>();
  const lastImprovement = new Map<string, number>();
  for (const [index, line] of lines.entries()) {
    last.set(line.itemId, line);
    if (line.colour === 'GREEN') lastImprovement.set(line.itemId, index);
  }
  return lines.flatMap((line, index) => {
    if (line.colour === 'GREEN') return last.get(line.itemId) === line ? [{ ...line, isOver: false }] : [];
    return [{ ...line, isOver: isClosed(line) || (lastImprovement.get(line.itemId) ?? -1) > index }];
  });
}

function isClosed({ statusNow, issueStatusNow }: FlipLine): boolean {
  const isBad = statusNow === itemStatus.warning || statusNow === itemStatus.alert;
  return !isBad || issueStatusNow === issueStatus.done;
}
