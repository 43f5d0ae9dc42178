import { shorten } from '@app/shared/base/cut-text.ts';
import { oneLine } from './one-line.ts';

const mostCharacters = 60;

/**
 * A name that a stranger chose, for a mail to somebody who may not have asked for it: short, and without what mail
 * programs turn into a link.
 */
export function strangerName(name: string): string {
  const unlinked = oneLine(name).replaceAll(/(?<=\S)[.:/@\\](?=\S)/g, '$& ');
  return shorten(unlinked, mostCharacters);
}
