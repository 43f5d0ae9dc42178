import { isDeepStrictEqual } from 'node:util';
import { startStandIn } from '../scripts/processes/stand-in.ts';
import { withTemporaryDatabase } from '../scripts/postgres/temporary-database.ts';
import { openDb } from '../server/src/lib/db/db.ts';
import { dbLimits } from '../server/src/lib/db/limits.ts';
import { collectingWorld, type CollectingWorld } from './lib/billing/collecting-world.ts';
import { allSchedules, journeys, permutations, playJourney, playSilently, replayEvents, type Journey } from './lib/billing/event-journeys.ts'; // prettier-ignore
import { say } from './lib/figures.ts';

interface EventsOptions {
  /** Plays only every n-th schedule of a journey; 1 plays all schedules. */
  readonly every: number;
  /**
   * After the end of a journey, plays only every n-th combination of an order of all events and of the events delivered
   * twice.
   */
  readonly everyOrder: number;
  readonly print: (line: string) => void;
}

interface EventsOutcome {
  readonly played: number;
  readonly differences: readonly string[];
}

/**
 * Plays journeys with their events delivered in all orders, delivered twice, or three days late, and compares the state
 * in which each journey ends with the expected one.
 */
export async function playEvents(world: CollectingWorld, options: EventsOptions): Promise<EventsOutcome> {
  await world.happen({ type: 'rateLimit', perSecond: null });
  const differences: string[] = [];
  let played = 0;
  for (const journey of journeys) {
    const compare = (name: string, end: unknown) => {
      played += 1;
      if (!isDeepStrictEqual(end, journey.end)) differences.push(`${journey.name} ${name}: ${JSON.stringify(end)}`);
      if (played % 200 === 0) options.print(`${played} played, ${differences.length} end differently`);
    };
    for (const schedule of chosen(allSchedules(journey), options.every))
      compare(JSON.stringify(schedule), await playJourney(world, journey, schedule));
    await replayAll(world, journey, { ...options, compare });
  }
  return { played, differences };
}

async function replayAll(
  world: CollectingWorld,
  journey: Journey,
  { everyOrder, compare }: EventsOptions & { readonly compare: (name: string, end: unknown) => void },
): Promise<void> {
  const { stage, events } = await playSilently(world, journey);
  const doubles = Array.from({ length: 2 ** events.length }, (_, no) => events.filter((_event, at) => (no >> at) & 1));
  const runs = permutations(events).flatMap((order) => doubles.map((again) => [...order, ...again]));
  for (const order of chosen(runs, everyOrder)) {
    compare(order.map(({ type }) => type).join(', '), await replayEvents(stage, order));
  }
}

const chosen = <T>(all: readonly T[], every: number): readonly T[] => all.filter((_, no) => no % every === 0);

if (import.meta.main) {
  const [every = 1, everyOrder = 1] = process.argv.slice(2).map(Number);
  const standIn = await startStandIn({ speedup: 1 });
  await withTemporaryDatabase(async ({ workerUrl }) => {
    const db = openDb({ url: workerUrl, maxConnections: 4, limits: dbLimits.worker, onIdleError: () => undefined });
    const world = collectingWorld(db, standIn);
    const { played, differences } = await playEvents(world, { every, everyOrder, print: say });
    for (const difference of differences.slice(0, 20)) say(difference);
    say(`billing:events: ${played} deliveries of events, ${differences.length} end differently (goal 0)`);
    if (differences.length > 0) process.exitCode = 1;
    await db.close();
  });
  await standIn.stop();
}
