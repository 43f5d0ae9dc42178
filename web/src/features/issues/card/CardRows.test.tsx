import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { watchdogOf } from '@app/shared/watchdogs/registry.ts';
import { itemStatus } from '@app/shared/domain/issue-status.ts';
import { buildGroup, buildItem, buildProduct } from '../../../../testing/world-build.ts';
import type { Staleness } from '../../../world/staleness.ts';
import { CardRows } from './CardRows.tsx';

const product = buildProduct({ productId: '1' });

interface Look {
  readonly hasStale?: boolean;
  readonly staleness?: Staleness;
  /** Whether the kind has judged the product. */
  readonly isJudged?: boolean;
}

/** A card without any issue. */
function emptyCard({ hasStale = false, staleness = 'fresh', isJudged = true }: Look): string {
  const watchdog = watchdogOf('price');
  if (!watchdog) throw new Error('The kind exists');
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <CardRows
        watchdog={watchdog}
        group={buildGroup(isJudged ? [] : [buildItem({ productId: '1', status: itemStatus.initializing })])}
        shown={new Map([['1', product]])}
        sellers={new Map()}
        stalenessOf={() => staleness}
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
  expect(emptyCard({})).toContain('sign--ok');

  expect(emptyCard({ hasStale: true })).toContain('No current Alerts');
  expect(emptyCard({ hasStale: true })).toContain('sign--stale');
  expect(emptyCard({ hasStale: true })).not.toContain('sign--ok');
});

test('a first check that does not succeed is not called under way', () => {
  expect(emptyCard({ isJudged: false, staleness: 'starting' })).toContain('Still being checked: 1 of 1');

  const never = emptyCard({ isJudged: false, staleness: 'neverComplete', hasStale: true });
  expect(never).toContain('Not checked so far: 1 of 1');
  expect(never).toContain('sign--stale');
});
