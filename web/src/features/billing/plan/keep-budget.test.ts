import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { csrf } from '@app/shared/contract/auth.ts';
import { forgetCsrf } from '../../../lib/http/csrf.ts';
import { isOffline } from '../../../lib/http/connection.ts';
import { budgetQuery } from '../billing-queries.ts';
import { budgetFields, noDraft } from './budget-form.ts';
import { keepBudget } from './keep-budget.ts';

beforeEach(() => {
  forgetCsrf();
  vi.stubGlobal('document', { cookie: '' });
});
afterEach(() => {
  forgetCsrf();
  isOffline.set(false);
  vi.unstubAllGlobals();
});

test('a saved budget stays in the form when the connection is lost before it is fetched again', async () => {
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url === csrf.path) return Response.json({ headerName: 'x-csrf-token', token: 't' });
    return init?.method === 'PUT' ? new Response(null, { status: 204 }) : new Response('', { status: 503 });
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(budgetQuery.queryKey, { limitCents: 15_000, capsTracking: false });

  await keepBudget(client, { limitCents: 200_000, capsTracking: true });
  await client.refetchQueries({ queryKey: budgetQuery.queryKey });

  const known = client.getQueryData(budgetQuery.queryKey);
  expect(known && budgetFields(known, noDraft)).toMatchObject({ typed: '2000.00', caps: true, isDirty: false });
});
