import * as z from 'zod/mini';
import type { Colour, Severity } from '../../base/severity.ts';
import { pageAspects, type Aspect, type Facts } from '../facts/observations.ts';

/** The families of the watchdog menu, in its order. */
export const families = ['Offers', 'Listing', 'Reviews and badges', 'Sales and rank', 'Stock and fees'] as const;
export type Family = (typeof families)[number];

export type WidgetKind = 'toggle' | 'number' | 'sensitivity' | 'whitelist' | 'spreadsheet';

/** From 0 to 1: a part of the sales that a product usually has. */
interface Share {
  readonly low: number;
  readonly high: number;
}

/**
 * What such an event usually costs while it lasts, by its level; a level without a share costs what nobody knows.
 * Estimates of ours, of which docs/decisions/0016-money-at-risk-is-an-estimate.md tells the origin.
 */
export interface Costs {
  readonly alert: Share;
  readonly warning?: Share;
  /** Nothing is lost while there still is stock: time is left. */
  readonly startsWhenEmpty?: true;
}

/** Where the main button of an issue leads; the addresses are in `action-link.ts`. */
export const actionPlaces = [
  'productPage',
  'offersPage',
  'reviewsPage',
  'topReviewsPage',
  'searchResults',
  'salesChart',
  'manageListing',
  'sendToAmazon',
  'sellerFeedback',
] as const;
export type ActionPlace = (typeof actionPlaces)[number];

export interface PanelField {
  readonly label: string;
  readonly help?: string;
  readonly widget: WidgetKind;
}

/** Section 9, "Sensitivity": how many checks in a row must agree before the verdict changes. */
export const sensitivities = ['HIGH', 'MEDIUM', 'LOW'] as const;
export type Sensitivity = (typeof sensitivities)[number];

/** What a judge may know besides the facts; everything that varies comes in here. */
export interface JudgeInput<Reads extends Aspect, Consults extends Aspect, Settings, Own, Memory> {
  /** All of what the kind reads, and what there is of what it consults. */
  readonly now: Pick<Facts, Reads> & Partial<Pick<Facts, Consults>>;
  readonly settings: Settings;
  /** The settings of this item alone. */
  readonly own: Own;
  /** What this kind chose to remember at the last verdict, its baseline among it; `null` at the first look. */
  readonly memory: Memory | null;
  /** The current verdict's status and subject, `null` at the first look. */
  readonly item: { readonly status: 0 | 1 | 2; readonly about: string | null } | null;
  readonly product: { readonly asin: string; readonly marketplace: string; readonly sellerKeys: readonly string[] };
  readonly at: Date;
  /**
   * When the look at the marketplace that led here began, also one that found nothing new; `null` when nobody has
   * looked (settings have changed, a time has come). Counts checks that agree, each once.
   */
  readonly seenAt: Date | null;
}

export interface Judgement<Memory> {
  readonly verdict: Severity;
  /** One sentence: what, from and to, since when. `null` while ok with nothing to say. */
  readonly text: string | null;
  readonly from?: string | null;
  readonly to?: string | null;
  readonly evidence?: readonly { readonly label: string; readonly value: string }[];
  /** Numbers that screens draw beside the words, as the stock's pace of sales; told anew when one of them changes. */
  readonly figures?: Readonly<Record<string, number>> | null;
  /** What the verdict is about (a review, sellers, a price): another subject on a red item is news. */
  readonly about: string | null;
  /** Of several subjects some are gone and none has come: told on the dashboard, but no news. */
  readonly isFewer?: boolean;
  readonly memory: Memory | null;
  /** Judge again at this instant though nothing may have changed (the end of a window). */
  readonly againAt?: Date | null;
  /** Judge again at the next look of what the kind reads, though it may find nothing new: a verdict is not settled yet. */
  readonly awaitsCheck?: boolean;
}

export interface SpreadsheetColumn {
  readonly header: string;
  /** For the note on the header cell. */
  readonly help: string;
}

