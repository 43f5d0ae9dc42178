import { openClusterHouse } from './lib/chaos/citus/cluster-house.ts';
import { nodeOutages } from './lib/chaos/citus/outages.ts';
import { isSurvived, surviveNodes } from './lib/chaos/citus/survive-node.ts';
import { say } from './lib/figures.ts';

/**
 * Takes a data node of a cluster away, and moves a tenant, while events happen to tenants on two data nodes. Checks that
 * the tenant on the other node goes on meanwhile, that everything heals afterwards, and that nothing is lost. Arguments:
 * the URL of the coordinator's superuser, the seconds of an outage, and a part of the names of those to try.
 */
const [coordinatorUrl, seconds = '30', wanted = ''] = process.argv.slice(2);
if (coordinatorUrl === undefined) throw new Error('Name the coordinator: npm run chaos:citus -- postgres://…');
const outages = nodeOutages.filter(({ name }) => name.includes(wanted));

const house = await openClusterHouse(coordinatorUrl);
try {
  const survivals = await surviveNodes(house, { outages, seconds: Number(seconds), pairs: 12, say });
  for (const { outage, found } of survivals) {
    for (const pair of [...found.lost, ...found.doubled, ...found.unnamed]) say(`${outage.name}: ${pair}`);
  }
  const survived = survivals.filter(isSurvived).length;
  say(`data nodes: ${survived} of ${survivals.length} survived (goal: all)`);
  if (survived < survivals.length) process.exitCode = 1;
} finally {
  await house.close();
}
