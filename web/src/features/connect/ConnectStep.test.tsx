import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { paymentStatus } from '@app/shared/domain/billing/payment-status.ts';
import type { Identity } from '../../lib/session/identity.ts';
import { ConnectStep } from './ConnectStep.tsx';
import { initialSetup } from './setup-wizard.ts';
import { WaitStep } from './WaitStep.tsx';

const router = createRouter({
  routeTree: createRootRoute(),
  history: createMemoryHistory({ initialEntries: ['/connect'] }),
});

const shown = (step: ReactNode): string =>
  renderToStaticMarkup(
    <RouterContextProvider router={router}>
      <QueryClientProvider client={new QueryClient()}>{step}</QueryClientProvider>
    </RouterContextProvider>,
  );

const setupOf = (given: Partial<Identity>) => ({
  state: { ...initialSetup, step: 3 as const },
  identity: { emailVerified: true, paymentStatus: paymentStatus.good, ...given } as Identity,
  identityAt: 0,
  accounts: [],
  dispatch: () => undefined,
  authorize: () => Promise.resolve(),
});

test('only the owner is offered to connect a seller account: Amazon would not be asked for other users', () => {
  expect(shown(<ConnectStep setup={setupOf({ isOwner: true })} />)).toContain('America region');

  const ofOther = shown(<ConnectStep setup={setupOf({ isOwner: false })} />);
  expect(ofOther).not.toContain('America region');
  expect(ofOther).not.toContain('Thank you for signing up');
  expect(ofOther).toContain('The owner of the account');
  expect(ofOther).toMatch(/<a [^>]*href="\/home"/);
});

test('while an account is set up only the owner is offered to add another one', () => {
  expect(shown(<WaitStep setup={setupOf({ isOwner: true })} />)).toContain('Add another seller account');
  expect(shown(<WaitStep setup={setupOf({ isOwner: false })} />)).not.toContain('Add another seller account');
});

test('after the trial other users are not told that their account is being set up', () => {
  const unpaid = shown(<WaitStep setup={setupOf({ isOwner: false, paymentStatus: paymentStatus.missing })} />);

  expect(unpaid).not.toContain('being set up');
  expect(unpaid).toContain('as soon as the owner of the account has added a payment method');
});
