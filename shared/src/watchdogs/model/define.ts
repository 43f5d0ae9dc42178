import * as z from 'zod/mini';
import type { Colour, Severity } from '../../base/severity.ts';
import type { UnitsRange } from '../../domain/risk/money-at-risk.ts';
import type { Aspect, Facts } from '../facts/observations.ts';
import { allowingNone, withoutNone } from './no-threshold.ts';
import { messagePanel, messageSettings, type MessageWorth } from './message-worth.ts';

/** The families of the watchdog menu, in its order. */
export const families = ['Offers', 'Listing', 'Reviews and badges', 'Sales and rank', 'Stock and fees'] as const;
export type Family = (typeof families)[number];

type WidgetKind = 'toggle' | 'number' | 'sensitivity' | 'whitelist' | 'spreadsheet' | 'minimumMinutes';

/** A share of the product's usual sales, from 0 to 1. */
interface Share {
  readonly low: number;
  readonly high: number;
}

/**
 * The usual cost of a kind's problem while it lasts, by severity. Without a share for a severity, its cost is unknown.
 * The shares are our own estimates; docs/decisions/0016-money-at-risk-is-an-estimate.md gives their origin.
 */
export interface Costs {
  readonly alert: Share;
  readonly warning?: Share;
  /**
   * Returns the units lost per day from the figures of the verdict, or `null` if the figures do not contain them. They
   * are used instead of a share of the usual sales.
   */
  readonly lostUnits?: (figures: Readonly<Record<string, number>>) => UnitsRange | null;
  /** Returns the lost share from the figures of the verdict, or `null` if the figures do not contain it. */
  readonly lostShare?: (figures: Readonly<Record<string, number>>) => Share | null;
  /**
   * Returns the price of the usual sales from the figures of the verdict, if the problem has changed the price; in the
   * smallest unit of the currency. `null` if the figures do not contain it.
   */
  readonly usualPrice?: (figures: Readonly<Record<string, number>>) => number | null;
  /** Whether the cost begins only when the stock runs out. */
  readonly startsWhenEmpty?: true;
  /**
   * Whether nobody can buy the product from the seller during the problem, so that the cost of its advertising is lost
   * as well.
   */
  readonly wastesAdvertising?: true;
}

/** The pages that an issue's main button can open; their addresses are in `action-link.ts`. */
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
interface CausedBy {
  /** The direct causes, the likeliest first. Causes of these kinds count as causes too. */
  readonly kinds: readonly string[];
  /** A problem counts as the cause of another one that begins within this many hours after it. */
  readonly withinHours: number;
}

/** How a problem of this kind is described when it is the cause of others. */
interface AsCause {
  /** The words that follow "because", such as "the listing is suspended". */
  readonly words: string;
  /** The only subject with which a verdict can be a cause; if absent, every verdict can be one. */
  readonly about?: string;
}

/** Section 9, "Sensitivity": how many checks in a row must agree before the verdict changes. */
export const sensitivities = ['HIGH', 'MEDIUM', 'LOW'] as const;
export type Sensitivity = (typeof sensitivities)[number];

/** The input of a judge. A judge is pure: its verdict depends on nothing else. */
interface JudgeInput<Reads extends Aspect, Consults extends Aspect, Settings, Own, Memory> {
  /** The facts of all aspects that the kind reads, and of those that it consults if they are known. */
  readonly now: Pick<Facts, Reads> & Partial<Pick<Facts, Consults>>;
  readonly settings: Settings;
  /** The settings of this item alone. */
  readonly own: Own;
  /** The memory that the kind returned with its last verdict, such as its baseline; `null` at the first look. */
  readonly memory: Memory | null;
  /** Status and subject of the current verdict; `null` at the first look. */
  readonly item: { readonly status: 0 | 1 | 2; readonly about: string | null } | null;
  readonly product: { readonly asin: string; readonly marketplace: string; readonly sellerKeys: readonly string[] };
  /** The names of other sellers by id, as far as product pages contain them. Sellers choose these names themselves. */
  readonly sellerNames: ReadonlyMap<string, string>;
  readonly at: Date;
  /**
   * The time at which the check behind this judgement began, even if it found nothing new; `null` if no check caused
   * the judgement (a setting was changed, a window ended). It ensures that each check confirms a verdict only once.
   */
  readonly seenAt: Date | null;
}

