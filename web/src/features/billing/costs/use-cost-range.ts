import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useReducer } from 'react';
import { dailyCostBreakdown } from '@app/shared/contract/billing.ts';
import { query } from '../../../lib/http/call.ts';
import { firstRange, reduceRange } from './cost-range.ts';

/** The form of the range, and the costs of the range that is shown. The old ones stay until the new ones are there. */
export function useCostRange() {
  const [form, dispatch] = useReducer(reduceRange, firstRange);
  const costs = useQuery({ ...query(dailyCostBreakdown, { query: form.shown }), placeholderData: keepPreviousData });
  return { form, dispatch, costs };
}
