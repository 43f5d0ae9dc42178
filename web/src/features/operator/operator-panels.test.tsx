import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { operatorCalls } from '@app/shared/contract/operator.ts';
import { apiErrorOf } from '../../lib/http/api-error.ts';
import { query } from '../../lib/http/call.ts';
import { PlansPanel } from './PlansPanel.tsx';
import { ProcessesPanel } from './ProcessesPanel.tsx';
import { SetAsidePanel } from './SetAsidePanel.tsx';
import { TenantModal } from './TenantModal.tsx';
import { TenantsPanel } from './TenantsPanel.tsx';

const tenantId = '1';
const calls = {
  'work that is set aside': query(operatorCalls.setAsideWork),
  'the dead letters': query(operatorCalls.deadLetters),
  'the tenants': query(operatorCalls.operatorTenants, { query: { search: '' } }),
  'one tenant': query(operatorCalls.operatorTenant, { params: { tenantId } }),
  'the packages': query(operatorCalls.operatorPackages),
} as const;

/** A part of the page after this call has failed. */
async function drawWithout(name: keyof typeof calls, part: ReactNode): Promise<string> {
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, retryOnMount: false, staleTime: 1000 } },
  });
  await client.prefetchQuery({ queryKey: calls[name].queryKey, queryFn: () => Promise.reject(apiErrorOf(503, '')) });
  return renderToStaticMarkup(<QueryClientProvider client={client}>{part}</QueryClientProvider>);
}

test.each([
  ['work that is set aside', <SetAsidePanel key="" />, 'The work that is set aside did not load'],
  ['the dead letters', <SetAsidePanel key="" />, 'The dead letters did not load'],
  ['the tenants', <TenantsPanel key="" />, 'The tenants did not load'],
  ['one tenant', <TenantModal key="" tenantId={tenantId} onClose={() => undefined} />, 'The tenant could not be read'],
  ['the packages', <PlansPanel key="" />, 'The packages did not load'],
] as const)('an operator is told when %s did not load, and can try again', async (name, part, title) => {
  expect(await drawWithout(name, part)).toMatch(new RegExp(`role="alert".*${title}.*Try again`));
});

const at = '2026-03-02T08:00:00.000Z';

test.each([
  [1, ['1 failure', 'delivered once', 'sweeps: failed once']],
  [3, ['3 failures', 'delivered 3 times', 'sweeps: failed 3 times']],
])('failures that happened %i times are counted in words that fit', (count, texts) => {
  const turn = { tenantId, companyName: 'Acme', chore: 'digests', since: at, retryAt: at, error: 'It failed' };
  const notification = { notificationNo: '1', setAsideAt: at, reason: 'It failed', type: null };
  const process = { role: 'worker', version: '1', startedAt: at, seenAt: at, waiters: 0, waitSeconds: 0 };
  const answers = { ok: 0, '403': 0, '429': 0, refused: 0, failed: 0 };
  const client = new QueryClient();
  client.setQueryData(query(operatorCalls.setAsideWork).queryKey, {
    messages: [],
    turns: [{ ...turn, failures: count, isRetryAsked: false }],
    notifications: [{ ...notification, deliveries: count }],
  });
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <SetAsidePanel />
      <ProcessesPanel processes={[{ ...process, failingLoops: { sweeps: count }, answers }]} />
    </QueryClientProvider>,
  );

  // React writes an empty comment between two texts.
  for (const text of texts) expect(markup.replaceAll('<!-- -->', '')).toContain(`${text}<`);
});
