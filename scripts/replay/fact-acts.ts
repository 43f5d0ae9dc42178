import { findMarketplace, marketplaces } from '@app/shared/base/marketplaces.ts';
import type { Region } from '@app/shared/base/marketplaces.ts';
import type { ReplayEntry } from '../../sandbox/src/sp-api/replay/replay-entry.ts';
import type { Act, Scene } from './act.ts';
import { marketplacesOfSeller } from './cast.ts';
import type { Listing, Seller } from './cast.ts';
import { madeNames } from './made.ts';
import { listingsReport } from './stage.ts';
import {
  subjectsOfCatalog,
  subjectsOfListings,
  subjectsOfMessage,
  subjectsOfOffers,
  subjectsOfOrders,
} from './subjects.ts';
import type { Subjects } from './subjects.ts';

export interface FactActs {
  acts: readonly Act[];
  scenes: readonly Scene[];
  /** Those who are authorised before the first body. */
  sellers: readonly Seller[];
  /** Those who are authorised by an act of their own. */
  lateSellers: readonly Seller[];
  /** A seller of each region for what concerns no product in particular. */
  testers: Readonly<Record<'EU' | 'NA', Seller>>;
}

/** An ISBN-10, as books have for an ASIN. */
const testers = {
  EU: {
    sellingPartnerId: 'AREPLAYTESTEREU',
    region: 'EU',
    listings: [{ marketplace: 'UK', asin: '188864544X', sku: 'SKU123' }],
  },
  NA: {
    sellingPartnerId: 'AREPLAYTESTERNA',
    region: 'NA',
    listings: [
      { marketplace: 'US', asin: '188864544X', sku: 'SKU123' },
      { marketplace: 'CA', asin: '188864544X', sku: 'SKU123' },
    ],
  },
} as const satisfies Record<'EU' | 'NA', Seller>;

interface Kind {
  source: string;
  operation: string;
  isOne: (entry: ReplayEntry) => boolean;
  subjects: (entry: ReplayEntry) => Subjects | null;
}

const isAnswer = (entry: ReplayEntry, operationId: string): boolean =>
  entry.kind === 'response' && entry.status === 200 && entry.operationId === operationId;

/** What a sweep asks for. Offers are captured from the operation for ASINs, whose bodies have the same form. */
const kinds: readonly Kind[] = [
  {
    source: 'listing-offers',
    operation: 'getListingOffersBatch',
    isOne: ({ kind, status }) => kind === 'response' && status === 200,
    subjects: subjectsOfOffers,
  },
  {
    source: 'catalog-items',
    operation: 'searchCatalogItems',
    isOne: (entry) => isAnswer(entry, 'searchCatalogItems'),
    subjects: subjectsOfCatalog,
  },
  {
    source: 'listings-items',
    operation: 'searchListingsItems',
    isOne: (entry) => isAnswer(entry, 'searchListingsItems'),
    subjects: subjectsOfListings,
  },
];

export function factActs(entries: readonly ReplayEntry[], reports: readonly string[]): FactActs {
  const sellers: Seller[] = [testers.EU, testers.NA];
  const lateSellers: Seller[] = [];
  const scenes: Scene[] = [];
  const swept = entries.flatMap((entry) =>
    kinds.flatMap((kind) => {
      const subjects = kind.isOne(entry) ? kind.subjects(entry) : null;
      if (!subjects || subjects.listings.length === 0) return [];
      const own = scenesOf(entry, kind, castFor(subjects, sellers));
      scenes.push(...own);
      return [sweptAct(entry, kind, own)];
    }),
  );
  const messages = entries.filter(({ kind }) => kind === 'notification').map((entry) => messageAct(entry, sellers));
  const discovered = [
    ...reports.map((name) => reportAct(name)),
    ...entries.filter((entry) => entry.operationId === listingsReport).map(({ name }) => reportAct(name)),
    ...entries.filter((entry) => isAnswer(entry, 'searchOrders')).map((entry) => ordersAct(entry, lateSellers)),
    ...entries.filter((entry) => isAnswer(entry, 'getMarketplaceParticipations')).map(participationsAct),
  ];
  return { acts: [...swept, ...messages, ...discovered], scenes, sellers, lateSellers, testers };
}

/** One seller a region and body, who is one of those whose offers the body lists: so that one offer is ours. */
function castFor(subjects: Subjects, cast: Seller[], name = ''): Seller[] {
  const byRegion = Map.groupBy(subjects.listings, (listing) => regionOf(listing));
  return [...byRegion].map(([region, listings]) => {
    const isFree = (id: string): boolean => cast.every(({ sellingPartnerId }) => sellingPartnerId !== id);
    const sellingPartnerId = subjects.sellers.find(isFree) ?? `AREPLAY${name}${String(cast.length).padStart(2, '0')}`;
    const seller = { sellingPartnerId, region, listings };
    cast.push(seller);
    return seller;
  });
}

const regionOf = ({ marketplace }: Listing): Region => findMarketplace(marketplace)?.region ?? 'NA';

const scenesOf = (entry: ReplayEntry, { source, operation }: Kind, sellers: readonly Seller[]): Scene[] =>
  sellers.flatMap((seller) =>
    marketplacesOfSeller(seller).map((marketplace) => ({
      seller,
      marketplace,
      source,
      operation,
      good: entry.name,
      isOwnBody: entry.operationId === operation,
    })),
  );

const sweptAct = ({ name }: ReplayEntry, { operation }: Kind, scenes: readonly Scene[]): Act => ({
  name,
  operation,
  gives: 'facts',
  async play(stage) {
    for (const scene of scenes) {
      await stage.pick({ name, operationId: operation });
      await stage.sweep({ ...scene, sellingPartnerId: scene.seller.sellingPartnerId });
    }
  },
});

function messageAct(entry: ReplayEntry, cast: Seller[]): Act {
  const subjects = subjectsOfMessage(entry);
  const [sellingPartnerId] = subjects?.sellers ?? [];
  const [first] = subjects?.listings ?? [];
  if (subjects && sellingPartnerId && first) {
    join(cast, { sellingPartnerId, region: regionOf(first), listings: subjects.listings });
  }
  return { name: entry.name, operation: 'message', gives: 'facts', play: (stage) => stage.notify(entry.name) };
}

/** Several messages may be addressed to one seller. */
function join(cast: Seller[], seller: Seller): void {
  const index = cast.findIndex(({ sellingPartnerId }) => sellingPartnerId === seller.sellingPartnerId);
  const known = cast[index];
  if (known) cast[index] = { ...known, listings: [...known.listings, ...seller.listings] };
  else cast.push(seller);
}

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
