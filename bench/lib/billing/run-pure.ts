import { naiveLedger } from '@app/shared/testing/billing/naive-ledger.ts';
import { createRandom } from '../../../sandbox/src/world/random.ts';
import { compareLedgers, pureLedger } from './pure-ledger.ts';
import { randomCard, randomHistory, standardCard } from './random-history.ts';

export interface HistoriesOutcome {
  readonly histories: number;
  readonly days: number;
  readonly invoices: number;
  readonly centsOff: number;
  /** Differences of any kind, each with the seed of its history. */
  readonly differences: readonly string[];
}

/**
 * Runs random histories through the pure part of the ledger and compares each with the naive one.
 *
 * @param first the number of the first history
 */
export function runPureHistories(histories: number, seed: string, first = 0): HistoriesOutcome {
  const pool = [
    standardCard,
    standardCard,
    ...Array.from({ length: 20 }, (_, no) => randomCard(createRandom(`card ${no}`))),
  ];
  const differences: string[] = [];
  let [days, invoices, centsOff] = [0, 0, 0];
  for (let no = first; no < first + histories; no += 1) {
    const history = randomHistory(createRandom(`${seed} ${no}`), pool);
    const ours = pureLedger(history);
    const found = compareLedgers(ours, naiveLedger(history));
    days += history.asins.length;
    invoices += ours.invoices.length;
    centsOff += found.centsOff;
    const what = found.what ?? ours.faults[0];
    if (what !== undefined) differences.push(`history ${seed} ${no}: ${what}`);
  }
  return { histories, days, invoices, centsOff, differences };
}
