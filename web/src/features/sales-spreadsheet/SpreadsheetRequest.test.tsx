import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { emailAddresses } from '@app/shared/contract/accounts.ts';
import { query } from '../../lib/http/call.ts';
import { identityQuery, type Identity } from '../../lib/session/identity.ts';
import { SpreadsheetRequest } from './SpreadsheetRequest.tsx';

test('a user whose e-mail addresses did not load is told so, and can load them again', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, retryOnMount: false } } });
  const shown = () =>
    renderToStaticMarkup(
      <QueryClientProvider client={client}>
        <SpreadsheetRequest subject={null} />
      </QueryClientProvider>,
    );
  expect(shown()).toContain('Loading your e-mail addresses');

  await client.prefetchQuery({ ...query(emailAddresses), queryFn: () => Promise.reject(new Error('No connection')) });
  expect(shown()).toMatch(/Your e-mail addresses did not load.*No connection.*Try again/);
});

test('an address whose mail was refused is not offered, because the server refuses it too', () => {
  const client = new QueryClient();
  const owner = 'olive@acme.example';
  const address = { emailAddressId: '1', email: owner, isPrimary: true, isUser: true, isVerified: true };
  client.setQueryData(identityQuery.queryKey, { email: owner } as Identity);
  client.setQueryData(query(emailAddresses).queryKey, {
    emailAddresses: [
      { ...address, stoppedReason: null },
      {
        ...address,
        emailAddressId: '2',
        email: 'gone@acme.example',
        isPrimary: false,
        stoppedReason: '550 No such user',
      },
    ],
  });

  const markup = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <SpreadsheetRequest subject={null} />
    </QueryClientProvider>,
  );

  const labels = markup.match(/<label class="check">.*?<\/label>/g) ?? [];
  expect(labels.find((label) => label.includes(owner))).not.toContain('disabled');
  expect(labels.find((label) => label.includes('gone@acme.example'))).toMatch(/disabled.*mail was refused/);
});
