import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useReducer } from 'react';
import { dailyCostBreakdown } from '@app/shared/contract/billing.ts';
import { query } from '../../../lib/http/call.ts';
import { firstRange, reduceRange } from './cost-range.ts';

/** The form of the range, and the costs of the shown range. The previous costs stay until the new ones have loaded. */
export function useCostRange() {
  const [form, dispatch] = useReducer(reduceRange, firstRange);
  const costs = useQuery({ ...query(dailyCostBreakdown, { query: form.shown }), placeholderData: keepPreviousData });
  return { form, dispatch, costs };
}
