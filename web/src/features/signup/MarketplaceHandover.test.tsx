import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { identityQuery } from '../../lib/session/identity.ts';
import { MarketplaceHandover } from './MarketplaceHandover.tsx';
import { parseSignUpSearch } from './sign-up-search.ts';

test('a user of the marketplace whose account does not load is told so, and can load it again', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, retryOnMount: false } } });
  const shown = () =>
    renderToStaticMarkup(
      <QueryClientProvider client={client}>
        <MarketplaceHandover search={parseSignUpSearch({})} />
      </QueryClientProvider>,
    );
  expect(shown()).toContain('Going on at the marketplace');

  await client.prefetchQuery({ ...identityQuery, queryFn: () => Promise.reject(new Error('No connection')) });
  expect(shown()).toMatch(/Your account did not load.*No connection.*Try again/);
});
