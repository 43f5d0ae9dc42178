import { Agent, request, type ClientRequest } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import type { Product, WorldAnswer } from '@app/shared/contract/world.ts';
import { unpackWorld, type PackedFirstLoad, type PackedWorld } from '@app/shared/world/packed/packed-world.ts';
import { minuteMs } from '@app/shared/base/time.ts';
import { createRandom } from '../../../sandbox/src/world/random.ts';
import { nowMs } from '../latency/world-stream.ts';
import { send, type HttpAnswer } from '../requests.ts';
import type { SeenEvent, SeenItem } from './seen-changes.ts';
import type { BenchSession } from './seed-tenants.ts';

/** The interval at which a browser polls. */
const pollEveryMs = minuteMs;
/** The average time after which a person handles the next issue. */
const triageEveryMs = 3 * minuteMs;
const seen = 1;

export interface DashboardFigures {
  /** Durations of the polls that found nothing new. */
  readonly unchangedMs: number[];
  /** Durations of the fetches that returned changes, in polls or after an event. */
  readonly deltaMs: number[];
  readonly firstMs: number[];
  readonly triageMs: number[];
  /** The number of failed calls, by status and path. */
  readonly failures: Map<string, number>;
  readonly events: () => number;
}

export interface Dashboards extends DashboardFigures {
  close(): Promise<void>;
}

interface DashboardsOptions {
  readonly url: string;
  readonly sessions: readonly BenchSession[];
  /** Called for each event of a stream that announces changes. */
  onEvent(event: SeenEvent): void;
  /** Called for each item in a received delta. */
  onItem(item: SeenItem): void;
}

/** The products of each tenant, which its browsers share to save memory. */
type KnownProducts = Map<string, ReadonlyMap<string, Product>>;

/**
 * Opens dashboards as browsers do. Each makes a first load, an event stream, polls, and a fetch after each event; now
 * and then a person marks an issue as seen. The dashboards are opened one after the other within `openWithinMs`.
 */
export async function openDashboards(options: DashboardsOptions, openWithinMs: number): Promise<Dashboards> {
  const figures = {
    unchangedMs: [],
    deltaMs: [],
    firstMs: [],
    triageMs: [],
    failures: new Map<string, number>(),
    eventCount: 0,
  };
  const random = createRandom('dashboards');
  const products: KnownProducts = new Map();
  const stop = new AbortController();
  const running: Promise<void>[] = [];
  for (const session of options.sessions) {
    const dashboard = new Dashboard({ ...options, figures, products, random, signal: stop.signal }, session);
    await dashboard.load();
    running.push(dashboard.run());
    await delay(openWithinMs / options.sessions.length);
  }
  return {
    ...figures,
    events: () => figures.eventCount,
    async close() {
      stop.abort();
      await Promise.all(running);
    },
  };
}

interface Parts extends DashboardsOptions {
  readonly figures: {
    unchangedMs: number[];
    deltaMs: number[];
    firstMs: number[];
    triageMs: number[];
    failures: Map<string, number>;
    eventCount: number;
  };
  readonly products: KnownProducts;
  readonly random: ReturnType<typeof createRandom>;
  readonly signal: AbortSignal;
}

class Dashboard {
  readonly #parts: Parts;
  readonly #session: BenchSession;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 2 });
  readonly #open: string[] = [];
  #state = '';
  #looks = Promise.resolve();
  #stream: ClientRequest | null = null;
  #csrf: { readonly name: string; readonly token: string; readonly cookie: string } | null = null;

  constructor(parts: Parts, session: BenchSession) {
    this.#parts = parts;
    this.#session = session;
  }

