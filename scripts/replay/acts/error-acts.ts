import type { ReplayEntry } from '../../../sandbox/src/sp-api/replay/replay-entry.ts';
import { isCalled } from './act.ts';
import type { Act, Scene } from './act.ts';
import type { FactActs } from './fact-acts.ts';
import { listingsReport } from '../answers/generated-bodies.ts';
import type { PickedAnswer } from '../answers/discovery-answers.ts';

/**
 * Returns the number of attempts until the product gives up: four at a server error or rate limit, two for a rejected
 * token.
 */
const timesUntilGivenUp = (status: number): number => {
  if (status === 429 || status >= 500) return 4;
  return status === 401 || status === 403 ? 2 : 1;
};

const subscribing = new Set(['getSubscription', 'createSubscription', 'getDestinations', 'createDestination']);
const discovering = new Set(['createReport', 'getReport', 'getMarketplaceParticipations', 'searchOrders']);

/** Returns acts for bodies without facts: errors, answers to other requests, and steps of workflows that have ended. */
export function errorActs(entries: readonly ReplayEntry[], facts: FactActs): Act[] {
  const played = new Set(facts.acts.map(({ name }) => name));
  const scenes = onePerSource(facts.scenes);
  const unauthorized = entries.find(({ status, name }) => status === 403 && name.endsWith('.json'));
  return entries
    .filter(({ name }) => !played.has(name))
    .flatMap((entry) => {
      if (entry.kind === 'report' || entry.name.endsWith('.xml')) return [documentAct(entry, facts)];
      if (entry.name.includes('lwa')) return tokenAct(entry, { scenes, unauthorized });
      if (subscribing.has(entry.operationId ?? '')) return [subscriptionAct(entry, { facts, entries })];
      if (discovering.has(entry.operationId ?? '')) return [discoveryAct(entry, facts)];
      if (entry.operationId === 'getReportDocument' && entry.status === 200) return [outsideAct(entry)];
      if (entry.operationId === 'getReportDocument') return [discoveryAct(entry, facts)];
      return sceneActs(entry, scenes);
    });
}

/**
 * Keeps one scene per source, preferably one with its own body: after a refused batch the product requests its members
 * separately, which works best if every member names its listing.
 */
function onePerSource(scenes: readonly Scene[]): Scene[] {
  const worstFirst = scenes.toReversed().toSorted((a, b) => Number(a.isOwnBody) - Number(b.isOwnBody));
  return [...new Map(worstFirst.map((scene) => [scene.source, scene])).values()];
}

/**
 * Returns the acts for an error, which may answer any request, or for an answer to an operation that the product does
 * not call, which is given to the most similar request.
 */
function sceneActs(entry: ReplayEntry, scenes: readonly Scene[]): Act[] {
  const isExample = entry.name.includes('#');
  const fitting = scenes.filter(({ operation }) => entry.operationId === undefined || entry.operationId === operation);
  if (isExample && !isCalled(entry.operationId)) return [];
  if (entry.status < 400) return mostSimilar(entry, fitting).map((scene) => sceneAct(entry, scene));
  if (entry.status !== 429) return fitting.map((scene) => sceneAct(entry, scene));
  const slower = { 'x-amzn-ratelimit-limit': '0.3' };
  return fitting.flatMap((scene) => [sceneAct(entry, scene), sceneAct(entry, scene, slower)]);
}

function mostSimilar({ name }: ReplayEntry, scenes: readonly Scene[]): readonly Scene[] {
  const like = scenes.filter(({ source }) => name.includes(source.split('-')[0] ?? source));
  return [...like, ...scenes].slice(0, 1);
}

/** Sends the error first and then a valid body. Nothing that is watched may change. */
function sceneAct(entry: ReplayEntry, scene: Scene, headers?: Readonly<Record<string, string>>): Act {
  const { name, status } = entry;
  const { operation: operationId, seller } = scene;
  const wrong: PickedAnswer = { name, operationId, times: timesUntilGivenUp(status), ...(headers && { headers }) };
  return {
    name: headers ? `${name} with a rate` : name,
    body: name,
    operation: operationId,
    gives: 'refusal',
    async play(stage) {
      await stage.pick(wrong, { name: scene.good, operationId, times: 40 });
      await stage.sweep({ ...scene, sellingPartnerId: seller.sellingPartnerId });
      if ([401, 403].includes(status)) await stage.connect(seller);
    },
  };
}

const documentAct = ({ name }: ReplayEntry, { testers }: FactActs): Act => ({
  name,
  operation: listingsReport,
  gives: 'refusal',
  play: (stage) => stage.discover(testers.EU, { first: [{ name, operationId: listingsReport }] }),
});

interface TokenParts {
  scenes: readonly Scene[];
  unauthorized: ReplayEntry | undefined;
}

/** The product requests a new token after the marketplace has rejected the current one. */
function tokenAct({ name }: ReplayEntry, { scenes, unauthorized }: TokenParts): Act[] {
  const [scene] = scenes;
  if (!scene || !unauthorized) return [];
  const { operation: operationId, seller } = scene;
  return [
    {
      name,
      operation: 'token',
      gives: 'refusal',
      async play(stage) {
        await stage.pick({ name: unauthorized.name, operationId }, { name, operationId: 'lwaToken' });
        await stage.sweep({ ...scene, sellingPartnerId: seller.sellingPartnerId });
      },
    },
  ];
}

interface SubscriptionParts {
  facts: FactActs;
  entries: readonly ReplayEntry[];
}

/**
 * Returns the act for a step of subscribing. If the marketplace has no subscription, the product creates one, and
 * before it a destination.
 */
function subscriptionAct(entry: ReplayEntry, { facts, entries }: SubscriptionParts): Act {
  const { name, operationId = '' } = entry;
  const { sellingPartnerId } = facts.testers.NA;
  const missing = entries.find(({ status, body }) => status === 404 && body.includes('"errors"'));
  const none =
    missing && operationId !== 'getSubscription' ? [{ name: missing.name, operationId: 'getSubscription' }] : [];
  const others = entries.find((other) => other.operationId === 'getDestinations' && other.status === 200);
  const elsewhere =
    others && operationId === 'createDestination' ? [{ name: others.name, operationId: 'getDestinations' }] : [];
  return {
    name,
    operation: operationId,
    gives: 'refusal',
    endsIn: 'subscriptions',
    async play(stage) {
      await stage.pick(...none, ...elsewhere, { name, operationId });
      await stage.sweep({ sellingPartnerId, marketplace: '', source: 'subscriptions' });
    },
  };
}

const discoveryAct = ({ name, operationId = '', status }: ReplayEntry, { testers }: FactActs): Act => ({
  name,
  operation: operationId,
  gives: 'refusal',
  ...(status < 300 && { endsIn: 'discovery' }),
  play: (stage) => stage.discover(testers.EU, { first: [{ name, operationId, times: timesUntilGivenUp(status) }] }),
});

/** The document's address is outside the sandbox, so it is not downloaded. */
const outsideAct = ({ name, operationId = '' }: ReplayEntry): Act => ({
  name,
  operation: operationId,
  gives: 'refusal',
  note: 'names an address outside the sandbox, which is not followed',
  play: async () => undefined,
});
