import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { budgetQuery } from '../billing-queries.ts';
import { BudgetPanel } from './BudgetPanel.tsx';

/** The form asks the router before unsaved changes are lost. */
const router = createRouter({
  routeTree: createRootRoute(),
  history: createMemoryHistory({ initialEntries: ['/subscription-and-billing'] }),
});

test('the field of the budget takes the highest limit as pages write amounts, with a space around it', () => {
  const client = new QueryClient();
  client.setQueryData(budgetQuery.queryKey, { limitCents: null, capsTracking: false });
  const markup = renderToStaticMarkup(
    <RouterContextProvider router={router}>
      <QueryClientProvider client={client}>
        <BudgetPanel costs={undefined} />
      </QueryClientProvider>
    </RouterContextProvider>,
  );

  const most = Number(/maxlength="(\d+)"/i.exec(markup)?.[1]);
  expect(most).toBeGreaterThanOrEqual(' $1,000,000.00 '.length);
});
