import type { ReplayEntry } from '../../sandbox/src/sp-api/replay/replay-entry.ts';
import { isCalled } from './act.ts';
import type { Act, Scene } from './act.ts';
import type { FactActs } from './fact-acts.ts';
import { listingsReport } from './made.ts';
import type { Picked } from './discovery-answers.ts';

/** As often as the product asks again of itself: a refused token once, a server's failure three times. */
const timesUntilGivenUp = (status: number): number => {
  if (status === 429 || status >= 500) return 4;
  return status === 401 || status === 403 ? 2 : 1;
};

const subscribing = new Set(['getSubscription', 'createSubscription', 'getDestinations', 'createDestination']);
const discovering = new Set(['createReport', 'getReport', 'getMarketplaceParticipations', 'searchOrders']);

/** Bodies that are no facts: failures, answers to other questions, and steps of workflows that ended long ago. */
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

/** A batch is asked for in parts after a refusal: best where every member of the body names what it is about. */
function onePerSource(scenes: readonly Scene[]): Scene[] {
  const worstFirst = scenes.toReversed().toSorted((a, b) => Number(a.isOwnBody) - Number(b.isOwnBody));
  return [...new Map(worstFirst.map((scene) => [scene.source, scene])).values()];
}

/** An error may answer any question; an answer to a question that is not asked is given to the one like it. */
function sceneActs(entry: ReplayEntry, scenes: readonly Scene[]): Act[] {
  const isExample = entry.name.includes('#');
  const fitting = scenes.filter(({ operation }) => entry.operationId === undefined || entry.operationId === operation);
  if (isExample && !isCalled(entry.operationId)) return [];
  if (entry.status < 400) return likest(entry, fitting).map((scene) => sceneAct(entry, scene));
  if (entry.status !== 429) return fitting.map((scene) => sceneAct(entry, scene));
  const slower = { 'x-amzn-ratelimit-limit': '0.3' };
  return fitting.flatMap((scene) => [sceneAct(entry, scene), sceneAct(entry, scene, slower)]);
}

function likest({ name }: ReplayEntry, scenes: readonly Scene[]): readonly Scene[] {
  const like = scenes.filter(({ source }) => name.includes(source.split('-')[0] ?? source));
  return [...like, ...scenes].slice(0, 1);
}

/** The error first, then the body that is good there: nothing that is watched may change. */
function sceneAct(entry: ReplayEntry, scene: Scene, headers?: Readonly<Record<string, string>>): Act {
  const { name, status } = entry;
  const { operation: operationId, seller } = scene;
  const wrong: Picked = { name, operationId, times: timesUntilGivenUp(status), ...(headers && { headers }) };
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

interface Refusing {
  scenes: readonly Scene[];
  unauthorized: ReplayEntry | undefined;
}

/** A token is asked for again when the marketplace has refused the one at hand. */
function tokenAct({ name }: ReplayEntry, { scenes, unauthorized }: Refusing): Act[] {
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

interface Subscribing {
  facts: FactActs;
  entries: readonly ReplayEntry[];
}

/** Where there is no subscription yet, one is made, and a destination before it. */
function subscriptionAct(entry: ReplayEntry, { facts, entries }: Subscribing): Act {
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

/** To download from there would be to leave the sandbox. */
const outsideAct = ({ name, operationId = '' }: ReplayEntry): Act => ({
  name,
  operation: operationId,
  gives: 'refusal',
  note: 'names an address outside the sandbox, which is not followed',
  play: async () => undefined,
});
