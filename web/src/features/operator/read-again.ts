import type { QueryClient } from '@tanstack/react-query';
import { operatorCalls } from '@app/shared/contract/operator.ts';

/** Reads again what tells of announcements and watchdogs: of all tenants, and of the one that is looked at. */
export async function readAgain(client: QueryClient): Promise<void> {
  const { operatorState, operatorTenant } = operatorCalls;
  await Promise.all([operatorState, operatorTenant].map(({ path }) => client.invalidateQueries({ queryKey: [path] })));
}
