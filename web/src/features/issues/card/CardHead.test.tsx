import { createRef } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { countWorld } from '@app/shared/world/counts.ts';
import { watchdogOf } from '@app/shared/watchdogs/registry.ts';
import { buildGroup } from '../../../../testing/world-build.ts';
import { CardHead } from './CardHead.tsx';

/** The labels of the controls in the head of the card of this kind. */
function labelsOf(kind: string): readonly string[] {
  const watchdog = watchdogOf(kind);
  const group = buildGroup([]);
  const counts = countWorld({ products: [], watchDogs: { [kind]: group } }).byType[kind];
  if (!watchdog || !counts) throw new Error('The kind exists');
  const markup = renderToStaticMarkup(
    <CardHead
      titleId={`title-${kind}`}
      watchdog={watchdog}
      group={group}
      counts={counts}
      isDrawn
      search=""
      onSearch={vi.fn<() => void>()}
      states={[]}
      onStates={vi.fn<() => void>()}
      isConfiguring={false}
      onConfigure={vi.fn<() => void>()}
      configureButton={createRef()}
    />,
  );
  return Array.from(markup.matchAll(/aria-label="([^"]*)"/g), ([, label]) => label ?? '');
}

test('the controls of each card have labels that tell them from those of the other cards', () => {
  expect(labelsOf('lostBuybox')).toEqual([
    'Search in Lost Buy Box',
    'Filter Lost Buy Box: All states',
    'Configure Lost Buy Box',
  ]);
});
