import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { authorizations } from '@app/shared/contract/sellers.ts';
import type { Reply } from '@app/shared/contract/endpoint.ts';
import { apiErrorOf } from '../../../lib/http/api-error.ts';
import { AppsPanel } from './AppsPanel.tsx';
import { authorizationsQueryOf } from './authorizations-query.ts';

/** The panel after this answer to the question for the programs that have access. */
async function drawAfter(answer: () => Promise<Reply<typeof authorizations>>, isOwner = true): Promise<string> {
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, retryOnMount: false, staleTime: 1000 } },
  });
  await client.prefetchQuery({ queryKey: authorizationsQueryOf(isOwner).queryKey, queryFn: answer });
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <AppsPanel isOwner={isOwner} onFailure={() => undefined} />
    </QueryClientProvider>,
  );
}

test('an owner is told when the programs that have access did not load, and can try again', async () => {
  expect(await drawAfter(() => Promise.reject(apiErrorOf(503, '')))).toMatch(
    /The connected apps did not load.*Try again/,
  );
});

test('the connected apps have no section when there are none', async () => {
  expect(await drawAfter(async () => ({ authorizations: [] }))).toBe('');
});

test('the section says that the connected apps act for the account, as some may also change things', async () => {
  const shown = await drawAfter(async () => ({
    authorizations: [{ id: '1', name: 'Zapier', timestamp: 1_772_438_400 }],
  }));

  expect(shown).toContain('May act for this account');
  expect(shown).toContain('Zapier');
});

test('an owner reads for which other user an app acts, and other users that theirs act for them', async () => {
  const app = { id: '1', name: 'Zapier', timestamp: 1_772_438_400 };
  const toOwner = await drawAfter(async () => ({
    authorizations: [app, { ...app, id: '2', email: 'ada@example.com' }],
  }));
  const toUser = await drawAfter(async () => ({ authorizations: [app] }), false);

  expect([...toOwner.matchAll(/(?:Acts for ada@example.com since|Since) 2 Mar 2026/g)].map(([text]) => text)).toEqual([
    'Since 2 Mar 2026',
    'Acts for ada@example.com since 2 Mar 2026',
  ]);
  expect(toOwner).toContain('Zapier of ada@example.com');
  expect(toUser).toContain('May act for you until');
});
