import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { apiErrorOf } from '../../../lib/http/api-error.ts';
import { settings } from '../form/settings-builders.ts';
import { adConnectionsQuery } from '../storefronts/ad-connections-query.ts';
import { ConnectionsPanel } from './ConnectionsPanel.tsx';
import { googleSheetsQuery } from './google-sheets-query.ts';

const notConnected = {
  enabled: false,
  email: null,
  spreadsheetId: null,
  connectionError: null,
  available: true,
  spreadsheetUrl: null,
  authorizationId: null,
  connection: null,
};

/** The panel after Google Sheets has loaded and advertising has failed to. */
async function drawWithout(advertising: Error): Promise<string> {
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, retryOnMount: false, staleTime: 1000 } },
  });
  client.setQueryData(googleSheetsQuery.queryKey, notConnected);
  await client.prefetchQuery({ ...adConnectionsQuery, queryFn: () => Promise.reject(advertising) });
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <ConnectionsPanel settings={settings()} form={{ setFailure: () => undefined }} />
    </QueryClientProvider>,
  );
}

test.each([
  ['stale data', 'an outage', apiErrorOf(503, ''), 'stale'],
  [
    'an alert',
    'a defect',
    apiErrorOf(500, '{"code":"internal","message":"It does not answer","requestId":"1"}'),
    'alert',
  ],
])('a connection that did not load has the sign of %s after %s, and hides none of the others', async (...given) => {
  const [, , failure, sign] = given;
  const markup = await drawWithout(failure);

  expect(markup).toMatch(new RegExp(`class="sign--${sign}".*A connection did not load.*Try again`));
  expect(markup.match(/class="sign--\w+"/g)).toHaveLength(1);
  expect(markup).toContain('aria-label="Connect (Google Sheets)"');
});
