import { marketplaces } from '@app/shared/base/marketplaces.ts';
import type { ReplayEntry } from '../../sandbox/src/sp-api/replay/replay-entry.ts';
import { isAnswer } from './act.ts';
import type { Act } from './act.ts';
import { testers } from './cast.ts';
import type { Seller } from './cast.ts';
import { castFor } from './casting.ts';
import { listingsReport, madeNames } from './made.ts';
import { subjectsOfOrders } from './subjects.ts';

interface Late {
  /** Names of listings reports that were made of captured headers. */
  reports: readonly string[];
  /** Sellers who are authorised by an act join it. */
  cast: Seller[];
}

/** Bodies that the product meets while it finds out what a seller lists. */
export const discoveryActs = (entries: readonly ReplayEntry[], { reports, cast }: Late): Act[] => [
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

/** Sales are read when the seller is discovered, before any other is known: only a later one is news. */
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
  const report = madeNames.report(seller, isEurope ? 'UK' : 'US');
  return {
    name: entry.name,
    operation: 'getMarketplaceParticipations',
    gives: 'facts',
    play: (stage) => stage.discover(seller, { participations: entry.name, report }),
    after: (stage) => stage.discover(seller),
  };
};
