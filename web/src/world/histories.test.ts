import { QueryObserver, type QueryClient } from '@tanstack/react-query';
import * as fc from 'fast-check';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { csrf } from '@app/shared/contract/auth.ts';
import type { WorldAnswer } from '@app/shared/contract/world.ts';
import { canChangeIssueStatus, type IssueStatus } from '@app/shared/domain/issue-status.ts';
import { createQueryClient } from '../lib/http/query-client.ts';
import { forgetCsrf } from '../lib/http/csrf.ts';
import { knownEmail, needsLogin } from '../lib/session/session.ts';
import { ids, isShown, TruthfulServer, types } from '../../testing/truthful-server.ts';
import { muteChange, statusChange, type TriageChange } from './triage-change.ts';
import { sendTriage, undoTriage, worldKey, type TriageHandlers } from './triage.ts';
import { fetchWorld } from './world.ts';

const place = { type: fc.constantFrom(...types), productId: fc.constantFrom(...ids) };
const which = fc.nat(3);
const is = <What extends string>(what: What) => fc.constant(what);

/** The actions of people, and the outcomes of their requests while the connection is good. */
const byHand = [
  {
    weight: 5,
    arbitrary: fc.record({ what: is('triage'), ...place, status: fc.constantFrom<IssueStatus>(0, 1, 2, 3) }),
  },
  { weight: 3, arbitrary: fc.record({ what: is('mute'), ...place, minutes: fc.constantFrom(1440, -1) }) },
  { weight: 2, arbitrary: fc.record({ what: is('undo') }) },
  { weight: 8, arbitrary: fc.record({ what: is('answered'), which }) },
  { weight: 3, arbitrary: fc.record({ what: is('readButNotAnswered'), which }) },
] as const;

