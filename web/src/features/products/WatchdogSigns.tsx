import type { Product, WorldAnswer } from '@app/shared/contract/world.ts';
import { groupStatus } from '@app/shared/domain/issue-status.ts';
import { watchdogs } from '@app/shared/watchdogs/registry.ts';
import { SeveritySign, severityWord, type Level } from '../../ui/signs/SeveritySign.tsx';
import { isKnownOk } from '../issues/card/card-tabs.ts';
import { levelOf } from '../../world/level.ts';

interface Props {
  readonly product: Product;
  readonly watchDogs: WorldAnswer['watchDogs'];
  readonly isStale: boolean;
}

/**
 * The sign of every watchdog for a product, in the order of the menu, and their numbers by level. Section 4: a preview is
 * shown and not counted.
 */
export function WatchdogSigns({ product, watchDogs, isStale }: Props) {
  const signs = watchdogs.flatMap(({ type, title, hasOwnItems }) => {
    const group = watchDogs[type];
    if (hasOwnItems || !group?.alertsEnabled || group.status === groupStatus.hidden) return [];
    const item = group.items[product.productId] ?? null;
    const level: Level = group.message === null || isKnownOk(item) ? levelOf(item, isStale) : 'stale';
    const isPreview = group.status === groupStatus.preview;
    return [{ type, level, isPreview, text: `${title}${isPreview ? ' [preview]' : ''}: ${severityWord(level)}` }];
  });
  return (
    <section aria-label="What the watchdogs say" className="signs">
      <ul>
        {signs.map(({ type, level, text }) => (
          <li key={type} className={`tone--${level}`} title={text}>
            <SeveritySign level={level} />
            <span className="visually-hidden">{text}</span>
          </li>
        ))}
      </ul>
      <p className="meta">{summary(signs.flatMap(({ level, isPreview }) => (isPreview ? [] : [level])))}</p>
    </section>
  );
}

const words: readonly (readonly [Level, string, string])[] = [
  ['alert', 'alert', 'alerts'],
  ['warning', 'warning', 'warnings'],
  ['ok', 'fine', 'fine'],
  ['muted', 'muted', 'muted'],
  ['stale', 'not checked', 'not checked'],
  ['starting', 'starting', 'starting'],
];

/** "2 alerts, 1 warning, 19 fine". */
function summary(levels: readonly Level[]): string {
  return words
    .map(([level, one, many]) => ({ count: levels.filter((other) => other === level).length, one, many }))
    .filter(({ count }) => count > 0)
    .map(({ count, one, many }) => `${count} ${count === 1 ? one : many}`)
    .join(', ');
}
