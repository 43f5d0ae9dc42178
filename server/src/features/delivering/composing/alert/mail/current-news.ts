import { issueStatus, itemStatus } from '@app/shared/domain/issue-status.ts';
import type { MailLine } from './mail-queries.ts';

type FlipLine = Pick<MailLine, 'itemId' | 'colour' | 'statusNow' | 'issueStatusNow'>;

type Judged<Line> = Line & { readonly isOver: boolean };
export type JudgedLine = Judged<MailLine>;

/**
 * Marks the problems that are over, and leaves out improvements after which the item changed again, in this mail or
 * since.
 *
 * @param lines in the order of their flips
 */
export function judgeLines<Line extends FlipLine>(lines: readonly Line[]): readonly Judged<Line>[] {
  const last = new Map(lines.map((line) => [line.itemId, line]));
  const isLast = (line: Line): boolean => last.get(line.itemId) === line;
  const lastImprovement = new Map<string, number>();
  for (const [index, line] of lines.entries()) {
    if (line.colour === 'GREEN' && !(isLast(line) && isBad(line))) lastImprovement.set(line.itemId, index);
  }
  return lines.flatMap((line, index) => {
    if (line.colour === 'GREEN') return isLast(line) && !isBad(line) ? [{ ...line, isOver: false }] : [];
    return [{ ...line, isOver: isClosed(line) || (lastImprovement.get(line.itemId) ?? -1) > index }];
  });
}

const isBad = ({ statusNow }: FlipLine): boolean => statusNow === itemStatus.warning || statusNow === itemStatus.alert;

const isClosed = (line: FlipLine): boolean => !isBad(line) || line.issueStatusNow === issueStatus.done;
