import type {
  ProductSettings,
  ProductSettingsChange,
  ProductSettingsReply,
} from '@app/shared/contract/product-settings.ts';
import { trackingFieldsOf, type TrackingState } from '@app/shared/domain/tracking.ts';
import { countStates } from './state-counts.ts';

/** The settings of a product that people can change. */
export interface Choice {
  readonly state: TrackingState;
  readonly shortName: string;
}

export interface DraftEntry extends Choice {
  /** The saved settings on which the change is based. */
  readonly seen: Choice;
}

/** Products with unsaved changes, by id. */
export type Draft = ReadonlyMap<string, DraftEntry>;

export interface ProductForm {
  readonly settings: ProductSettingsReply;
  readonly draft: Draft;
  readonly automatic: boolean;
  /** The states before the last rule, for its undo; `null` when there is nothing to undo. */
  readonly undo: { readonly label: string; readonly states: ReadonlyMap<string, TrackingState> } | null;
}

export type FormAction =
  | { readonly type: 'loaded'; readonly settings: ProductSettingsReply }
  | { readonly type: 'stateChosen'; readonly product: ProductSettings; readonly state: TrackingState }
  | { readonly type: 'named'; readonly product: ProductSettings; readonly shortName: string }
  | {
      readonly type: 'ruleApplied';
      readonly label: string;
      readonly states: ReadonlyMap<ProductSettings, TrackingState>;
    }
  | { readonly type: 'ruleUndone' }
  | { readonly type: 'automaticChosen'; readonly automatic: boolean }
  /** The server has stored the changes that were sent; the user may have made others since. */
  | { readonly type: 'saved'; readonly sent: Pick<ProductForm, 'draft' | 'automatic'> }
  | { readonly type: 'discarded' }
  /** Discards the changes of these products. */
  | { readonly type: 'yielded'; readonly productIds: readonly string[] }
  /** Keeps the changes of these products, although another user has saved other settings. */
  | { readonly type: 'insisted'; readonly present: ReadonlyMap<string, Choice> };

export const initialForm = (settings: ProductSettingsReply): ProductForm => ({
  settings,
  draft: new Map(),
  automatic: settings.automaticallyTrackNewProducts,
  undo: null,
});

export function reduceForm(form: ProductForm, action: FormAction): ProductForm {
  const reduce = reducers[action.type] as (form: ProductForm, action: FormAction) => ProductForm;
  return reduce(form, action);
}

type Reducers = {
  readonly [Type in FormAction['type']]: (
    form: ProductForm,
    action: Extract<FormAction, { type: Type }>,
  ) => ProductForm;
};

const reducers: Reducers = {
  loaded: (form, { settings }) => rebase(form, settings),
  stateChosen: (form, { product, state }) => ({ ...change(form, [[product, { state }]]), undo: null }),
  named: (form, { product, shortName }) => change(form, [[product, { shortName }]]),
  ruleApplied: (form, { label, states }) => {
    const before = Array.from(states.keys(), (product) => [product.productId, choiceOf(form, product).state] as const);
    const changes = Array.from(states, ([product, state]) => [product, { state }] as const);
    return { ...change(form, changes), undo: { label, states: new Map(before) } };
  },
  ruleUndone: (form) => {
    const changes = productsOf(form.settings).flatMap((product) => {
      const state = form.undo?.states.get(product.productId);
      return state === undefined ? [] : [[product, { state }] as const];
    });
    return { ...change(form, changes), undo: null };
  },
  automaticChosen: (form, { automatic }) => ({ ...form, automatic }),
  saved: (form, { sent }) => ({
    ...form,
    settings: withChanges(form.settings, sent),
    draft: continueAfter(form, sent.draft),
  }),
  discarded: ({ settings }) => initialForm(settings),
  yielded: (form, { productIds }) => {
    const yielded = new Set(productIds);
    return { ...form, draft: new Map(Array.from(form.draft).filter(([id]) => !yielded.has(id))), undo: null };
  },
  insisted: (form, { present }) => {
    const insist = ([id, entry]: readonly [string, DraftEntry]) =>
      [id, { ...entry, seen: present.get(id) ?? entry.seen }] as const;
    return { ...form, draft: new Map(Array.from(form.draft, insist)) };
  },
};

