import { pickTexts } from '../lib/session/pick-texts.ts';

/** The views of section 2: product cards and list, issues wide and compact, stock. */
const homeViews = ['pr', 'pr2', 'wd', 'wc', 'inv'] as const;
export type HomeView = (typeof homeViews)[number];

/** The dashboard's parameters in the address: the view and the filters. */
export interface HomeSearch {
  readonly view?: HomeView;
  readonly q?: string;
  readonly accounts?: readonly string[];
  readonly markets?: readonly string[];
  /** Whether problems stand on top; absent means yes. */
  readonly problems?: boolean;
  /** Specification, section 5: replaces the number of products from which the dialog about many ASINs opens. */
  readonly manyAsinsLimit?: string;
}

const isView = (value: unknown): value is HomeView => homeViews.some((view) => view === value);

/** Reads any typed parameters as a valid search. */
export function parseHomeSearch(search: Readonly<Record<string, unknown>>): HomeSearch {
  const accounts = texts(search['accounts']);
  const markets = texts(search['markets']);
  return {
    ...(isView(search['view']) && search['view'] !== 'pr' ? { view: search['view'] } : {}),
    ...(typeof search['q'] === 'string' && search['q'] !== '' ? { q: search['q'].slice(0, 200) } : {}),
    ...(accounts.length > 0 ? { accounts } : {}),
    ...(markets.length > 0 ? { markets } : {}),
    ...(String(search['problems']) === 'false' ? { problems: false } : {}),
    ...pickTexts(search, ['manyAsinsLimit']),
  };
}

function texts(value: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  return list.filter((entry) => typeof entry === 'string');
}

/** Compares two results of `parseHomeSearch`, whose fields have a fixed order. */
export const isSameSearch = (a: HomeSearch, b: HomeSearch): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Phones have no stock view: its address shows the products. */
export const viewOn = (isPhone: boolean, { view = 'pr' }: HomeSearch): HomeView =>
  isPhone && view === 'inv' ? 'pr' : view;

/** The tab of a view. */
export const screenOf = (view: HomeView): 'products' | 'issues' | 'stock' =>
  view === 'inv' ? 'stock' : isIssueView(view) ? 'issues' : 'products';

export const isIssueView = (view: HomeView): view is 'wd' | 'wc' => view === 'wd' || view === 'wc';
