import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { groupStatus } from '@app/shared/domain/issue-status.ts';
import { buildGroup, buildItem, buildProduct } from '../../../../testing/world-build.ts';
import { TriageProvider } from '../triage/Triage.tsx';
import { ProductIssues } from './ProductIssues.tsx';

/** The buttons of an issue ask the router for the page on which they are. */
const router = createRouter({
  routeTree: createRootRoute(),
  history: createMemoryHistory({ initialEntries: ['/home'] }),
});

/** The open issues in the detail of a product, for the kind in this state. */
function openIssuesOf(status: number): string {
  const item = buildItem({ watchDogId: 'lostBuybox-1', productId: '1' });
  return renderToStaticMarkup(
    <RouterContextProvider router={router}>
      <QueryClientProvider client={new QueryClient()}>
        <TriageProvider>
          <ProductIssues
            product={buildProduct({ productId: '1' })}
            watchDogs={{ lostBuybox: buildGroup([item], { status }) }}
            staleAt={undefined}
          />
        </TriageProvider>
      </QueryClientProvider>
    </RouterContextProvider>,
  );
}

test('in the detail of a product an issue of a preview is marked as one, because it is counted nowhere', () => {
  expect(openIssuesOf(groupStatus.preview)).toMatch(/<b>Lost Buy Box<\/b>.*\[preview\]/);
  expect(openIssuesOf(groupStatus.on)).not.toContain('[preview]');
});
