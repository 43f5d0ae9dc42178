import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { watchdogOf } from '@app/shared/watchdogs/registry.ts';
import type { WorldItem } from '@app/shared/contract/world.ts';
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
  readonly type?: string;
  /** The items, where a product may have several. */
  readonly items?: readonly WorldItem[];
}

const unjudged = buildItem({ productId: '1', status: itemStatus.initializing });

/** A card without any issue. */
function emptyCard({ hasStale = false, staleness = 'fresh', isJudged = true, type = 'price', items }: Look): string {
  const watchdog = watchdogOf(type);
  if (!watchdog) throw new Error('The kind exists');
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <CardRows
        watchdog={watchdog}
        group={buildGroup(items ?? (isJudged ? [] : [unjudged]))}
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

const keyword = (watchDogId: string, status: number): WorldItem => ({ ...unjudged, watchDogId, status });

test('the keywords that wait for their first check are counted among keywords, not among products', () => {
  const items = [
    keyword('keyword-1-7', itemStatus.initializing),
    keyword('keyword-1-8', itemStatus.initializing),
    keyword('keyword-1-9', itemStatus.ok),
  ];

  expect(emptyCard({ type: 'keyword', items, staleness: 'starting' })).toContain('Still being checked: 2 of 3');
});

test('a muted item that was never judged is muted, and not still being checked', () => {
  const muted = { ...keyword('keyword-1-7', itemStatus.initializing), muted: true };
  const items = [muted, keyword('keyword-1-8', itemStatus.initializing)];

  expect(emptyCard({ type: 'keyword', items, staleness: 'starting' })).toContain('Still being checked: 1 of 2');
  expect(emptyCard({ type: 'keyword', items: [muted], staleness: 'starting' })).toContain('No current Alerts');
});
