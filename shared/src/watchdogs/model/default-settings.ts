import type { Watchdog } from './define.ts';

type Settings = Readonly<Record<string, unknown>>;

/** Settings of a kind that apply to all products of a seller account, or of one brand, unless a product has its own. */
export interface DefaultSettings {
  readonly sellerId: string;
  /** The brand; `null` for all products of the seller account. */
  readonly brand: string | null;
  readonly settings: Settings;
}

/** The settings that can have a default: thresholds, which are unset until people set them. */
export const namesWithDefault = ({
  spreadsheet,
  ownSettings,
}: Pick<Watchdog, 'spreadsheet' | 'ownSettings'>): readonly string[] =>
  spreadsheet
    ? Object.entries<unknown>(ownSettings.parse({})).flatMap(([name, usual]) => (usual === null ? [name] : []))
    : [];

/**
 * Returns the defaults of one kind that apply to a product: first those of its brand, then those of its seller account.
 */
export function defaultsFor<Default extends Omit<DefaultSettings, 'settings'>>(
  defaults: readonly Default[],
  { sellerId, brand }: { readonly sellerId: string; readonly brand: string | null },
): readonly Default[] {
  const find = (wanted: string | null) => defaults.find((one) => one.sellerId === sellerId && one.brand === wanted);
  return [brand === null ? undefined : find(brand), find(null)].filter((one) => one !== undefined);
}

/** Fills each setting that is not set from the first of the defaults that contains it. */
export function withDefaults(own: Settings, defaults: readonly Pick<DefaultSettings, 'settings'>[]): Settings {
  const filled: Record<string, unknown> = { ...own };
  for (const { settings } of defaults) {
    for (const [name, value] of Object.entries(settings)) filled[name] ??= value;
  }
  return filled;
}