  async load(): Promise<void> {
    const begun = performance.now();
    const answer = await this.#get('/api/sentinel/stateoftheworld?init=true&packed=true&parts=true');
    this.#parts.figures.firstMs.push(performance.now() - begun);
    const world = unpackWorld(JSON.parse(answer.body.toString()) as PackedFirstLoad);
    this.#state = world.state;
    const { tenantId } = this.#session;
    const byId = world.products.map((product) => [product.productId, product] as const);
    if (!this.#parts.products.has(tenantId)) this.#parts.products.set(tenantId, new Map(byId));
    this.#noteOpen(world);
  }

  /** Polls and marks issues until the signal aborts. */
  async run(): Promise<void> {
    const { random, signal } = this.#parts;
    this.#openStream();
    let triageAt = performance.now() + random.next() * triageEveryMs;
    let pollAt = performance.now() + random.next() * pollEveryMs;
    while (!signal.aborted) {
      const now = performance.now();
      await delay(Math.max(0, Math.min(pollAt, triageAt) - now), null, { signal }).catch(() => undefined);
      if (signal.aborted) break;
      if (performance.now() >= triageAt) {
        await this.#triage();
        triageAt += 2 * random.next() * triageEveryMs;
      } else {
        await this.#look();
        pollAt += pollEveryMs;
      }
    }
    await this.#looks;
    this.#stream?.destroy();
    this.#agent.destroy();
  }

  #openStream(): void {
    const { url, figures, signal, onEvent } = this.#parts;
    const path = '/api/sentinel/events';
    this.#stream = request(`${url}${path}`, { headers: { cookie: this.#session.cookie } }, (response) => {
      if (response.statusCode !== 200) this.#note(response.statusCode ?? 0, path);
      response.setEncoding('utf8').on('data', (chunk: string) => {
        if (!chunk.includes('event: world')) return;
        figures.eventCount += 1;
        onEvent({ tenantId: this.#session.tenantId, at: nowMs() });
        void this.#look();
      });
      response.on('error', () => undefined);
      response.on('close', () => {
        if (!signal.aborted) this.#note(0, path);
      });
    });
    this.#stream.on('error', () => undefined).end();
  }

  /**
   * Fetches the changes after the previous fetch has ended, because each fetch starts from the state of the previous
   * one.
   */
  #look(): Promise<void> {
    this.#looks = this.#looks.then(() => this.#fetchChanges());
    return this.#looks;
  }

  async #fetchChanges(): Promise<void> {
    const { figures, products, onItem } = this.#parts;
    const begun = performance.now();
    const state = encodeURIComponent(this.#state);
    const answer = await this.#get(`/api/sentinel/stateoftheworld?state=${state}&packed=true&parts=true`);
    const list = answer.status === 200 ? figures.deltaMs : figures.unchangedMs;
    list.push(performance.now() - begun);
    if (answer.status !== 200) return;
    const { tenantId } = this.#session;
    const known = products.get(tenantId) ?? new Map<string, Product>();
    const world = unpackWorld(JSON.parse(answer.body.toString()) as PackedWorld, [...known.values()]);
    this.#state = world.state;
    this.#noteOpen(world);
    const at = nowMs();
    for (const [type, { items }] of Object.entries(world.watchDogs)) {
      for (const { productId } of Object.values(items)) {
        onItem({ tenantId, type, asin: known.get(productId)?.asin1 ?? '', at });
      }
    }
  }

  #noteOpen(world: WorldAnswer): void {
    for (const { items } of Object.values(world.watchDogs)) {
      for (const { watchDogId, status, issueStatus } of Object.values(items)) {
        if (status !== 0 && status !== 99 && issueStatus === 0 && this.#open.length < 100) this.#open.push(watchDogId);
      }
    }
  }

  async #triage(): Promise<void> {
    const { url, figures } = this.#parts;
    const id = this.#open.shift();
    if (id === undefined) return;
    this.#csrf ??= await this.#readCsrf();
    const begun = performance.now();
    const path = `/api/sentinel/watchdog/set-issue-status/${encodeURIComponent(id)}/${seen}`;
    const headers = { cookie: `${this.#session.cookie}; ${this.#csrf.cookie}`, [this.#csrf.name]: this.#csrf.token };
    const { status } = await send({ url: `${url}${path}`, method: 'POST', headers, agent: this.#agent });
    figures.triageMs.push(performance.now() - begun);
    if (status >= 300) this.#note(status, 'set-issue-status');
  }

  async #readCsrf(): Promise<{ name: string; token: string; cookie: string }> {
    const answer = await this.#get('/api/auth/csrf');
    const { headerName, token } = JSON.parse(answer.body.toString()) as { headerName: string; token: string };
    return { name: headerName, token, cookie: answer.headers['set-cookie']?.[0]?.split(';')[0] ?? '' };
  }

  async #get(path: string): Promise<HttpAnswer> {
    const headers = { cookie: this.#session.cookie, 'accept-encoding': 'gzip' };
    const answer = await send({ url: `${this.#parts.url}${path}`, headers, agent: this.#agent });
    if (answer.status !== 200 && answer.status !== 304) this.#note(answer.status, path.split('?')[0] ?? '');
    return answer.headers['content-encoding'] === 'gzip' ? { ...answer, body: gunzipSync(answer.body) } : answer;
  }

  #note(status: number, path: string): void {
    const { failures } = this.#parts.figures;
    const key = `${status} ${path}`;
    failures.set(key, (failures.get(key) ?? 0) + 1);
  }
}
