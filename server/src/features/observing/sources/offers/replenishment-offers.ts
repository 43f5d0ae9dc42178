import { marketplace } from '@app/shared/base/marketplaces.ts';
import * as z from 'zod/mini';
import type { Members } from '../../../../external/marketplace/answers/answer.ts';
import {
  lastReplenishmentOffset,
  replenishmentPageSize,
  type ReplenishmentOffer,
  type ReplenishmentPage,
} from '../../../../external/marketplace/operations/replenishment.ts';
import { isolateRefused } from '../../isolate-refused.ts';
import type { Observation } from '../../recording/observation.ts';
import { patienceOf } from '../../quota/slots.ts';
import { listTargets } from '../../sweeping/running/target-queries.ts';
import type { ObservingContext } from '../../worker-context.ts';
import { steppedSource, type Step, type StepWork, type Target } from '../source.ts';

/** The marketplaces with subscribe and save, from Amazon's model of the operation. */
const offeredIn: ReadonlySet<string> = new Set(['US', 'CA', 'ES', 'UK', 'FR', 'IT', 'IN', 'DE']);

/**
 * The fact for a marketplace without subscribe and save, and for a product that a complete answer leaves out.
 * subscribeAndSave reads it as "is not eligible": such a product is ok unless it was eligible before.
 */
const notOffered = 'NOT_OFFERED';

/** If a product has several offers, the one that customers can still subscribe to counts. */
const bestFirst = ['ELIGIBLE', 'REPLENISHMENT_ONLY_ORDERING', 'SUSPENDED', 'INELIGIBLE'];

/** The number of products per request by ASIN. */
const mostNamed = 20;
/** How many observations are stored in one transaction, slightly more than a page of a hundred offers yields. */
const observationsAtOnce = 120;
/** A text that sorts behind every ASIN. */
const end = '~';

const progressSchema = z.object({
  /** The last ASIN whose offers are all known. */
  after: z.string(),
  /** The next page of all offers and the ASIN that it begins with; `null` while products are asked for by ASIN. */
  page: z.nullable(z.object({ offset: z.int(), begins: z.string() })),
});
type Progress = z.output<typeof progressSchema>;

const beginning: Progress = { after: '', page: { offset: 0, begins: '' } };

/**
 * The subscribe and save eligibility of products. Reads all offers in order, a hundred with a call: requests by ASIN
 * would need five times the calls. Products behind the last page, or in a list that changes while it is read, are asked
 * for by ASIN.
 */
export const replenishmentOffers = steppedSource({
  name: 'replenishment-offers',
  aspects: ['replenishment'],
  scope: 'marketplace',
  announcedBy: [],
  async step(ctx, work) {
    const { after, page } = progressSchema.safeParse(work.progress).data ?? beginning;
    if (!offeredIn.has(work.key.marketplace)) {
      const nothing = { members: [], refusals: [], observedAt: ctx.clock.now() };
      await takeOver(ctx, work, { ...nothing, after: '', upTo: end });
      return { state: 'done', progress: null };
    }
    return page ? takePage(ctx, work, { after, page }) : takeNamed(ctx, work, after);
  },
});

const goOn = (progress: Progress): Step => ({ state: 'goOn', progress });

async function takePage(
  ctx: ObservingContext,
  work: StepWork,
  { after, page }: Progress & { readonly page: NonNullable<Progress['page']> },
): Promise<Step> {
  const observedAt = ctx.clock.now();
  const answer = await ask(ctx, work, { asins: null, offset: page.offset });
  const upTo = heardUpTo(answer, page.begins);
  const isRoundabout = page.offset === 0 && (await areFewTracked(ctx, work, answer));
  if (upTo === null || isRoundabout) return goOn({ after, page: null });
  await takeOver(ctx, work, { ...answer, observedAt, after, upTo });
  if (upTo === end) return { state: 'done', progress: null };
  const next = answer.members.findIndex(({ asin }) => asin > upTo);
  const offset = page.offset + next;
  const begins = answer.members[next]?.asin ?? '';
  return goOn({ after: upTo, page: offset > lastReplenishmentOffset ? null : { offset, begins } });
}

/**
 * Returns the last ASIN whose offers are all on this page; the next page may contain more offers of the very last ASIN.
 * `null` if the list is not sorted, has lost offers before the page, or contains an offer that cannot be read.
 */
function heardUpTo({ members, refusals, isLast }: ReplenishmentPage, begins: string): string | null {
  const asins = members.map(({ asin }) => asin);
  const isInOrder = asins.every((asin, index) => asin >= (asins[index - 1] ?? ''));
  const isWhole = begins === '' || (asins[0] !== undefined && asins[0] <= begins);
  if (!isInOrder || !isWhole || refusals.length > 0) return null;
  const last = asins.at(-1) ?? '';
  return isLast ? end : (asins.findLast((asin) => asin < last) ?? null);
}

