import { milliseconds, percentile } from '../figures.ts';
import type { DashboardFigures } from './dashboards.ts';
import type { Floor } from './floor.ts';
import type { MarketCounts } from './market-calls.ts';
import type { SeenDelays } from './seen-changes.ts';
import type { PartUsage } from './usage.ts';

export interface LoadFigures {
  readonly minutes: number;
  readonly usage: readonly PartUsage[];
  readonly sweeps: { readonly late: number; readonly overdueSeconds: number };
  readonly counts: { readonly before: MarketCounts; readonly after: MarketCounts };
  readonly dashboards: DashboardFigures;
  readonly floor: Pick<Floor, 'pollMs' | 'eventMs'>;
  readonly changes: SeenDelays & { readonly all: number };
}

const goalMs = 100;

/** Returns the lines that `bench:load` prints. The last one has the figures with goals. */
export function reportLoad(figures: LoadFigures): string[] {
  const { sweeps, dashboards, changes } = figures;
  const isFlat = figures.usage.every((part) => part.isFlat || part.isPeer);
  const seen =
    dashboards.firstMs.length === 0
      ? ''
      : `, poll p99 ${percentile(pollMs(figures), 0.99).toFixed(0)} ms (goal ≤ ${goalMs}), event to the page ` +
        `p99 ${percentile(changes.firstMs, 0.99).toFixed(0)} ms (goal ≤ ${goalMs})`;
  return [
    ...marketLines(figures),
    ...usageLines(figures),
    `sweeps that had not begun a minute after they were due: ${sweeps.late} (goal 0); the latest began ` +
      `${sweeps.overdueSeconds.toFixed(1)} s late`,
    ...(dashboards.firstMs.length === 0 ? [] : dashboardLines(figures)),
    `bench:load: memory ${isFlat ? 'flat' : 'grows'} (goal flat), ${sweeps.late} late sweeps (goal 0)${seen}`,
  ];
}

function marketLines({ counts: { before, after }, minutes }: LoadFigures): string[] {
  const calls = increasesOf(before.calls, after.calls);
  const refusals = increasesOf(before.refusals, after.refusals);
  const beyond = refusals.reduce((sum, [, count]) => sum + count, 0);
  return [
    `calls a minute: ${calls.map(([operation, count]) => `${operation} ${(count / minutes).toFixed(1)}`).join(', ')}`,
    `${beyond} calls beyond the usage plans${refusals.map(([operation, count]) => `, ${count} × ${operation}`).join('')}`,
    `${after.mails - before.mails} mails, ` +
      `${after.webhooks - before.webhooks} webhooks, ${after.waitingNotifications} notifications waiting at the end`,
  ];
}

type Counts = Readonly<Record<string, number>>;

/** Returns what was added to each count, most first. */
const increasesOf = (before: Counts, after: Counts): readonly (readonly [name: string, count: number])[] =>
  Object.entries(after)
    .map(([name, count]) => [name, count - (before[name] ?? 0)] as const)
    .filter(([, count]) => count > 0)
    .toSorted(([, a], [, b]) => b - a);

function usageLines({ usage, minutes }: LoadFigures): string[] {
  const share = ({ name, cpuSeconds }: PartUsage): string =>
    `${name} ${((cpuSeconds / minutes / 60) * 100).toFixed(1)} %`;
  return [
    ...usage.map(
      ({ name, lowsMb, mbPerHour, isFlat }) =>
        `memory of ${name} in MB: ${lowsMb.map((mb) => mb.toFixed(0)).join(' ')}, slope ` +
        `${mbPerHour.toFixed(0)} MB an hour, ${isFlat ? 'flat' : 'not flat'}`,
    ),
    `CPU of one core: ${usage.map(share).join(', ')}`,
  ];
}

function dashboardLines({ dashboards, floor, changes }: LoadFigures): string[] {
  const { unchangedMs, deltaMs } = dashboards;
  const failures = [...dashboards.failures].map(([what, times]) => `${times} × ${what}`);
  return [
    `first loads: ${milliseconds(dashboards.firstMs)}`,
    `floor, hello world with session and tenant: ${milliseconds(floor.pollMs, 1)}`,
    ...(unchangedMs.length > 0
      ? [`polls that found nothing: ${milliseconds(unchangedMs, 1)}, ${ratios(unchangedMs, floor.pollMs)}`]
      : []),
    ...(deltaMs.length > 0
      ? [`polls that got changes: ${milliseconds(deltaMs, 1)}, ${ratios(deltaMs, floor.pollMs)}`]
      : []),
    ...(dashboards.triageMs.length > 0 ? [`triage: ${milliseconds(dashboards.triageMs, 1)}`] : []),
    `floor, insert to notification to stream: ${milliseconds(floor.eventMs, 1)}`,
    `event to the page: ${milliseconds(changes.firstMs)} (goal p99 ≤ ${goalMs} ms), ${ratios(changes.firstMs, floor.eventMs)}; ` +
      `${changes.unseen} of ${changes.all} changes were not seen`,
    `of it until the event of the stream: ${milliseconds(changes.eventMs)}`,
    `wrong answers to dashboards: ${failures.length === 0 ? 'none' : failures.join(', ')}`,
  ];
}

const pollMs = ({ dashboards: { unchangedMs, deltaMs } }: LoadFigures): readonly number[] => [
  ...unchangedMs,
  ...deltaMs,
];

const ratios = (ours: readonly number[], floor: readonly number[]): string =>
  [0.5, 0.99]
    .map((share) => `p${share * 100} ${(percentile(ours, share) / percentile(floor, share)).toFixed(1)} × the floor`)
    .join(', ');