export interface WatchdogDefinition<
  Reads extends Aspect,
  Consults extends Aspect,
  Settings extends z.ZodMiniObject,
  Own extends z.ZodMiniObject,
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
  /** What it takes into account where it is known: a change of it leads to a judgement, but nothing is swept for it. */
  readonly consults?: readonly Consults[];
  /** Colour availability of section 5. */
  readonly colours: readonly Colour[];
  /** Colours mailed by default to a new address; without it, all it has. */
  readonly mailByDefault?: readonly Colour[];
  /** `null` where nobody knows what it costs. */
  readonly costs: Costs | null;
  /** What to do about it, the first thing first: up to three short sentences without a full stop. */
  readonly nextSteps: readonly string[];
  /** The main button of an issue: a verb that names what one gets. */
  readonly action: { readonly label: string; readonly place: ActionPlace };
  /** Every field has a default, so that `{}` parses. */
  readonly settings: Settings;
  readonly panel: { readonly [Name in keyof z.output<Settings>]: PanelField };
  /** Settings of a single item; every field has a default. */
  readonly ownSettings?: Own;
  /** Own settings that people keep for many products at once, by the prefix of section 7 and with their columns. */
  readonly spreadsheet?: {
    readonly prefix: 'inventory' | 'fbm_inventory' | 'salesdrop';
    readonly columns: { readonly [Name in keyof z.output<Own>]: SpreadsheetColumn };
  };
  /** People make its items, several for a product; every other kind has one item for each product. */
  readonly hasOwnItems?: true;
  readonly memory: Memory;
  /** Pure. `null` means "this answer does not allow a verdict": nothing changes. */
  judge(
    input: JudgeInput<Reads, Consults, z.output<Settings>, z.output<Own>, z.output<Memory>>,
  ): Judgement<z.output<Memory>> | null;
  /**
   * What becomes of an open item when its time has come and no verdict is allowed: news leaves with its window, whether
   * the marketplace tells anything or not. Every kind whose alerts end by themselves has it; others stay as they are.
   */
  whenUntold?(left: Untold<z.output<Settings>, z.output<Memory>>): Judgement<z.output<Memory>>;
}

/** All there is without facts. */
export interface Untold<Settings, Memory> {
  readonly settings: Settings;
  readonly memory: Memory;
  readonly item: { readonly status: 0 | 1 | 2; readonly about: string | null };
  readonly product: { readonly marketplace: string };
  readonly at: Date;
}

type AnyDefinition = WatchdogDefinition<Aspect, Aspect, z.ZodMiniObject, z.ZodMiniObject, z.ZodMiniType>;
type AnyInput = Omit<JudgeInput<Aspect, Aspect, unknown, unknown, unknown>, 'now'> & { readonly now: Partial<Facts> };

/** A kind behind one face: its own types are checked where it is defined and forgotten here. */
export interface Watchdog extends Omit<
  AnyDefinition,
  'judge' | 'whenUntold' | 'panel' | 'spreadsheet' | 'consults' | 'ownSettings'
> {
  readonly panel: Readonly<Record<string, PanelField>>;
  readonly consults: readonly Aspect[];
  readonly ownSettings: z.ZodMiniObject;
  readonly spreadsheet?: {
    readonly prefix: NonNullable<AnyDefinition['spreadsheet']>['prefix'];
    readonly columns: Readonly<Record<string, SpreadsheetColumn>>;
  };
  judge(input: AnyInput): Judgement<unknown> | null;
}

/**
 * Defines a kind. The returned judge parses settings and memory, so that what the database holds can never make a
 * judge throw: settings that no longer parse count as the defaults, memory as a first look.
 */
export function defineWatchdog<
  Reads extends Aspect,
  Settings extends z.ZodMiniObject,
  Memory extends z.ZodMiniType,
  Consults extends Aspect = never,
  Own extends z.ZodMiniObject = z.ZodMiniObject,
>(definition: WatchdogDefinition<Reads, Consults, Settings, Own, Memory>): Watchdog {
  const { reads, consults = [], settings, ownSettings = z.object({}) as unknown as Own, memory, ...rest } = definition;
  const judgeFacts = (input: AnyInput, remembered: z.output<Memory> | null) => {
    const { now } = input;
    if (!hasFacts<Reads, Consults>(now, reads)) return null;
    return definition.judge({
      ...input,
      now,
      settings: parseOrDefault(settings, input.settings),
      own: parseOrDefault(ownSettings, input.own),
      memory: remembered,
    });
  };
  return {
    ...rest,
    reads,
    consults,
    settings,
    ownSettings,
    memory,
    judge(input) {
      const { item } = input;
      const remembered = memory.safeParse(input.memory);
      const judgement = judgeFacts(input, remembered.success ? remembered.data : null);
      // A look that tells nothing ends nothing: the time does, and then nobody has looked.
      const isUntold = judgement === null && input.seenAt === null && item !== null && item.status > 0;
      if (!isUntold || !remembered.success) return judgement;
      const chosen = parseOrDefault(settings, input.settings);
      return definition.whenUntold?.({ ...input, item, settings: chosen, memory: remembered.data }) ?? null;
    },
  };
}

function parseOrDefault<Settings extends z.ZodMiniObject>(schema: Settings, stored: unknown): z.output<Settings> {
  const parsed = schema.safeParse(stored ?? {});
  return parsed.success ? parsed.data : schema.parse({});
}

const hasFacts = <Reads extends Aspect, Consults extends Aspect>(
  facts: Partial<Facts>,
  reads: readonly Reads[],
): facts is Pick<Facts, Reads> & Partial<Pick<Facts, Consults>> => reads.every((aspect) => facts[aspect] !== undefined);

/** Whether nothing can be said without a provider of the pages that customers see. */
export const needsPages = ({ reads }: Watchdog): boolean => reads.some((aspect) => pageAspects.includes(aspect));

/** `lostBuybox` → `LOST_BUYBOX`, as alert settings name the kinds. */
export const alertTypeOf = (type: string): string => type.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
