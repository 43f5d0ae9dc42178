import * as z from 'zod/mini';
import type { Colour, Severity } from '../../base/severity.ts';
import type { UnitsRange } from '../../domain/risk/money-at-risk.ts';
import { pageAspects, type Aspect, type Facts } from '../facts/observations.ts';
import { allowingNone, withoutNone } from './no-threshold.ts';
import { messagePanel, messageSettings, type MessageWorth } from './message-worth.ts';

/** The families of the watchdog menu, in its order. */
export const families = ['Offers', 'Listing', 'Reviews and badges', 'Sales and rank', 'Stock and fees'] as const;
export type Family = (typeof families)[number];

export type WidgetKind = 'toggle' | 'number' | 'sensitivity' | 'whitelist' | 'spreadsheet' | 'minimumMinutes';

/** A share of the product's usual sales, from 0 to 1. */
interface Share {
  readonly low: number;
  readonly high: number;
}

/**
 * The usual cost of such an event while it lasts, by level; without a share for a level its cost is unknown. The shares
 * are our own estimates; docs/decisions/0016-money-at-risk-is-an-estimate.md gives their origin.
 */
export interface Costs {
  readonly alert: Share;
  readonly warning?: Share;
  /**
   * The units lost per day as the verdict has measured them, from its figures. They are used in place of a share of the
   * usual sales; `null` if the figures do not tell.
   */
  readonly lostUnits?: (figures: Readonly<Record<string, number>>) => UnitsRange | null;
  /** The share as the verdict has measured it, from its figures; `null` if they do not tell. */
  readonly lostShare?: (figures: Readonly<Record<string, number>>) => Share | null;
  /** The cost begins when the stock runs out. */
  readonly startsWhenEmpty?: true;
  /** Nobody can buy the product from the seller meanwhile, so that what its advertising costs is lost as well. */
  readonly wastesAdvertising?: true;
}

/** The target of an issue's main button; the addresses are in `action-link.ts`. */
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

/** The kinds whose problems may cause a problem of this kind. */
export interface CausedBy {
  /** The direct causes, the likeliest first. The causes of these are its causes too. */
  readonly kinds: readonly string[];
  /** A problem is taken for the cause of another one that follows within this time. */
  readonly withinHours: number;
}

/** A problem as the cause of others. */
export interface AsCause {
  /** The words behind "because": "the listing is suspended". */
  readonly words: string;
  /** Only a verdict with this subject is a cause; if absent, every verdict is. */
  readonly about?: string;
}

/** Section 9, "Sensitivity": how many checks in a row must agree before the verdict changes. */
export const sensitivities = ['HIGH', 'MEDIUM', 'LOW'] as const;
export type Sensitivity = (typeof sensitivities)[number];

/** The input of a judge. A judge is pure: everything that varies is in here. */
export interface JudgeInput<Reads extends Aspect, Consults extends Aspect, Settings, Own, Memory> {
  /** All aspects that the kind reads, and those it consults as far as they are known. */
  readonly now: Pick<Facts, Reads> & Partial<Pick<Facts, Consults>>;
  readonly settings: Settings;
  /** The settings of this item alone. */
  readonly own: Own;
  /** The memory that the kind returned with its last verdict, such as its baseline; `null` at the first look. */
  readonly memory: Memory | null;
  /** Status and subject of the current verdict; `null` at the first look. */
  readonly item: { readonly status: 0 | 1 | 2; readonly about: string | null } | null;
  readonly product: { readonly asin: string; readonly marketplace: string; readonly sellerKeys: readonly string[] };
  /** The names of other sellers by id, as far as pages have told them. They are the sellers' own words. */
  readonly sellerNames: ReadonlyMap<string, string>;
  readonly at: Date;
  /**
   * When the check that led here began, also one that found nothing new; `null` when no check did (a setting was
   * changed, a window ended). Checks that agree are counted by it, each once.
   */
  readonly seenAt: Date | null;
}

