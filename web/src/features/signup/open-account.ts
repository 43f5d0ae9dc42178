import type { QueryClient } from '@tanstack/react-query';
import { signUp } from '@app/shared/contract/auth.ts';
import { packageInfo } from '@app/shared/contract/billing.ts';
import type { CallInput } from '@app/shared/contract/endpoint.ts';
import { call } from '../../lib/http/call.ts';
import { identityQuery, loadNewIdentity } from '../../lib/session/identity.ts';

/**
 * Opens an account, whose owner is logged in then. A failure to read who that is does not fail the sign-up: the account
 * exists, so that another attempt would be refused. The next page reads it again.
 */
export async function openAccount(client: QueryClient, body: CallInput<typeof signUp>['body']): Promise<void> {
  await call(signUp, { body });
  // Without a session the query held the offer for everybody; now the account has its own package.
  client.removeQueries({ queryKey: [packageInfo.path] });
  await loadNewIdentity(client).catch(() => client.removeQueries({ queryKey: identityQuery.queryKey }));
}
