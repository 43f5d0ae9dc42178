import type { QueryClient } from '@tanstack/react-query';
import { operatorCalls } from '@app/shared/contract/operator.ts';

/** Fetches the announcements and watchdogs again, those for all tenants and those of the tenant that is looked at. */
export async function readAgain(client: QueryClient): Promise<void> {
  const { operatorState, operatorTenant } = operatorCalls;
  await Promise.all([operatorState, operatorTenant].map(({ path }) => client.invalidateQueries({ queryKey: [path] })));
}