export interface Judgement<Memory> {
  readonly verdict: Severity;
  /** One sentence with the change and since when. `null` for an ok item with nothing to say. */
  readonly text: string | null;
  readonly from?: string | null;
  readonly to?: string | null;
  readonly evidence?: readonly { readonly label: string; readonly value: string }[];
  /**
   * Numbers that screens draw beside the text, such as the pace of sales. A change of one of them is sent to browsers.
   */
  readonly figures?: Readonly<Record<string, number>> | null;
  /** The subject of the verdict (a review, sellers, a price). Another subject on an open alert is news. */
  readonly about: string | null;
  /** Some of several subjects are gone and none was added: shown on the dashboard, but no news. */
  readonly isFewer?: boolean;
  /** The worth of the news as a message; absent for news that is worth a message at once. */
  readonly worth?: MessageWorth | null;
  /**
   * The cause that changes of other products may have in common with this one, as "seller A2UKR47RHS0DCY". Without it, it is the
   * brand of the product.
   */
  readonly cause?: string | null;
  readonly memory: Memory | null;
  /** Judge again at this instant, also without new facts (the end of a window). */
  readonly againAt?: Date | null;
  /** Judge again at the next check, also when it finds nothing new, because the verdict awaits confirmation. */
  readonly awaitsCheck?: boolean;
}

/** Two own settings that exclude each other: the one to change, and the rule that they break. */
export interface Contradiction {
  readonly setting: string;
  readonly rule: string;
}

export interface SpreadsheetColumn {
  readonly header: string;
  /** The text of the note on the header cell. */
  readonly help: string;
}

export interface WatchdogDefinition<
  Reads extends Aspect,
  Consults extends Aspect,
  Settings extends z.ZodMiniObject,
  Own extends z.ZodMiniObject,
  Memory extends z.ZodMiniType,
> {
  /** The type of the specification's section 3; its SCREAMING form names the kind in e-mail alert settings. */
  readonly type: string;
  readonly title: string;
  /** Short news for a mail's subject and the menu: "Buy box lost". */
  readonly headline: string;
  /** For the info tab and the help: the facts that the kind watches, and when it alerts. */
  readonly about: string;
  readonly family: Family;
  /** A name of the icon set in web/src/ui. */
  readonly icon: string;
  /** Specification, section 9: check frequencies. */
  readonly everyMinutes: number;
  readonly reads: readonly Reads[];
  /**
   * Aspects that are used when they are known: a change of one leads to a judgement, but no sweep is planned for it.
   */
  readonly consults?: readonly Consults[];
  /** Colour availability of section 5. */
  readonly colours: readonly Colour[];
  /** The colours mailed by default to a new address; all of them when absent. */
  readonly mailByDefault?: readonly Colour[];
  /** The usual cost of a problem; `null` when the cost is unknown. */
  readonly costs: Costs | null;
  /** Advice, the most urgent first: up to three short sentences without a full stop. */
  readonly nextSteps: readonly string[];
  /** The main button of an issue; its label is a verb with its object. */
  readonly action: { readonly label: string; readonly place: ActionPlace };
  readonly causedBy?: CausedBy;
  /** Required for a kind that others name in `causedBy`. */
  readonly asCause?: AsCause;
  /** Every field has a default, so that `{}` parses. */
  readonly settings: Settings;
  readonly panel: { readonly [Name in keyof z.output<Settings>]: PanelField };
  /**
   * Settings of a single item; every field has a default. With a spreadsheet, those whose default is `null` also take
   * the sign for no threshold, which the kind itself sees as `null`.
   */
  readonly ownSettings?: Own;
  /** The rule that own settings break together. A change to such settings is refused; stored ones still apply. */
  findContradiction?(own: z.output<Own>): Contradiction | null;
  /** Own settings that people edit for many products in a spreadsheet, with the prefix of section 7 and the columns. */
  readonly spreadsheet?: {
    readonly prefix: 'inventory' | 'fbm_inventory' | 'salesdrop';
    readonly columns: { readonly [Name in keyof z.output<Own>]: SpreadsheetColumn };
  };
  /** Items are created by people, several for a product; every other kind has one item for each product. */
  readonly hasOwnItems?: true;
  readonly memory: Memory;
  /** A pure function. `null` means that the answer allows no verdict: nothing changes. */
  judge(
    input: JudgeInput<Reads, Consults, z.output<Settings>, z.output<Own>, z.output<Memory>>,
  ): Judgement<z.output<Memory>> | null;
  /**
   * The verdict on an open item when its window has ended or a setting was changed, and its facts allow none, so that
   * an alert ends also while the marketplace does not answer. Required for kinds whose alerts end by time; the items of
   * others, and those for which it returns `null`, stay as they are.
   */
  judgeWithoutFacts?(
    left: ExpiredLook<z.output<Settings>, z.output<Own>, z.output<Memory>>,
  ): Judgement<z.output<Memory>> | null;
}

