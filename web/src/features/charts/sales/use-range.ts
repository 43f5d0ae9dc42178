import { useEffect, useReducer } from 'react';
import { rangeErrorMs } from '@app/shared/domain/chart-range.ts';
import { firstRange, reduceRange } from './range-form.ts';

/** The range of both charts; what is wrong with one is said for 2 seconds. */
export function useRange() {
  const [form, dispatch] = useReducer(reduceRange, firstRange);
  useEffect(() => {
    if (form.error === null) return undefined;
    const timer = setTimeout(() => dispatch({ type: 'errorCleared' }), rangeErrorMs);
    return () => clearTimeout(timer);
  }, [form.error]);
  return [form, dispatch] as const;
}
