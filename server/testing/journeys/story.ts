import { watchdogOf } from '@app/shared/watchdogs/registry.ts';
import { bulkSetIssueStatus } from '../../src/features/triage/triage.ts';
import { putSettings } from '../../src/features/triage/settings.ts';
import { sourceOfAspect } from '../../src/features/observing/sources/registry.ts';
import type { ObservingWorld } from '../observing/observing.ts';
import { happenTo, patientTypes } from './cast.ts';
import { Teller, type AfterLook, type Chapter, type Item } from './teller.ts';
import type { Turn } from './journey.ts';
import { look, pass, setStage, type Stage } from './stage.ts';

export interface Story {
  readonly stage: Stage;
  readonly before: Chapter;
  readonly warns: Chapter;
  readonly begins: Chapter;
  readonly goesOn: Chapter;
  /** A day of noise while all problems are open. `noise` is a day of noise while no problem is open. */
  readonly noiseAmidst: Chapter;
  readonly ends: Chapter;
  /** At low sensitivity: five checks after the events have happened again. */
  readonly patience: Chapter;
  readonly noise: Chapter;
  readonly days: Chapter;
  /** Requests that the sandbox refused. */
  readonly refusals: readonly unknown[];
}

/** Runs the events of all journeys at the same time, because a check costs the same for one product and for all. */
export async function tellStory(world: ObservingWorld): Promise<Story> {
  const stage = await setStage(world);
  const teller = new Teller(stage);
  const before = await teller.chapter(async () => undefined);
  const warns = await teller.chapter((at) => teller.turn((journey) => journey.warns ?? null, at));
  await markSeen(stage, warns.items);
  const begins = await teller.chapter((at) => teller.turn((journey) => journey.begins, at));
  await markSeen(stage, begins.items);
  const goesOn = await teller.chapter((at) => teller.turn((journey) => journey.goesOn, at));
  await markSeen(stage, goesOn.items);
  const noiseAmidst = await teller.chapter((at) => noisyDay(stage, at));
  const ends = await teller.chapter((at) => teller.turn((journey) => endsAtOnce(journey.ends), at));
  const patience = await tellPatience(teller);
  const noise = await teller.chapter((at) => noisyDay(stage, at));
  const days = await teller.chapter((at) => passDays(stage, at));
  const refusals = await refusalsOf(world);
  teller.close();
  return { stage, before, warns, begins, goesOn, noiseAmidst, ends, patience, noise, days, refusals };
}

const endsAtOnce = (turn: Turn): Turn | null => (turn.withinDays === undefined ? turn : null);

/** Marks the open issues as seen. */
async function markSeen({ world, actor }: Stage, items: readonly Item[]): Promise<void> {
  const watchDogIds = items.filter(({ status }) => status === 1 || status === 2).map(({ itemId }) => itemId);
  await bulkSetIssueStatus(world.ctx, actor, { watchDogIds, issueStatus: 1 });
}

const isOfPatient = (source: string): boolean =>
  [...patientTypes].some((type) => watchdogOf(type)?.reads.some((aspect) => sourceOfAspect[aspect] === source));

async function tellPatience(teller: Teller): Promise<Chapter> {
  const { stage } = teller;
  const patient = stage.travellers.filter(({ type }) => patientTypes.has(type));
  for (const { type } of patient) {
    await putSettings(stage.world.ctx, stage.actor, { type, settings: { sensitivity: 'LOW' } });
  }
  const chapter = await teller.chapter(async (afterLook) => {
    for (const traveller of patient) {
      const { begins, goesOn } = traveller.journey;
      await happenTo(stage.world, traveller, [...begins.events, ...(goesOn?.events ?? [])]);
    }
    for (let count = 1; count <= 5; count += 1) {
      await look(stage, isOfPatient);
      await afterLook();
    }
  });
  for (const traveller of patient) await happenTo(stage.world, traveller, traveller.journey.ends.events);
  await teller.chapter(async () => {
    for (let count = 1; count <= 4; count += 1) await look(stage, isOfPatient);
    // People are told of items that went to and fro in this story once the items have been stable for an hour.
    await pass(stage.world, 60);
  });
  return chapter;
}

async function noisyDay(stage: Stage, afterLook: AfterLook): Promise<void> {
  for (let count = 1; count <= 3; count += 1) {
    for (const traveller of stage.travellers) await happenTo(stage.world, traveller, [{ type: 'noise' }]);
    await look(stage);
    await afterLook();
  }
}

/** Checks orders only, because other things happen to the products over several days. */
async function passDays({ world, travellers, tenantId }: Stage, afterLook: AfterLook): Promise<void> {
  const patient = travellers.filter(({ journey }) => journey.ends.withinDays !== undefined);
  for (const traveller of patient) await happenTo(world, traveller, traveller.journey.ends.events);
  const most = Math.max(0, ...patient.map(({ journey }) => journey.ends.withinDays ?? 0));
  for (let day = 1; day <= most; day += 1) {
    await pass(world, 1440);
    await world.runAllDue((key) => key.tenantId === tenantId && key.source === 'orders');
    if ((await afterLook()).length >= patient.length) return;
  }
}

async function refusalsOf({ sandbox }: ObservingWorld): Promise<readonly unknown[]> {
  const ledger = (await sandbox.control('GET', '/sandbox/ledger')) as readonly { readonly kind: string }[];
  return ledger.filter(({ kind }) => kind === 'refusal');
}
