import { say } from './lib/figures.ts';
import { outages } from './lib/chaos/outage/scenarios.ts';
import { isHealed, survive } from './lib/chaos/outage/survive.ts';

/**
 * Breaks each service outside of the product, one after the other, while events happen. Checks that no alert is lost or
 * untrue, that the other parts keep their pace within bounded memory and connections, and that everything heals without
 * a restart. Arguments: the seconds of an outage, and a part of the names of the outages to try.
 */
const seconds = Number(process.argv[2] ?? 30);
const wanted = process.argv[3] ?? '';
const tried = outages.filter(({ name }) => name.toLowerCase().includes(wanted.toLowerCase()));

const survivals = await survive({ outages: tried, seconds, pairs: 24, say });
for (const { name, lost, untrue } of survivals) {
  for (const pair of lost) say(`lost, ${name}: ${pair}`);
  for (const pair of untrue) say(`untrue, ${name}: ${pair}`);
}
const healed = survivals.filter(isHealed).length;
say(`outages: ${healed} of ${survivals.length} healed in time (goal: all)`);
if (healed < survivals.length) process.exitCode = 1;
