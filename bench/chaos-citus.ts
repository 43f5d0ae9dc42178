import { openClusterHouse } from './lib/chaos/citus/cluster-house.ts';
import { nodeOutages } from './lib/chaos/citus/outages.ts';
import { isSurvived, surviveNodes } from './lib/chaos/citus/survive-node.ts';
import { say } from './lib/figures.ts';

/**
 * Cuts off a data node of a cluster, moves a tenant, and fails the coordinator over to its standby, while events happen
 * to tenants on two data nodes. Checks that the tenant on the other node is served during the outage, that everything
 * heals afterwards, and that nothing is lost. Arguments: the URL of the coordinator's superuser; the seconds of an
 * outage; a part of the names of the outages to try; and the URL of the superuser on the coordinator's standby. Without
 * the last one the coordinator is not killed.
 */
const [coordinatorUrl, seconds = '30', wanted = '', standbyUrl = null] = process.argv.slice(2);
if (coordinatorUrl === undefined) throw new Error('Name the coordinator: npm run chaos:citus -- postgres://…');
const outages = nodeOutages.filter(
  ({ name, needsStandby = false }) => name.includes(wanted) && (!needsStandby || standbyUrl !== null),
);

const house = await openClusterHouse(coordinatorUrl, standbyUrl);
try {
  const survivals = await surviveNodes(house, { outages, seconds: Number(seconds), pairs: 12, say });
  for (const { outage, found, unsent } of survivals) {
    for (const pair of [...found.lost, ...found.doubled, ...found.unnamed]) say(`${outage.name}: ${pair}`);
    if (found.unnamed.length > 0) for (const line of unsent) say(`${outage.name}, not sent: ${line}`);
  }
  const survived = survivals.filter(isSurvived).length;
  say(`data nodes: ${survived} of ${survivals.length} survived (goal: all)`);
  if (survived < survivals.length) process.exitCode = 1;
} finally {
  await house.close();
}
