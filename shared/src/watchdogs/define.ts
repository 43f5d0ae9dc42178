import type * as z from 'zod/mini';
import type { Aspect, Facts } from './observations.ts';

export type Colour = 'RED' | 'AMBER' | 'GREEN';
export type Verdict = 'ok' | 'improved' | 'warning' | 'alert';

/** The families of the watchdog menu, in its order. */
export const families = ['Offers', 'Listing', 'Reviews and badges', 'Sales and rank', 'Stock and fees'] as const;
export type Family = (typeof families)[number];

export type WidgetKind = 'toggle' | 'number' | 'sensitivity' | 'whitelist' | 'spreadsheet';

export interface PanelField {
  readonly label: string;
  readonly help?: string;
  readonly widget: WidgetKind;
}

/** What a judge may know besides the facts; everything that varies comes in here. */
export interface JudgeInput<Reads extends Aspect, Settings, Memory> {
  readonly now: Pick<Facts, Reads>;
  readonly settings: Settings;
  /** What this kind chose to remember at the last verdict, its baseline among it; `null` at the first look. */
  readonly memory: Memory | null;
  /** The current verdict's status and subject, `null` at the first look. */
  readonly item: { readonly status: 0 | 1 | 2; readonly about: string | null } | null;
  readonly product: { readonly asin: string; readonly marketplace: string; readonly sellerKeys: readonly string[] };
  readonly at: Date;
}

export interface Judgement<Memory> {
  readonly verdict: Verdict;
  /** One sentence: what, from and to, since when. `null` while ok with nothing to say. */
  readonly text: string | null;
  readonly from?: string | null;
  readonly to?: string | null;
  readonly evidence?: readonly { readonly label: string; readonly value: string }[];
  /** What the verdict is about (a review, sellers, a price): another subject on a red item is news. */
  readonly about: string | null;
  /** Of several subjects some are gone and none has come: told on the dashboard, but no news. */
  readonly isFewer?: boolean;
  readonly memory: Memory | null;
  /** Judge again at this instant though nothing may have changed (the end of a window). */
  readonly againAt?: Date | null;
}

export interface WatchdogDefinition<
  Reads extends Aspect,
  Settings extends z.ZodMiniObject,
  Memory extends z.ZodMiniType,
> {
  /** As in the specification's section 3; its SCREAMING form names the kind in e-mail alert settings. */
  readonly type: string;
  readonly title: string;
  /** Short news for a mail's subject and the menu: "Buy box lost". */
  readonly headline: string;
  /** For the info tab and the help: what it watches and when it speaks. */
  readonly about: string;
  readonly family: Family;
  /** A name of the icon set in web/src/ui. */
  readonly icon: string;
  /** Specification, section 9: check frequencies. */
  readonly everyMinutes: number;
  readonly reads: readonly Reads[];
  /** Colour availability of section 5. */
  readonly colours: readonly Colour[];
  /** Colours mailed by default to a new address; without it, all it has. */
  readonly mailByDefault?: readonly Colour[];
  /** Every field has a default, so that `{}` parses. */
  readonly settings: Settings;
  readonly panel: { readonly [Name in keyof z.output<Settings>]: PanelField };
  readonly memory: Memory;
  /** Pure. `null` means "this answer does not allow a verdict": nothing changes. */
  judge(input: JudgeInput<Reads, z.output<Settings>, z.output<Memory>>): Judgement<z.output<Memory>> | null;
}

/** A kind behind one face: its own types are checked where it is defined and forgotten here. */
export interface Watchdog extends Omit<WatchdogDefinition<Aspect, z.ZodMiniObject, z.ZodMiniType>, 'judge' | 'panel'> {
  readonly panel: Readonly<Record<string, PanelField>>;
  judge(input: {
    readonly now: Partial<Facts>;
    readonly settings: unknown;
    readonly memory: unknown;
    readonly item: JudgeInput<Aspect, unknown, unknown>['item'];
    readonly product: JudgeInput<Aspect, unknown, unknown>['product'];
    readonly at: Date;
  }): Judgement<unknown> | null;
}

/**
 * Defines a kind. The returned judge parses settings and memory, so that what the database holds can never make a
 * judge throw: settings that no longer parse count as the defaults, memory as a first look.
 */
export function defineWatchdog<Reads extends Aspect, Settings extends z.ZodMiniObject, Memory extends z.ZodMiniType>(
  definition: WatchdogDefinition<Reads, Settings, Memory>,
): Watchdog {
  return {
    ...definition,
    judge(input) {
      const now = pickFacts(input.now, definition.reads);
      if (!now) return null;
      const settings = definition.settings.safeParse(input.settings ?? {});
      const memory = definition.memory.safeParse(input.memory);
      return definition.judge({
        ...input,
        now,
        settings: settings.success ? settings.data : definition.settings.parse({}),
        memory: memory.success ? memory.data : null,
      });
    },
  };
}

function pickFacts<Reads extends Aspect>(facts: Partial<Facts>, reads: readonly Reads[]): Pick<Facts, Reads> | null {
  return reads.every((aspect) => facts[aspect] !== undefined) ? (facts as Pick<Facts, Reads>) : null;
}

/** `lostBuybox` → `LOST_BUYBOX`, as alert settings name the kinds. */
export const alertTypeOf = (type: string): string => type.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