/** True if asking for the tracked products by ASIN takes fewer calls than the remaining pages. */
async function areFewTracked(ctx: ObservingContext, { key }: StepWork, { total }: ReplenishmentPage): Promise<boolean> {
  const reachable = Math.min(total ?? 0, lastReplenishmentOffset + replenishmentPageSize);
  const most = (Math.ceil(reachable / replenishmentPageSize) - 1) * mostNamed;
  if (most <= 0) return false;
  const tracked = await ctx.db.atOnce(key.tenantId, listTargets.product(key, { after: '', most }));
  return tracked.length < most;
}

async function takeNamed(ctx: ObservingContext, work: StepWork, after: string): Promise<Step> {
  const { key } = work;
  const named = await ctx.db.atOnce(key.tenantId, listTargets.product(key, { after, most: mostNamed }));
  const last = named.at(-1)?.asin;
  if (last === undefined) return { state: 'done', progress: null };
  for (const { targets, answer } of await askIsolating(ctx, work, named)) {
    await ctx.judging.ingest(key.tenantId, observe(targets, answer));
  }
  return goOn({ after: last, page: null });
}

interface DatedOffers extends Members<ReplenishmentOffer> {
  readonly observedAt: Date;
}

interface NamedAnswer {
  readonly targets: readonly Target[];
  readonly answer: DatedOffers;
}

/**
 * Returns the answers for these products. Products that the marketplace refuses even when asked for alone are left out.
 */
async function askIsolating(ctx: ObservingContext, work: StepWork, targets: readonly Target[]): Promise<NamedAnswer[]> {
  const answers: NamedAnswer[] = [];
  const pending = [targets];
  for (let batch = pending.shift(); batch; batch = pending.shift()) {
    const attempt = await isolateRefused(ctx, { batch, about: work.key, ask: (some) => askNamed(ctx, work, some) });
    if (attempt.state === 'answered') answers.push({ targets: batch, answer: attempt.answer });
    else pending.unshift(...attempt.halves);
  }
  return answers;
}

async function askNamed(ctx: ObservingContext, work: StepWork, targets: readonly Target[]): Promise<DatedOffers> {
  const observedAt = ctx.clock.now();
  const asins = targets.map(({ asin }) => asin);
  const members: ReplenishmentOffer[] = [];
  const refusals: Members<ReplenishmentOffer>['refusals'][number][] = [];
  for (let offset = 0; offset <= lastReplenishmentOffset; offset = members.length + refusals.length) {
    const page = await ask(ctx, work, { asins, offset });
    members.push(...page.members);
    refusals.push(...page.refusals);
    if (page.isLast) break;
  }
  return { members, refusals, observedAt };
}

function ask(
  ctx: ObservingContext,
  { access, key, signal }: StepWork,
  question: { readonly asins: readonly string[] | null; readonly offset: number },
): Promise<ReplenishmentPage> {
  const marketplaceId = marketplace(key.marketplace).id;
  const options = { share: 'steady', signal, ...patienceOf(ctx) } as const;
  return ctx.marketplace.listReplenishmentOffers(access, { ...options, marketplaceId, ...question });
}

interface Range extends DatedOffers {
  readonly after: string;
  readonly upTo: string;
}

/** Records all tracked products of a range of ASINs, including those that the answer leaves out. */
async function takeOver(ctx: ObservingContext, { key }: StepWork, { after, upTo, ...heard }: Range): Promise<void> {
  for (let from = after; ;) {
    const page = { after: from, most: observationsAtOnce };
    const targets = await ctx.db.atOnce(key.tenantId, listTargets.product(key, page));
    const inRange = targets.filter(({ asin }) => asin <= upTo);
    await ctx.judging.ingest(key.tenantId, observe(inRange, heard));
    if (inRange.length < observationsAtOnce) return;
    from = inRange.at(-1)?.asin ?? end;
  }
}

function observe(targets: readonly Target[], { members, refusals, observedAt }: DatedOffers): Observation[] {
  const byAsin = Map.groupBy(members, ({ asin }) => asin);
  const isComplete = refusals.length === 0;
  return targets.flatMap(({ productId, asin }): Observation[] => {
    const offers = byAsin.get(asin);
    const eligibility = offers ? bestOf(offers) : isComplete ? notOffered : null;
    if (eligibility === null) return [];
    return [{ productId, aspect: 'replenishment', sku: '', facts: { eligibility }, observedAt }];
  });
}

/** Returns the best eligibility among the offers; `null` if no offer contains one. */
function bestOf(offers: readonly ReplenishmentOffer[]): string | null {
  const said = offers.flatMap(({ eligibility }) => eligibility ?? []);
  return bestFirst.find((eligibility) => said.includes(eligibility)) ?? said.toSorted()[0] ?? null;
}