type Changes = readonly (readonly [ProductSettings, Partial<Choice>])[];

function change(form: ProductForm, changes: Changes): ProductForm {
  const draft = new Map(form.draft);
  for (const [product, changed] of changes) {
    const seen = draft.get(product.productId)?.seen ?? { state: product.state, shortName: product.shortName };
    const entry = { ...choiceOf(form, product), ...changed, seen };
    // Somebody else may have saved the same settings since, on which the page is based by now.
    if (isSame(entry, seen) || isSame(entry, product)) draft.delete(product.productId);
    else draft.set(product.productId, entry);
  }
  return { ...form, draft };
}

/** Returns the settings with these changes applied, for use until the settings are loaded again. */
function withChanges(
  settings: ProductSettingsReply,
  { draft, automatic }: Pick<ProductForm, 'draft' | 'automatic'>,
): ProductSettingsReply {
  const withDraft = (product: ProductSettings): ProductSettings => {
    const stored = draft.get(product.productId);
    return stored ? { ...product, state: stored.state, shortName: stored.shortName.trim() } : product;
  };
  return {
    ...settings,
    automaticallyTrackNewProducts: automatic,
    sellerAccounts: settings.sellerAccounts.map((account) => ({
      ...account,
      products: account.products.map(withDraft),
      counts: countStates({ draft }, [account]),
    })),
  };
}

/**
 * Returns the changes that remain after the sent ones are stored. A product that was changed again since, or changed
 * back, is now based on the sent settings: otherwise it would conflict with the user's own save, or the change back
 * would be lost.
 */
function continueAfter(form: ProductForm, sent: Draft): Draft {
  const draft = new Map(form.draft);
  const products = new Map(productsOf(form.settings).map((product) => [product.productId, product]));
  for (const [productId, { state, shortName }] of sent) {
    const seen = { state, shortName: shortName.trim() };
    const present = form.draft.get(productId) ?? products.get(productId);
    if (present === undefined || isSame(present, seen)) draft.delete(productId);
    else draft.set(productId, { state: present.state, shortName: present.shortName, seen });
  }
  return draft;
}

/**
 * Takes over new settings of the server. Unsaved changes stay, with the settings on which they are based, so that a
 * save still detects changes of other users; a change that the server has stored since is dropped.
 */
function rebase(form: ProductForm, settings: ProductSettingsReply): ProductForm {
  if (settings === form.settings) return form;
  const saved = new Map(productsOf(settings).map((product) => [product.productId, product]));
  const open = Array.from(form.draft).filter(([id, entry]) => {
    const product = saved.get(id);
    return product !== undefined && !isSame(entry, product);
  });
  const wasSwitched = form.automatic !== form.settings.automaticallyTrackNewProducts;
  return {
    settings,
    draft: new Map(open),
    automatic: wasSwitched ? form.automatic : settings.automaticallyTrackNewProducts,
    undo: form.undo,
  };
}

const isSame = (a: Choice, b: Choice): boolean => a.state === b.state && a.shortName.trim() === b.shortName;

const allProducts = new WeakMap<ProductSettingsReply, readonly ProductSettings[]>();

/** The products of all seller accounts; always the same list for the same settings. */
export function productsOf(settings: ProductSettingsReply): readonly ProductSettings[] {
  const known = allProducts.get(settings) ?? settings.sellerAccounts.flatMap(({ products }) => products);
  allProducts.set(settings, known);
  return known;
}

/** The settings of a product as the form has them. */
export const choiceOf = ({ draft }: Pick<ProductForm, 'draft'>, product: ProductSettings): Choice =>
  draft.get(product.productId) ?? product;

export const isSwitched = ({ automatic, settings }: ProductForm): boolean =>
  automatic !== settings.automaticallyTrackNewProducts;

export const isDirty = (form: ProductForm): boolean => form.draft.size > 0 || isSwitched(form);

/** The changed products as section 7 sends them. */
export const changesOf = ({ draft }: Pick<ProductForm, 'draft'>): ProductSettingsChange[] =>
  Array.from(draft, ([productId, { state, shortName, seen }]) => ({
    productId,
    shortName,
    ...trackingFieldsOf(state),
    seen,
  }));
