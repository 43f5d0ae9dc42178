import { alertTypeOf } from '@app/shared/watchdogs/model/define.ts';
import { watchdogs } from '@app/shared/watchdogs/registry.ts';
import { InvalidCommand } from './command.ts';

/** Parses the named kinds, as `lostBuybox` or `LOST_BUYBOX`, separated by blanks or commas. */
export function watchdogTypes(words: readonly string[]): readonly string[] {
  const names = words.flatMap((word) => word.split(',')).filter(Boolean);
  if (names.length === 0) throw new InvalidCommand('Say which watchdogs, for instance lostBuybox.');
  return names.map((name) => {
    const found = watchdogs.find(({ type }) => type === name || alertTypeOf(type) === name);
    if (!found) throw new InvalidCommand(`There is no watchdog “${name}”. There are: ${allTypes()}`);
    return found.type;
  });
}

const allTypes = (): string =>
  watchdogs
    .map(({ type }) => type)
    .toSorted()
    .join(', ');
