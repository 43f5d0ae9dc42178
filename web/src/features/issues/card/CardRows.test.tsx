import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { watchdogOf } from '@app/shared/watchdogs/registry.ts';
import { buildGroup, buildProduct } from '../../../../testing/world-build.ts';
import { CardRows } from './CardRows.tsx';

const product = buildProduct({ productId: '1' });

/** A card without any issue. */
function emptyCard(hasStale: boolean): string {
  const watchdog = watchdogOf('price');
  if (!watchdog) throw new Error('The kind exists');
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <CardRows
        watchdog={watchdog}
        group={buildGroup([])}
        shown={new Map([['1', product]])}
        sellers={new Map()}
        staleAt={() => undefined}
        hasStale={hasStale}
        layout="wide"
        isLate={false}
        onOpen={() => undefined}
        rows={[]}
        tab="red"
        isNarrowed={false}
        isDrawn
      />
    </QueryClientProvider>,
  );
}

test('a card without alerts is green only while no marketplace is stale', () => {
  expect(emptyCard(false)).toContain('sign--ok');

  expect(emptyCard(true)).toContain('No current Alerts');
  expect(emptyCard(true)).toContain('sign--stale');
  expect(emptyCard(true)).not.toContain('sign--ok');
});
