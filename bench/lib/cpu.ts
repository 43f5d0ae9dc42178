import { readFileSync, readdirSync } from 'node:fs';

/** Linux counts CPU time in ticks of 10 ms. */
const ticksPerSecond = 100;

interface ProcessTimes {
  readonly parent: number;
  /** CPU time of the process and of its ended children. */
  readonly seconds: number;
}

/** Returns the CPU seconds of processes and all their descendants, including PostgreSQL's backends. */
export function cpuSeconds(roots: readonly number[]): number {
  const all = new Map<number, ProcessTimes>();
  for (const name of readdirSync('/proc')) {
    const times = /^\d+$/.test(name) ? timesOf(Number(name)) : null;
    if (times) all.set(Number(name), times);
  }
  const isCounted = (pid: number): boolean => {
    const times = all.get(pid);
    return times !== undefined && (roots.includes(pid) || isCounted(times.parent));
  };
  let seconds = 0;
  for (const [pid, times] of all) if (isCounted(pid)) seconds += times.seconds;
  return seconds;
}

function timesOf(pid: number): ProcessTimes | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command name is in parentheses and may contain spaces; only numbers follow it.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [parent = 0, utime = 0, stime = 0, cutime = 0, cstime = 0] = [1, 11, 12, 13, 14].map(
      (index) => fields[index],
    );
    return { parent, seconds: (utime + stime + cutime + cstime) / ticksPerSecond };
  } catch {
    return null;
  }
}
