import type { Colour } from '@app/shared/base/severity.ts';
import type { ProductTimeline } from '@app/shared/contract/catalog.ts';
import type { Measure, MoneyMeasure, PageQuery } from '@app/shared/contract/public-api/shapes.ts';
import type { Actor } from '../../../http/actor.ts';
import { openCursor, pageFrom, sliceAfter } from '../pages/cursor.ts';
import { measure, money } from './measures.ts';
import { readTimeline } from './products.ts';
import type { ReadContext } from './read-context.ts';

interface ChangesQuery extends PageQuery {
  readonly productId: string;
  readonly lookbackDays: number;
}

export const changeKinds = [
  'alert',
  'price',
  'buyBox',
  'lowestFbaOffer',
  'lowestFbmOffer',
  'stock',
  'rating',
  'keywordRank',
] as const;

/** A state that holds from an instant on. */
export interface Change {
  readonly at: string;
  readonly kind: (typeof changeKinds)[number];
  /** The id of the flip, or of the keyword's item; empty for other kinds of changes. */
  readonly id: string;
  /** The value from then on; `null` for an alert. */
  readonly value: Measure | MoneyMeasure | null;
  readonly owner: 'you' | 'other' | 'nobody' | null;
  readonly flip: {
    readonly type: string;
    readonly colour: Colour;
    readonly from: string | null;
    readonly to: string | null;
    readonly message: string | null;
  } | null;
  readonly keyword: string | null;
}

interface Changes extends Pick<ProductTimeline, 'from' | 'to'> {
  readonly data: readonly Change[];
  /** The gaps of this page, the newest first. */
  readonly gaps: ProductTimeline['gaps'];
  readonly nextCursor: string | null;
}

/** A row of the list that is cut into pages: a change, or a gap at the instant at which it ends. */
type Row = { readonly change: Change } | { readonly gap: ProductTimeline['gaps'][number] };

/** Rows are sorted by time, the newest first. */
const sorting = {
  positionOf: (row: Row) =>
    'gap' in row ? [row.gap.to, 'gap', row.gap.from] : [row.change.at, row.change.kind, row.change.id],
  order: ['down', 'up', 'up'],
} as const;

/**
 * Lists the points of all lanes of a product's timeline on one axis, the newest first. Gaps are rows of the pages too,
 * so that each is on exactly one page, however many there are.
 */
export async function readChanges(ctx: ReadContext, actor: Actor, query: ChangesQuery): Promise<Changes> {
  const list = { actor, list: `changes ${query.productId}` };
  const after = openCursor(ctx, list, query);
  const timeline = await readTimeline(ctx, actor, query);
  const all: Row[] = [...changesOf(timeline).map((change) => ({ change })), ...timeline.gaps.map((gap) => ({ gap }))];
  const { rows, nextCursor } = pageFrom(ctx, list, sliceAfter(all, after, { limit: query.limit, ...sorting }));
  return {
    data: rows.flatMap((row) => ('change' in row ? [row.change] : [])),
    gaps: rows.flatMap((row) => ('gap' in row ? [row.gap] : [])),
    nextCursor,
    from: timeline.from,
    to: timeline.to,
  };
}

const nothing = { id: '', value: null, owner: null, flip: null, keyword: null } as const;

/**
 * Returns all points of the timeline as changes. Events of the seller's own price changes are left out, because the
 * lane of the price has them.
 */
function changesOf({ currency, events, lanes, keywords }: ProductTimeline): Change[] {
  const priced = (kind: Change['kind'], points: readonly { at: string; cents: number | null }[]): Change[] =>
    points.map(({ at, cents }) => ({ ...nothing, at, kind, value: money(cents, currency, at) }));
  return [
    ...events.flatMap(({ id, at, type, colour, from, to, message }): Change[] =>
      type === null || colour === null
        ? []
        : [{ ...nothing, at, kind: 'alert', id, flip: { type, colour, from, to, message } }],
    ),
    ...priced('price', lanes.price),
    ...lanes.buyBox.map(({ at, owner, cents }): Change => {
      return { ...nothing, at, kind: 'buyBox', owner, value: money(cents, currency, at) };
    }),
    ...priced('lowestFbaOffer', lanes.lowestFba),
    ...priced('lowestFbmOffer', lanes.lowestFbm),
    ...lanes.stock.map(({ at, units }): Change => {
      return { ...nothing, at, kind: 'stock', value: measure(units, 'units', at) };
    }),
    ...lanes.rating.map(({ at, tenths }): Change => {
      return { ...nothing, at, kind: 'rating', value: measure(tenths === null ? null : tenths / 10, 'stars of 5', at) };
    }),
    ...keywords.flatMap(({ watchDogId, keyword, points }) =>
      points.map(({ at, rank }): Change => {
        return { ...nothing, at, kind: 'keywordRank', id: watchDogId, keyword, value: measure(rank, 'rank', at) };
      }),
    ),
  ];
}
