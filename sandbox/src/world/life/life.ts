import { moveRank, repriceRival } from '../events/changes.ts';
import { EventError } from '../events/event-type.ts';
import { applyEvent } from '../events/events.ts';
import { letCustomersBuy } from './customers.ts';
import type { Product } from '../model/product.ts';
import { ratingsBy, withRatings } from '../model/ratings-in-time.ts';
import { playStory } from './story.ts';
import { troubles, type PostedEvent } from './troubles.ts';
import type { World } from '../world.ts';

/** One of eight random events is one that watchdogs should report, which is about one every 30 s. */
const shareOfRealEvents = 1 / 8;
const usualPauseMs = 4000;

/** An event is not undone during this time, so that Watchpost can observe it first. */
const restMs = 5 * 60_000;

/**
 * Triggers random events until the returned function is called, except while the world is paused. If the world is not
 * paused at the start, it is a demo, and the first act of the demo story is played.
 */
export function startLife(world: World, pauseMs = usualPauseMs): () => void {
  if (!world.isPaused) playStory(world, 1);
  const timer = setInterval(() => {
    if (!world.isPaused) step(world, 1);
  }, pauseMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** Triggers `count` random events immediately, even while the world is paused. */
export function step(world: World, count: number): void {
  for (let done = 0; done < count; done += 1) triggerEvent(world);
}

function triggerEvent(world: World): void {
  const { random } = world;
  letCustomersBuy(world);
  if (random.chance(shareOfRealEvents)) return triggerProblem(world, productOfAnySeller(world));
  const product = random.pick(world.products);
  const what = random.next();
  if (what < 0.55) return moveRankRandomly(world, product);
  if (what < 0.75) return repriceRandomRival(world, product);
  if (what < 0.9) return driftSearchPosition(world, product);
  return addDueRatings(world, product);
}

/** Picks a seller first and then one of its products, so that sellers with few products are not underrepresented. */
function productOfAnySeller({ random, products, sellers }: World): Product {
  const seller = random.pick(sellers);
  return random.pick(products.filter((product) => product.sellerId === seller.sellingPartnerId));
}

/** Causes a new problem or, half of the time, undoes an earlier one, so that problems do not accumulate. */
function triggerProblem(world: World, product: Product): void {
  const undo = world.random.chance(0.5) ? world.random.pickOrNone(undoEvents(world)) : undefined;
  if (!undo && (product.isInStory || isResting(world, product))) return moveRankRandomly(world, product);
  try {
    applyEvent(world, undo ?? world.random.pick(troubles).cause(world, product), 'ambient');
  } catch (error) {
    // The event may not apply to this product; a closed listing, for example, has no buy box to lose.
    if (!(error instanceof EventError)) throw error;
    moveRankRandomly(world, product);
  }
}

const isResting = ({ clock }: World, { lastEventAt }: Product): boolean =>
  lastEventAt !== undefined && clock.now().getTime() - lastEventAt.getTime() < restMs;

function undoEvents(world: World): PostedEvent[] {
  const rested = world.products.filter((product) => !isResting(world, product) && !product.isInStory);
  return rested.flatMap((product) =>
    troubles.flatMap((trouble) => {
      const undo = trouble.resolve(world, product);
      return undo ? [undo] : [];
    }),
  );
}

function moveRankRandomly(world: World, product: Product): void {
  const from = product.rank;
  moveRank(world, product, Math.round(from * (0.96 + world.random.next() * 0.08)));
  recordAmbient(world, product, { type: 'rankMoved', detail: { from, to: product.rank } });
}

/** Adds the ratings without a review that are due. */
function addDueRatings(world: World, product: Product): void {
  const [from, to] = [product.ratedTimes, ratingsBy(product, world.clock.now())];
  if (to <= from) return moveRankRandomly(world, product);
  product.stars = withRatings(product.stars, { from, to });
  product.ratedTimes = to;
  world.announce('page', product);
  recordAmbient(world, product, { type: 'rated', detail: { count: to - from } });
}

/** Moves a search position by one or two, as search results vary during a day. */
function driftSearchPosition(world: World, product: Product): void {
  const [keyword, from] = world.random.pickOrNone([...product.searchPositions]) ?? [];
  if (keyword === undefined || from === undefined) return moveRankRandomly(world, product);
  const to = Math.max(1, from + world.random.pick([-2, -1, 1, 2]));
  product.searchPositions.set(keyword, to);
  recordAmbient(world, product, { type: 'searchDrifted', detail: { keyword, from, to } });
}

/** Changes a rival's price, but keeps it above the seller's price, so that the buy box holder does not change. */
function repriceRandomRival(world: World, product: Product): void {
  const rival = product.rivals.find((candidate) => candidate.sellerId !== product.buyBoxSellerId);
  if (!rival) return moveRankRandomly(world, product);
  const from = rival.priceCents;
  const wanted = Math.round(from * (0.98 + world.random.next() * 0.04));
  const to = Math.max(wanted, Math.round(product.usualPriceCents * 1.01));
  repriceRival(world, product, { sellerId: rival.sellerId, priceCents: to });
  recordAmbient(world, product, {
    type: 'rivalRepriced',
    detail: { sellerId: rival.sellerId, from: from / 100, to: to / 100 },
  });
}

function recordAmbient(world: World, product: Product, line: { type: string; detail: Record<string, unknown> }): void {
  const { asin, marketplace, sellerId } = product;
  world.ledger.append({ kind: 'ambient', asin, marketplace, sellerId, ...line });
}
