import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { listChannels } from '@app/shared/contract/channels.ts';
import { query } from '../../../lib/http/call.ts';
import { settings } from '../form/settings-builders.ts';
import { DeliveryFilter, type LogFilter } from './DeliveryFilter.tsx';

/** Returns the text of the chosen recipient of an account with two addresses and no channel. */
function chosenFor(filter: LogFilter): string | undefined {
  const client = new QueryClient();
  client.setQueryData(query(listChannels).queryKey, { channels: [] });
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <DeliveryFilter settings={settings()} filter={filter} onChange={() => undefined} />
    </QueryClientProvider>,
  );
  return /<option[^>]* selected="">([^<]*)</.exec(markup)?.[1];
}

test('the filter of the delivery log names its recipient, also one that was removed since', () => {
  expect(chosenFor({})).toBe('Everybody');
  expect(chosenFor({ emailAddressId: '2' })).toBe('ops@example.com');
  expect(chosenFor({ channelId: '7' })).toBe('Removed since');
});
