import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { WorldItem } from '@app/shared/contract/world.ts';
import { itemStatus } from '@app/shared/domain/issue-status.ts';
import { buildGroup, buildItem, buildProduct } from '../../../../testing/world-build.ts';
import { Keywords } from './Keywords.tsx';

interface Given {
  readonly status: number;
  readonly isStale?: boolean;
  /** Why the kind does not watch. */
  readonly message?: string;
}

/** The sign of a product's only keyword. */
function signOf({ status, isStale = false, message }: Given): string | undefined {
  const settings: WorldItem['settings'] = { keyword: 'cast iron pan', absoluteThreshold: 10 };
  const item = buildItem({ watchDogId: 'keyword-1-7', productId: '1', status, settings });
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <Keywords
        product={buildProduct({ productId: '1' })}
        watchDogs={{ keyword: buildGroup([item], { message: message ?? null }) }}
        isStale={isStale}
      />
    </QueryClientProvider>,
  );
  return /class="sign--(\w+)"/.exec(markup)?.[1];
}

test.each([
  ['of a stale marketplace is not called fine', { status: itemStatus.ok, isStale: true }, 'stale'],
  ['that ranks well is fine', { status: itemStatus.ok }, 'ok'],
  ['with an alert keeps it while its marketplace is stale', { status: itemStatus.alert, isStale: true }, 'alert'],
  ['that was just added is starting', { status: itemStatus.initializing }, 'starting'],
  ['that nobody can look up does not start', { status: itemStatus.initializing, message: 'No provider' }, 'stale'],
])('a keyword %s', (_case, given, sign) => {
  expect(signOf(given)).toBe(sign);
});
