import { buildWebIfStale } from '../scripts/start/web-build.ts';
import { median, milliseconds, percentile, say, spread } from './lib/figures.ts';
import { measurePushLatency } from './lib/latency/push.ts';
import { measureSweepLatency } from './lib/latency/sweep.ts';

/**
 * Measures the latency from a change at the marketplace to the browser and the mail. With notifications, the latency is
 * compared with that of the database's own NOTIFY in the same run; without notifications, it is given in units of the
 * check period.
 */
const events = Number(process.argv[2] ?? 40);
const sweptEvents = Math.ceil(events / 3);

await buildWebIfStale();
const pushed = await measurePushLatency({ events, say });
say(`floor, insert and commit to NOTIFY to a plain client: ${milliseconds(pushed.floorMs, 2)}`);
for (const [path, timesMs] of pushed.streamMs)
  say(`event to the stream and its delta, ${path}: ${milliseconds(timesMs)}`);
say(`event to the page of a browser: ${milliseconds(pushed.pageMs)} (goal p99 ≤ 100 ms)`);
say(`event to the mail in the inbox: ${milliseconds(pushed.mailMs)} (goal p99 ≤ 1000 ms)`);

const swept = await measureSweepLatency({ events: sweptEvents, say });
for (const [type, periods] of swept) say(`without notifications, ${type}: ${spread(periods)} check periods (goal ≤ 1)`);

const all = [...pushed.streamMs.values()].flat();
say(
  `bench:latency: ${events} events by push, to the page p50 ${median(pushed.pageMs).toFixed(0)} ms ` +
    `p99 ${percentile(pushed.pageMs, 0.99).toFixed(0)} ms (goal ≤ 100), to the mail p99 ` +
    `${percentile(pushed.mailMs, 0.99).toFixed(0)} ms (goal ≤ 1000), the stream ` +
    `${(median(all) / median(pushed.floorMs)).toFixed(0)} × the floor; ${sweptEvents} by sweep within ` +
    `${Math.max(...[...swept.values()].flat()).toFixed(2)} check periods (goal ≤ 1)`,
);
