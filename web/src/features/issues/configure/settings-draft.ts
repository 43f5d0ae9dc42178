import {
  addToWhitelist,
  readWhitelist,
  removeFromWhitelist,
  whitelistEntries,
  whitelistUrl,
  type Whitelist,
} from './whitelist-url.ts';

export type Settings = Readonly<Record<string, unknown>>;

/** The settings that a person has chosen in a panel, and the saved values of the same settings that they replace. */
export interface SettingsDraft {
  readonly settings: Settings;
  readonly seen: Settings;
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The changes as they are sent; `null` if there are none. */
export function changesOf(draft: SettingsDraft | null): SettingsDraft | null {
  const names = Object.keys(draft?.settings ?? {}).filter((name) => !isSame(draft?.settings[name], draft?.seen[name]));
  const pick = (values: Settings = {}) => Object.fromEntries(names.map((name) => [name, values[name]]));
  return names.length === 0 ? null : { settings: pick(draft?.settings), seen: pick(draft?.seen) };
}

/** The settings that the panel shows. */
export const shownSettings = (draft: SettingsDraft | null, saved: Settings): Settings => ({
  ...saved,
  ...changesOf(draft)?.settings,
});

interface Choice {
  readonly name: string;
  readonly value: unknown;
  readonly saved: Settings;
}

/**
 * The draft with another value of a setting. The first change of a setting notes its saved value, so that what somebody
 * else saves afterwards is not replaced unknowingly.
 */
export function choose(draft: SettingsDraft | null, { name, value, saved }: Choice): SettingsDraft {
  const changes = changesOf(draft);
  const seen = changes && Object.hasOwn(changes.seen, name) ? changes.seen[name] : saved[name];
  return { settings: { ...draft?.settings, [name]: value }, seen: { ...draft?.seen, [name]: seen } };
}

/**
 * The draft after a save. A setting that was changed again while it was under way, or changed back, stays unsaved, with
 * the stored value as the one that it replaces.
 */
export function draftAfter(
  draft: SettingsDraft,
  { sent, stored }: { readonly sent: SettingsDraft; readonly stored: Settings },
): SettingsDraft | null {
  const settings = { ...draft.settings };
  const seen = { ...draft.seen };
  for (const [name, value] of Object.entries(sent.settings)) {
    if (isSame(settings[name], value)) delete settings[name];
    seen[name] = stored[name];
  }
  return changesOf({ settings, seen });
}

/** A setting that both have changed since the person saw it. */
export interface Difference {
  readonly name: string;
  readonly theirs: unknown;
  readonly mine: unknown;
}

/**
 * Compares the changes with what somebody else has saved meanwhile. Changes of a whitelist are made to the saved one,
 * because they are about single sellers; the other settings that differ are for the person to decide about.
 */
export function reconcileDraft(
  draft: SettingsDraft,
  { saved, whitelists }: { readonly saved: Settings; readonly whitelists: readonly string[] },
): { readonly draft: SettingsDraft; readonly differences: readonly Difference[] } {
  const settings = { ...draft.settings };
  const seen = { ...draft.seen };
  for (const name of whitelists.filter((one) => Object.hasOwn(settings, one))) {
    settings[name] = mergeWhitelists(seen[name], settings[name], saved[name]);
    seen[name] = saved[name];
  }
  const differences = Object.keys(changesOf({ settings, seen })?.settings ?? {})
    .filter((name) => !isSame(seen[name], saved[name]) && !isSame(settings[name], saved[name]))
    .map((name) => ({ name, theirs: saved[name], mine: settings[name] }));
  return { draft: { settings, seen }, differences };
}

/** The draft after the decision to keep these settings as somebody else has saved them. */
export const yieldTo = (draft: SettingsDraft, differences: readonly Difference[]): SettingsDraft => ({
  settings: { ...draft.settings, ...valuesOf(differences) },
  seen: { ...draft.seen, ...valuesOf(differences) },
});

/** The draft after the decision to replace what somebody else has saved. */
export const insistOn = (draft: SettingsDraft, differences: readonly Difference[]): SettingsDraft => ({
  ...draft,
  seen: { ...draft.seen, ...valuesOf(differences) },
});

const valuesOf = (differences: readonly Difference[]): Settings =>
  Object.fromEntries(differences.map(({ name, theirs }) => [name, theirs]));

function mergeWhitelists(before: unknown, mine: unknown, theirs: unknown): Whitelist {
  const [old, own] = [readWhitelist(before), readWhitelist(mine)].map(whitelistEntries);
  const without = (entries: typeof old = [], others: typeof old = []) => {
    const known = new Set(others.map(whitelistUrl));
    return entries.filter((entry) => !known.has(whitelistUrl(entry)));
  };
  const kept = without(old, own).reduce(removeFromWhitelist, readWhitelist(theirs));
  return without(own, old).reduce(addToWhitelist, kept);
}
