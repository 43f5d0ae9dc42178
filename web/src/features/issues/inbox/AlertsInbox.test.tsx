import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { HomeModel } from '../../../world/home-model.ts';
import { buildGroup, buildProduct, buildWorld } from '../../../../testing/world-build.ts';
import { TriageProvider } from '../triage/Triage.tsx';
import { AlertsInbox } from './AlertsInbox.tsx';

const product = buildProduct({ productId: '1' });

/** The inbox without any issue. */
function emptyInbox(given: Partial<HomeModel>): string {
  const model = {
    world: buildWorld({ products: [product], watchDogs: { price: buildGroup([]) } }),
    shown: new Map([['1', product]]),
    stalenessOf: () => 'fresh',
    hasStale: false,
    ...given,
  } as unknown as HomeModel;
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <TriageProvider>
        <AlertsInbox model={model} onOpen={() => undefined} />
      </TriageProvider>
    </QueryClientProvider>,
  );
}

test('an inbox without alerts is green only while no marketplace is stale and every product has been checked', () => {
  expect(emptyInbox({})).toContain('sign--ok');

  const stale = emptyInbox({ hasStale: true, stalenessOf: () => 'since 2026-03-02T08:00:00.000Z' });
  expect(stale).toContain('sign--stale');
  expect(stale).not.toContain('sign--ok');
  expect(emptyInbox({ stalenessOf: () => 'starting' })).toContain('sign--starting');
});