export interface Judgement<Memory> {
  readonly verdict: Severity;
  /**
   * One sentence that says what has changed and since when; `null` for an ok item about which there is nothing to say.
   */
  readonly text: string | null;
  readonly from?: string | null;
  readonly to?: string | null;
  readonly evidence?: readonly { readonly label: string; readonly value: string }[];
  /**
   * Numbers that screens draw beside the text, such as the pace of sales. Browsers are sent every change of these
   * numbers.
   */
  readonly figures?: Readonly<Record<string, number>> | null;
  /** The subject of the verdict (a review, sellers, a price). On an open alert, a different subject is news. */
  readonly about: string | null;
  /**
   * Whether the verdict lost some of its subjects and gained none. The dashboard shows this, but those who know the
   * problem get no message, not even if what is left is less severe.
   */
  readonly isFewer?: boolean;
  /** How much the news is worth as a message; absent for news that is sent immediately. */
  readonly worth?: MessageWorth | null;
  /**
   * The cause that this change may share with changes of other products, such as "seller A2UKR47RHS0DCY"; if absent,
   * the brand of the product is used.
   */
  readonly cause?: string | null;
  readonly memory: Memory | null;
  /** The time at which the item must be judged again even without new facts, such as the end of a window. */
  readonly againAt?: Date | null;
  /** Whether the next check must be judged even if it finds nothing new, because the verdict awaits confirmation. */
  readonly awaitsCheck?: boolean;
}

/** A rule that two own settings of an item break together, and the name of the setting to change. */
interface Contradiction {
  readonly setting: string;
  readonly rule: string;
}

interface SpreadsheetColumn {
  readonly header: string;
  /** The text of the note on the header cell. */
  readonly help: string;
}

interface WatchdogDefinition<
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
  /** A text for the info tab and the help: which facts the kind watches, and when it alerts. */
  readonly about: string;
  readonly family: Family;
  /** The name of an icon in the icon set of web/src/ui. */
  readonly icon: string;
  /** The check frequency in minutes (specification, section 9). */
  readonly everyMinutes: number;
  readonly reads: readonly Reads[];
  /**
   * Aspects that the judge uses if they are known. A change of one leads to a judgement, but no sweep is planned for
   * the kind.
   */
  readonly consults?: readonly Consults[];
  /** The colours that the kind's verdicts can have (section 5, "Colour availability"). */
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
  /** How the kind is named as a cause; required if other kinds name it in `causedBy`. */
  readonly asCause?: AsCause;
  /** The settings of the kind. Every field has a default, so that `{}` parses. */
  readonly settings: Settings;
  readonly panel: { readonly [Name in keyof z.output<Settings>]: PanelField };
  /**
   * The settings of a single item; every field has a default. If the kind has a spreadsheet, settings whose default is
   * `null` also accept `NO_THRESHOLD`, which the judge receives as `null`.
   */
  readonly ownSettings?: Own;
  /**
   * Returns the rule that own settings break together. A change to such settings is refused, but settings that are
   * already stored apply.
   */
  findContradiction?(own: z.output<Own>): Contradiction | null;
  /** The own settings that users edit for many products in a spreadsheet: the prefix of section 7, and the columns. */
  readonly spreadsheet?: {
    readonly prefix: 'inventory' | 'fbm_inventory' | 'salesdrop';
    readonly columns: { readonly [Name in keyof z.output<Own>]: SpreadsheetColumn };
  };
  /**
   * Users create the items of this kind, several for a product (keywords). Every other kind has one item for each
   * product.
   */
  readonly hasOwnItems?: true;
  readonly memory: Memory;
  /** Judges an item; a pure function. It returns `null` if the facts allow no verdict, and then nothing changes. */
  judge(
    input: JudgeInput<Reads, Consults, z.output<Settings>, z.output<Own>, z.output<Memory>>,
  ): Judgement<z.output<Memory>> | null;
  /**
   * Judges an open item without facts when its window has ended or a setting was changed, so that an alert also ends
   * while the marketplace does not answer. Required for kinds whose alerts end by time. If the function is absent or
   * returns `null`, the item stays as it is.
   */
  judgeWithoutFacts?(
    left: ExpiredLook<z.output<Settings>, z.output<Own>, z.output<Memory>>,
  ): Judgement<z.output<Memory>> | null;
}

/** The input of `judgeWithoutFacts`. */
interface ExpiredLook<Settings, Own, Memory> {
  readonly settings: Settings;
  readonly own: Own;
  readonly memory: Memory;
  readonly item: { readonly status: 0 | 1 | 2; readonly about: string | null };
  readonly product: { readonly marketplace: string };
  readonly at: Date;
}

type AnyDefinition = WatchdogDefinition<Aspect, Aspect, z.ZodMiniObject, z.ZodMiniObject, z.ZodMiniType>;
type AnyInput = Omit<JudgeInput<Aspect, Aspect, unknown, unknown, unknown>, 'now'> & { readonly now: Partial<Facts> };

/** A kind whose own types are erased, because they are checked where the kind is defined. */
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
  /** Checks settings that `ownSettings` has already parsed. */
  findContradiction(own: Readonly<Record<string, unknown>>): Contradiction | null;
}

/**
 * Defines a kind. The returned judge parses settings and memory, so that stored values can never make it throw:
 * settings that no longer parse become the defaults, and with a memory that no longer parses the judgement counts as a
 * first look.
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
      // A check without a verdict does not end an alert. Only a judgement by time or settings, without a check, can do
      // so.
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

/** `lostBuybox` → `LOST_BUYBOX`, the name of the kind in alert settings. */
export const alertTypeOf = (type: string): string => type.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
