import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { identityQuery } from '../../lib/session/identity.ts';
import { NoAccount } from './NoAccount.tsx';

function shownTo(identity: { readonly isOwner: boolean }): string {
  const client = new QueryClient();
  client.setQueryData<object>(identityQuery.queryKey, identity);
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <NoAccount />
    </QueryClientProvider>,
  );
}

test('only the owner is led to the connection of a seller account, and others are told who connects it', () => {
  expect(shownTo({ isOwner: true })).toContain('href="/connect"');
  expect(shownTo({ isOwner: false })).not.toContain('/connect');
  expect(shownTo({ isOwner: false })).toContain('The owner of the account connects seller accounts');
});
