import type { QueryClient } from '@tanstack/react-query';
import { saveBudget, type getBudget } from '@app/shared/contract/billing.ts';
import type { Reply } from '@app/shared/contract/endpoint.ts';
import { call } from '../../../lib/http/call.ts';
import { budgetQuery } from '../billing-queries.ts';

export type Budget = Reply<typeof getBudget>;

/** Saves the budget. The form then knows it, also if the connection is lost before the budget is fetched again. */
export async function keepBudget(client: QueryClient, budget: Budget): Promise<void> {
  await call(saveBudget, { body: budget });
  client.setQueryData(budgetQuery.queryKey, budget);
}
