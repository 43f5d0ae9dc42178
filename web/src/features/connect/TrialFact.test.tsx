import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { packageInfo } from '@app/shared/contract/billing.ts';
import { standardPackage } from '@app/shared/domain/billing/package.ts';
import { paymentStatus, type PaymentStatus } from '@app/shared/domain/billing/payment-status.ts';
import { query } from '../../lib/http/call.ts';
import type { Identity } from '../../lib/session/identity.ts';
import { TrialFact } from './TrialFact.tsx';

function factFor(status: PaymentStatus): string {
  const client = new QueryClient();
  client.setQueryData(query(packageInfo, { query: {} }).queryKey, standardPackage);
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <TrialFact identity={{ paymentStatus: status } as Identity} />
    </QueryClientProvider>,
  );
}

test('the set-up tells of the free days until the trial is over', () => {
  expect(factFor(paymentStatus.good)).toContain('30 days free');

  expect(factFor(paymentStatus.missing)).toBe('');
});
