import { operatorCalls } from '@app/shared/contract/operator.ts';
import { secondMs } from '@app/shared/base/time.ts';
import { query } from '../../lib/http/call.ts';

/** The option of queries that are repeated while the page is open: an operator's screen often stands untouched. */
const readAgain = { refetchInterval: 15 * secondMs };

export const stateQuery = { ...query(operatorCalls.operatorState), ...readAgain, retry: false };
/** Read with the state, whose figures count the same work. */
export const setAsideQuery = { ...query(operatorCalls.setAsideWork), ...readAgain };
export const deadLettersQuery = { ...query(operatorCalls.deadLetters), ...readAgain, retry: false };
