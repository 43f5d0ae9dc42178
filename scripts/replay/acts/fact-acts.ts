import type { ReplayEntry } from '../../../sandbox/src/sp-api/replay/replay-entry.ts';
import { isAnswer } from './act.ts';
import type { Act, Scene } from './act.ts';
import { join, marketplacesOfSeller, regionOf, testers } from '../casting/cast.ts';
import type { Seller } from '../casting/cast.ts';
import { castFor } from '../casting/casting.ts';
import { discoveryActs } from './discovery-acts.ts';
import { subjectsOfCatalog, subjectsOfListings, subjectsOfMessage, subjectsOfOffers } from '../casting/subjects.ts';
import type { Subjects } from '../casting/subjects.ts';

export interface FactActs {
  acts: readonly Act[];
  scenes: readonly Scene[];
  /** Sellers that are authorised before the first body. */
  sellers: readonly Seller[];
  /** Sellers that are authorised by an act. */
  lateSellers: readonly Seller[];
  /** One seller per region for bodies that concern no particular product. */
  testers: Readonly<Record<'EU' | 'NA', Seller>>;
}

interface Kind {
  source: string;
  operation: string;
  isOne: (entry: ReplayEntry) => boolean;
  subjects: (entry: ReplayEntry) => Subjects | null;
}

/**
 * The sources whose sweeps read captured bodies. The captured offers come from the operation for ASINs, whose bodies
 * have the same form as those of the operation for SKUs.
 */
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
  const discovered = discoveryActs(entries, { reports, cast: lateSellers });
  return { acts: [...swept, ...messages, ...discovered], scenes, sellers, lateSellers, testers };
}

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
