import type { WorldAnswer, WorldItem } from '@app/shared/contract/world.ts';
import { canChangeIssueStatus } from '@app/shared/domain/issue-status.ts';
import { muteEnd } from '@app/shared/domain/muting.ts';
import { buildGroup, buildItem, buildProduct, buildWorld } from './world-build.ts';

export const types = ['price', 'imageMissing'] as const;
export const ids = ['1', '2', '3'] as const;

interface SimulatedVerdict {
  readonly type: string;
  readonly productId: string;
  readonly status: number;
}

/**
 * A simulated server: stores the true state with the version of each change, and answers in full, since a version, or
 * with 304.
 */
export class TruthfulServer {
  isLoggedIn = true;
  #version = 0;
  readonly #products = new Map<string, number>(ids.map((id) => [id, 0]));
  readonly #gone = new Map<string, number>();
  readonly #items = new Map<string, { readonly type: string; readonly item: WorldItem; readonly version: number }>();

  constructor() {
    for (const type of types) for (const productId of ids) this.verdict({ type, productId, status: 2 });
  }

  verdict({ type, productId, status }: SimulatedVerdict): void {
    if (!this.#products.has(productId)) return;
    const before = this.#items.get(`${type}-${productId}`)?.item;
    this.#put(type, { ...(before ?? this.#quiet(type, productId)), status, issueStatus: 0 });
  }

  productGone(productId: string): void {
    if (!this.#products.delete(productId)) return;
    this.#gone.set(productId, ++this.#version);
    for (const type of types) this.#items.delete(`${type}-${productId}`);
  }

  productCame(productId: string): void {
    if (!this.#products.has(productId)) this.#products.set(productId, ++this.#version);
  }

  answer(url: URL, body: string): Response {
    if (!this.isLoggedIn) return this.#refusal(401, { 'www-authenticate': 'Session' });
    if (url.pathname.endsWith('/stateoftheworld')) return this.#world(url.searchParams.get('state'));
    return this.#triage(url.pathname.split('/'), body);
  }

  full(): WorldAnswer {
    return this.#since(-1, true);
  }

  #world(state: string | null): Response {
    if (state === String(this.#version)) return new Response(null, { status: 304 });
    return Response.json(state === null ? this.full() : this.#since(Number(state), false));
  }

  #triage(path: readonly string[], body: string): Response {
    const call = path.at(4) ?? '';
    const id = path.at(5) ?? '';
    const [type = '', productId = ''] = id.split('-');
    if (!this.#products.has(productId)) return this.#refusal(404);
    const item = this.#items.get(id)?.item ?? this.#quiet(type, productId);
    if (call === 'set-issue-status') {
      if (!canChangeIssueStatus(item)) return this.#refusal(409);
      this.#put(type, { ...item, issueStatus: Number(path.at(6)) });
    } else {
      const { minutes }: { readonly minutes: number } = JSON.parse(body);
      const until = call === 'mute' ? muteEnd(minutes, new Date()) : null;
      this.#put(type, { ...item, muted: until !== null, mutedUntil: until?.toISOString() ?? null });
    }
    return new Response(null, { status: 204 });
  }

  #put(type: string, item: WorldItem): void {
    this.#items.set(item.watchDogId, { type, item, version: ++this.#version });
  }

  #quiet = (type: string, productId: string): WorldItem =>
    buildItem({
      watchDogId: `${type}-${productId}`,
      watchDogItemId: `${type}-${productId}`,
      productId,
      status: 0,
      date: null,
      statusDetails: { message: null, from: null, to: null, evidence: [] },
    });

  #refusal = (status: number, headers: Record<string, string> = {}): Response =>
    Response.json({ error: 'no', code: 'refused', message: 'no', requestId: 'r' }, { status, headers });

  #since(version: number, full: boolean): WorldAnswer {
    const isNew = (stamp: number): boolean => stamp > version;
    const rows = [...this.#items.values()].filter((row) => isNew(row.version) && (!full || isShown(row.item)));
    const groups = types.map((type) => ({ type, items: rows.filter((row) => row.type === type) }));
    return buildWorld({
      full,
      state: String(this.#version),
      products: [...this.#products].filter(([, at]) => isNew(at)).map(([productId]) => buildProduct({ productId })),
      removedProductIds: full ? [] : [...this.#gone].filter(([, at]) => isNew(at)).map(([productId]) => productId),
      watchDogs: Object.fromEntries(
        groups
          .filter(({ items }) => full || items.length > 0)
          .map(({ type, items }) => [type, buildGroup(items.map(({ item }) => item))]),
      ),
    });
  }
}

/** Whether a full answer contains the item. */
export const isShown = ({ status, issueStatus, muted }: WorldItem): boolean =>
  status !== 0 || issueStatus !== 0 || muted;
