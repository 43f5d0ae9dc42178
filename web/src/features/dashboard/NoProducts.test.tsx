import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { identityQuery } from '../../lib/session/identity.ts';
import { NoProducts } from './NoProducts.tsx';

function shownTo(identity: { readonly isOwner: boolean }): string {
  const client = new QueryClient();
  client.setQueryData<object>(identityQuery.queryKey, identity);
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <NoProducts hasAccount={false} isSyncing={false} />
    </QueryClientProvider>,
  );
}

test('a dashboard without seller accounts leads only the owner to their connection, and tells others who connects them', () => {
  expect(shownTo({ isOwner: true })).toContain('href="/connect"');
  expect(shownTo({ isOwner: false })).not.toContain('/connect');
  expect(shownTo({ isOwner: false })).toContain('The owner of the account connects seller accounts');
});
