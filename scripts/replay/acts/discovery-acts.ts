import { marketplaces } from '@app/shared/base/marketplaces.ts';
import type { ReplayEntry } from '../../../sandbox/src/sp-api/replay/replay-entry.ts';
import { isAnswer } from './act.ts';
import type { Act } from './act.ts';
import { testers } from '../casting/cast.ts';
import type { Seller } from '../casting/cast.ts';
import { castFor } from '../casting/casting.ts';
import { listingsReport, generatedNames } from '../answers/generated-bodies.ts';
import { subjectsOfOrders } from '../casting/subjects.ts';

interface DiscoveryBodies {
  /** Names of listings reports that were built from captured headers. */
  reports: readonly string[];
  /** The list to which sellers are added that an act authorises. */
  cast: Seller[];
}

/** Returns acts for bodies that the product receives during discovery. */
export const discoveryActs = (entries: readonly ReplayEntry[], { reports, cast }: DiscoveryBodies): Act[] => [
  ...reports.map((name) => reportAct(name)),
  ...entries.filter((entry) => entry.operationId === listingsReport).map(({ name }) => reportAct(name)),
  ...entries.filter((entry) => isAnswer(entry, 'searchOrders')).map((entry) => ordersAct(entry, cast)),
  ...entries.filter((entry) => isAnswer(entry, 'getMarketplaceParticipations')).map(participationsAct),
];

const reportAct = (name: string): Act => ({
  name,
  operation: listingsReport,
  gives: 'facts',
  play: (stage) => stage.discover(testers.EU, { report: name }),
});

/** Sales are read when a seller is discovered, so an orders body needs a seller that is connected later. */
function ordersAct(entry: ReplayEntry, cast: Seller[]): Act {
  const subjects = subjectsOfOrders(entry);
  const act = { name: entry.name, operation: 'searchOrders', gives: 'facts' } as const;
  const [seller] = subjects ? castFor(subjects, cast, 'LATE') : [];
  const orders = entry.name;
  if (seller) return { ...act, play: (stage) => stage.connect(seller, { orders }) };
  const note = 'no order in a marketplace that is watched';
  return { ...act, note, play: (stage) => stage.discover(testers.EU, { orders }) };
}

const participationsAct = (entry: ReplayEntry): Act => {
  const text = entry.body.toString();
  const isEurope = marketplaces.some(({ id, region }) => region === 'EU' && text.includes(id));
  const seller = isEurope ? testers.EU : testers.NA;
  const report = generatedNames.report(seller, isEurope ? 'UK' : 'US');
  return {
    name: entry.name,
    operation: 'getMarketplaceParticipations',
    gives: 'facts',
    play: (stage) => stage.discover(seller, { participations: entry.name, report }),
    after: (stage) => stage.discover(seller),
  };
};
