import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { SetupProgress } from './SetupProgress.tsx';

type Account = Parameters<typeof SetupProgress>[0]['accounts'][number];

test('the set-up of an account with many products counts them in thousands', () => {
  const account = { sellerId: '1', name: 'Acme', setupCompleted: false, products: 10_000, checkedProducts: 2500 };

  const shown = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <SetupProgress accounts={[account as unknown as Account]} identity={undefined} identityAt={0} />
    </QueryClientProvider>,
  );

  expect(shown).toMatch(/Found products.*>10,000<.*2,500 of 10,000/);
});
