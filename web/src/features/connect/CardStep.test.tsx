import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { paymentStatus } from '@app/shared/domain/billing/payment-status.ts';
import { statusQuery, type BillingStatus } from '../billing/billing-queries.ts';
import { CardStep } from './CardStep.tsx';

beforeEach(() => vi.stubGlobal('location', { pathname: '/connect', hash: '' }));
beforeEach(() => vi.stubGlobal('window', globalThis));
afterEach(() => vi.unstubAllGlobals());

const router = createRouter({
  routeTree: createRootRoute(),
  history: createMemoryHistory({ initialEntries: ['/connect'] }),
});

/** The card step on a server on which payments are not set up. */
function shownFor(status: number): string {
  const client = new QueryClient();
  const standing = { paymentStatus: status, isPaymentSetUp: false, trialEndsAt: null } as BillingStatus;
  client.setQueryData(statusQuery.queryKey, standing);
  return renderToStaticMarkup(
    <RouterContextProvider router={router}>
      <QueryClientProvider client={client}>
        <CardStep onClose={() => undefined} />
      </QueryClientProvider>
    </RouterContextProvider>,
  );
}

test('without payments on the server an owner after the trial is led to the dashboard, and is offered no "Later", which would lead back here', () => {
  expect(shownFor(paymentStatus.good)).toContain('Later');

  const afterTrial = shownFor(paymentStatus.missing);
  expect(afterTrial).toContain('Payments are not set up on this server');
  expect(afterTrial).not.toContain('Later');
  expect(afterTrial).toMatch(/<a [^>]*href="\/home"/);
});