/** The input of a verdict that is made without facts. */
export interface ExpiredLook<Settings, Own, Memory> {
  readonly settings: Settings;
  readonly own: Own;
  readonly memory: Memory;
  readonly item: { readonly status: 0 | 1 | 2; readonly about: string | null };
  readonly product: { readonly marketplace: string };
  readonly at: Date;
}

type AnyDefinition = WatchdogDefinition<Aspect, Aspect, z.ZodMiniObject, z.ZodMiniObject, z.ZodMiniType>;
type AnyInput = Omit<JudgeInput<Aspect, Aspect, unknown, unknown, unknown>, 'now'> & { readonly now: Partial<Facts> };

/** A kind with its own types erased: they are checked where it is defined. */
export interface Watchdog extends Omit<
  AnyDefinition,
  'judge' | 'judgeWithoutFacts' | 'panel' | 'spreadsheet' | 'consults' | 'ownSettings' | 'findContradiction'
> {
  readonly panel: Readonly<Record<string, PanelField>>;
  readonly consults: readonly Aspect[];
  readonly ownSettings: z.ZodMiniObject;
  readonly spreadsheet?: {
    readonly prefix: NonNullable<AnyDefinition['spreadsheet']>['prefix'];
    readonly columns: Readonly<Record<string, SpreadsheetColumn>>;
  };
  judge(input: AnyInput): Judgement<unknown> | null;
  /** Takes settings that `ownSettings` has parsed. */
  findContradiction(own: Readonly<Record<string, unknown>>): Contradiction | null;
}

/**
 * Defines a kind. The returned judge parses settings and memory, so that stored values can never make it throw:
 * settings that no longer parse become the defaults, and such memory counts as a first look.
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
      own: parseOrDefault(ownSettings, withoutNone(input.own)),
      memory: remembered,
    });
  };
  return {
    ...rest,
    reads,
    consults,
    settings: z.extend(settings, messageSettings.shape),
    panel: { ...definition.panel, ...messagePanel },
    ownSettings: definition.spreadsheet ? allowingNone(ownSettings) : ownSettings,
    memory,
    findContradiction: (own) => definition.findContradiction?.(parseOrDefault(ownSettings, withoutNone(own))) ?? null,
    judge(input) {
      const { item } = input;
      const remembered = memory.safeParse(input.memory);
      const judgement = judgeFacts(input, remembered.success ? remembered.data : null);
      // A check without a verdict ends nothing. Only a judgement by time, without a check, does.
      const isExpired = judgement === null && input.seenAt === null && item !== null && item.status > 0;
      if (!isExpired || !remembered.success) return judgement;
      const chosen = parseOrDefault(settings, input.settings);
      const own = parseOrDefault(ownSettings, withoutNone(input.own));
      return definition.judgeWithoutFacts?.({ ...input, item, settings: chosen, own, memory: remembered.data }) ?? null;
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

/** Whether the kind needs a provider of the pages that customers see. */
export const needsPages = ({ reads }: Watchdog): boolean => reads.some((aspect) => pageAspects.includes(aspect));

/** `lostBuybox` → `LOST_BUYBOX`, the name of the kind in alert settings. */
export const alertTypeOf = (type: string): string => type.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
