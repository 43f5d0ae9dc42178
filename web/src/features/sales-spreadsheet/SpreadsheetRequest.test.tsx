import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { emailAddresses } from '@app/shared/contract/accounts.ts';
import { query } from '../../lib/http/call.ts';
import { SpreadsheetRequest } from './SpreadsheetRequest.tsx';

test('a user whose e-mail addresses did not load is told so, and can load them again', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, retryOnMount: false } } });
  const shown = () =>
    renderToStaticMarkup(
      <QueryClientProvider client={client}>
        <SpreadsheetRequest subject={null} />
      </QueryClientProvider>,
    );
  expect(shown()).toContain('Loading your e-mail addresses');

  await client.prefetchQuery({ ...query(emailAddresses), queryFn: () => Promise.reject(new Error('No connection')) });
  expect(shown()).toMatch(/Your e-mail addresses did not load.*No connection.*Try again/);
});
