import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { operatorCalls } from '@app/shared/contract/operator.ts';
import { query } from '../../lib/http/call.ts';
import { readAgain } from './read-again.ts';

test.each([
  ['the state of all tenants', query(operatorCalls.operatorState).queryKey],
  ['the tenant that is looked at', query(operatorCalls.operatorTenant, { params: { tenantId: '1' } }).queryKey],
])('after a change of an announcement or a watchdog, %s is read again', async (_what, queryKey) => {
  const client = new QueryClient();
  client.setQueryData([...queryKey], {});

  await readAgain(client);

  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true);
});
