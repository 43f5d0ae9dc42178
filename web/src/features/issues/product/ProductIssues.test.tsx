import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { groupStatus } from '@app/shared/domain/issue-status.ts';
import type { WorldItem } from '@app/shared/contract/world.ts';
import { AwaitedContext } from '../../../world/awaited.ts';
import type { Staleness } from '../../../world/staleness.ts';
import { buildGroup, buildItem, buildProduct } from '../../../../testing/world-build.ts';
import { TriageProvider } from '../triage/Triage.tsx';
import { ProductIssues } from './ProductIssues.tsx';

/** The buttons of an issue ask the router for the page on which they are. */
const router = createRouter({
  routeTree: createRootRoute(),
  history: createMemoryHistory({ initialEntries: ['/home'] }),
});

interface Shown {
  readonly staleness?: Staleness;
  readonly items?: readonly WorldItem[];
  readonly isAwaited?: boolean;
}

const lost = buildItem({ watchDogId: 'lostBuybox-1', productId: '1' });

/** The open issues in the detail of a product, for the kind in this state. */
function openIssuesOf(status: number, { staleness = 'fresh', items = [lost], isAwaited = false }: Shown = {}): string {
  return renderToStaticMarkup(
    <RouterContextProvider router={router}>
      <QueryClientProvider client={new QueryClient()}>
        <AwaitedContext value={isAwaited}>
          <TriageProvider>
            <ProductIssues
              product={buildProduct({ productId: '1' })}
              watchDogs={{ lostBuybox: buildGroup(items, { status }) }}
              staleness={staleness}
            />
          </TriageProvider>
        </AwaitedContext>
      </QueryClientProvider>
    </RouterContextProvider>,
  );
}

test('in the detail of a product an issue of a preview is marked as one, because it is counted nowhere', () => {
  expect(openIssuesOf(groupStatus.preview)).toMatch(/<b>Lost Buy Box<\/b>.*\[preview\]/);
  expect(openIssuesOf(groupStatus.on)).not.toContain('[preview]');
});

const noneAt = (staleness: Staleness): string => openIssuesOf(groupStatus.on, { staleness, items: [] });

test('the detail of a product without issues calls it fine only while its data are fresh', () => {
  expect(noneAt('fresh')).toContain('No open issues');
  expect(noneAt('starting')).toContain('No issues so far, still being checked');
  expect(noneAt('since 2020-03-02T08:00:00.000Z')).toMatch(/Last known: no open issues.*not checked since 2 Mar 2020/);
  expect(noneAt('neverComplete')).toMatch(/Last known: no open issues.*not checked completely so far/);
});

test('the detail of a product of the last visit is not called fine before the server has answered', () => {
  const awaited = openIssuesOf(groupStatus.on, { items: [], isAwaited: true });

  expect(awaited).toContain('Last known: no open issues');
});

test('the issues in the detail of a product of a stale marketplace say how old they are', () => {
  const stale = openIssuesOf(groupStatus.on, { staleness: 'since 2020-03-02T08:00:00.000Z' });

  expect(stale).toMatch(/Open issues.*not checked since 2 Mar 2020/);
  expect(openIssuesOf(groupStatus.on)).not.toContain('not checked');
});
