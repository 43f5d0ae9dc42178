import { say } from '../say.ts';
import type { Flip } from './outcome/effects.ts';
import type { Outcome } from './outcome/outcome.ts';
import type { ReplayRun } from './run.ts';

const statuses: Readonly<Record<number, string>> = { 0: 'ok', 1: 'amber', 2: 'red', 99: 'first look' };

/** Prints a table of the effects of each body, the alerts with their evidence, and the totals. */
export function printRun({ outcomes, sellers, listings, unused, shown, faults }: ReplayRun): void {
  say(
    `Generated for the replay, because no captured body has them: ${sellers} sellers, their ${listings} listings and their last sales.`,
  );
  say(`Not replayed: ${unused} examples of what the product does not ask for.\n`);
  const width = (read: (outcome: Outcome) => string): number => Math.max(...outcomes.map((one) => read(one).length));
  const name = width(({ act }) => act.name);
  const operation = width(({ act }) => act.operation);
  for (const outcome of outcomes) {
    const [first = '', ...more] = becameOf(outcome);
    say(`${outcome.act.name.padEnd(name)}  ${outcome.act.operation.padEnd(operation)}  ${first}`);
    for (const line of more) say(`${' '.repeat(name + operation + 4)}${line}`);
  }
  say('\nAlerts and changes, to be checked against the bodies:');
  for (const { act, flips } of outcomes) for (const flip of flips) say(`  ${act.name}: ${describe(flip)}`);
  say(`The dashboard shows ${shown} of them.`);
  for (const fault of faults) say(`✗ ${fault}`);
}

function becameOf({ effects, refusals, flips, faults }: Outcome): string[] {
  const facts = [...effects, ...(flips.length > 0 ? [`${flips.length} flips`] : [])];
  return [
    ...(facts.length > 0 ? [facts.join(', ')] : []),
    ...[...refusals].map(([reason, count]) => `refused${count > 1 ? ` ${count} ×` : ''}: ${reason}`),
    ...faults.map((fault) => `✗ ${fault}`),
  ];
}

function describe({ type, asin, marketplace, fromStatus, toStatus, message, evidence }: Flip): string {
  const colours = `${statuses[fromStatus]} → ${statuses[toStatus]}`;
  const shown = evidence.map(({ label, value }) => `${label}: ${value}`).join('; ');
  return `${type} ${asin} ${marketplace} ${colours}: ${message ?? ''}${shown && ` (${shown})`}`;
}

export function closingLine({ outcomes }: ReplayRun): string {
  const sum = (read: (outcome: Outcome) => number): number => outcomes.reduce((total, one) => total + read(one), 0);
  const refused = outcomes.filter(({ refusals }) => refusals.size > 0).length;
  return `replay: ${outcomes.length} inputs, ${sum((one) => one.products)} products, ${sum((one) => one.observations)} observations, ${sum((one) => one.flips.length)} flips, ${refused} refused`;
}

/** Whether every body had an effect or a reason, nothing crashed, and no wrong alert was raised. */
export const isClean = ({ outcomes, faults }: ReplayRun): boolean =>
  faults.length === 0 && outcomes.every((outcome) => outcome.faults.length === 0);