/** Frequent actions have larger weights. */
const step = fc.oneof(
  ...byHand,
  { weight: 3, arbitrary: fc.record({ what: is('verdict'), ...place, status: fc.constantFrom(0, 1, 2) }) },
  { weight: 1, arbitrary: fc.record({ what: is('productGone'), productId: place.productId }) },
  { weight: 1, arbitrary: fc.record({ what: is('productCame'), productId: place.productId }) },
  { weight: 2, arbitrary: fc.record({ what: is('poll') }) },
  { weight: 1, arbitrary: fc.record({ what: is('halfAMinute') }) },
  { weight: 1, arbitrary: fc.record({ what: is('requestLost'), which }) },
  { weight: 1, arbitrary: fc.record({ what: is('answerLost'), which }) },
  { weight: 1, arbitrary: fc.record({ what: is('sessionEnds') }) },
  { weight: 2, arbitrary: fc.record({ what: is('logsInAgain') }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
type StepOf<What extends Step['what']> = Extract<Step, { readonly what: What }>;

/** A request in flight; its answer may have been made long before it arrives. */
interface RequestInFlight {
  readonly make: () => Response;
  readonly arrive: (response: Response) => void;
  readonly break: () => void;
  made?: Response;
}

const silent: TriageHandlers = { onRefused: () => undefined, onLeftOut: () => undefined };

/** The page's own code over a simulated network, on which everything happens only when a step says so. */
class Page {
  readonly server = new TruthfulServer();
  readonly client: QueryClient = createQueryClient();
  readonly wire: RequestInFlight[] = [];
  readonly #done: TriageChange[] = [];
  readonly #stop: () => void;

  constructor() {
    vi.stubGlobal('fetch', (url: string, init?: RequestInit) => this.#fetch(url, init));
    const observer = new QueryObserver(this.client, {
      queryKey: worldKey,
      queryFn: ({ signal }) => fetchWorld(this.client, signal),
      structuralSharing: false,
    });
    this.#stop = observer.subscribe(() => undefined);
  }

  shown = (): WorldAnswer | undefined => this.client.getQueryData<WorldAnswer>(worldKey);

  send(change: TriageChange): void {
    this.#done.push(sendTriage(this.client, change, silent));
  }

  undo(): void {
    const last = this.#done.pop();
    if (last) undoTriage(this.client, last, silent);
  }

  close(): void {
    this.#stop();
    this.client.clear();
  }

  #fetch(path: string, init: RequestInit | undefined): Promise<Response> {
    if (path === csrf.path) return Promise.resolve(Response.json({ headerName: 'x-csrf-token', token: 't' }));
    return new Promise((resolve, reject) => {
      const request: RequestInFlight = {
        make: () =>
          this.server.answer(
            new URL(path, 'https://watchpost.example'),
            typeof init?.body === 'string' ? init.body : '',
          ),
        arrive: resolve,
        break: () => reject(new TypeError('Failed to fetch')),
      };
      this.wire.push(request);
      init?.signal?.addEventListener('abort', () => {
        if (this.wire.includes(request)) this.wire.splice(this.wire.indexOf(request), 1);
        reject(new DOMException('Aborted', 'AbortError'));
      });
    });
  }
}

const tasks = new MessageChannel();
tasks.port1.start();

/** Waits for a turn of the event loop, which comes before any timer. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    tasks.port1.addEventListener('message', () => resolve(), { once: true });
    tasks.port2.postMessage(null);
  });
}

/** Lets started work continue as far as it can without the network. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) await nextTask();
}

const take = (wire: RequestInFlight[], index: number): RequestInFlight | undefined =>
  wire.splice(index % wire.length, 1)[0];

const arrive = (request: RequestInFlight): void => request.arrive(request.made ?? request.make());

const steps: { readonly [What in Step['what']]: (page: Page, step: StepOf<What>) => void } = {
  verdict: ({ server }, given) => server.verdict(given),
  productGone: ({ server }, { productId }) => server.productGone(productId),
  productCame: ({ server }, { productId }) => server.productCame(productId),
  triage: (page, { type, productId, status }) => {
    const item = page.shown()?.watchDogs[type]?.items[productId];
    if (item && canChangeIssueStatus(item)) page.send(statusChange([item], status));
  },
  mute: (page, { type, productId, minutes }) => {
    const world = page.shown();
    if (!world?.products.some((product) => product.productId === productId)) return;
    const before = world.watchDogs[type]?.items[productId] ?? null;
    page.send(muteChange({ targets: [{ id: `${type}-${productId}`, item: before }], minutes, now: Date.now() }));
  },
  undo: (page) => page.undo(),
  poll: ({ client }) => void client.refetchQueries({ queryKey: worldKey }, { cancelRefetch: false }),
  halfAMinute: () => vi.setSystemTime(Date.now() + 31_000),
  answered: ({ wire }, { which: index }) => {
    const request = take(wire, index);
    if (request) arrive(request);
  },
  readButNotAnswered: ({ wire }, { which: index }) => {
    const request = wire[index % wire.length];
    if (request) request.made ??= request.make();
  },
  requestLost: ({ wire }, { which: index }) => take(wire, index)?.break(),
  answerLost: ({ wire }, { which: index }) => {
    const request = take(wire, index);
    if (request) request.made ??= request.make();
    request?.break();
  },
  sessionEnds: ({ server }) => {
    server.isLoggedIn = false;
  },
  logsInAgain: ({ server }) => logIn(server),
};

function logIn(server: TruthfulServer): void {
  server.isLoggedIn = true;
  needsLogin.set(false);
}

function takeStep<What extends Step['what']>(page: Page, given: StepOf<What> & { readonly what: What }): void {
  steps[given.what](page, given);
}

/** The connection works again: all requests in flight are answered, and the page fetches once more. */
async function comeToRest(page: Page): Promise<void> {
  for (const asksOnceMore of [false, true]) {
    if (asksOnceMore) void page.client.refetchQueries({ queryKey: worldKey });
    do {
      logIn(page.server);
      await settle();
      const request = page.wire.shift();
      if (request) arrive(request);
      await settle();
    } while (page.wire.length > 0 || needsLogin.get());
  }
}

const inOneOrder = (world: WorldAnswer | undefined) => ({
  products: world?.products.map(({ productId }) => productId).toSorted(),
  items: Object.values(world?.watchDogs ?? {})
    .flatMap(({ items }) => Object.values(items))
    .filter(isShown)
    .map(({ watchDogId, status, issueStatus, mutedUntil }) => ({ watchDogId, status, issueStatus, mutedUntil }))
    .toSorted((a, b) => a.watchDogId.localeCompare(b.watchDogId)),
});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.stubGlobal('window', { location: { assign: () => undefined } });
  vi.stubGlobal('document', { cookie: '' });
});
afterAll(() => tasks.port1.close());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function newPage(): Promise<Page> {
  forgetCsrf();
  knownEmail.set('owner@brightkeel.example');
  needsLogin.set(false);
  const page = new Page();
  await comeToRest(page);
  return page;
}

test("after any history of changes, triage, lost answers and log-ins the page shows the server's state", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60, size: 'max' }), async (history) => {
      const page = await newPage();
      for (const given of history) {
        takeStep(page, given);
        await settle();
      }
      await comeToRest(page);
      const shown = inOneOrder(page.shown());
      page.close();

      expect(shown).toEqual(inOneOrder(page.server.full()));
    }),
    { numRuns: 300 },
  );
});

test('the last change of an issue wins, whichever request is the fastest', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(...byHand), { minLength: 5, maxLength: 30, size: 'max' }), async (history) => {
      const page = await newPage();
      for (const given of history) {
        takeStep(page, given);
        await settle();
      }
      const wished = inOneOrder(page.shown());
      await comeToRest(page);
      page.close();

      expect(inOneOrder(page.server.full())).toEqual(wished);
    }),
    { numRuns: 300 },
  );
});
