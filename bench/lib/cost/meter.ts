import { readFileSync } from 'node:fs';
import { cpuSeconds } from '../cpu.ts';

/** CPU time in milliseconds. */
export interface CpuUsage {
  node: number;
  database: number;
}

/** Measures the CPU of this process, without the simulated marketplace, and of PostgreSQL with all its backends. */
export interface CostMeter {
  /** CPU by part of the work. */
  readonly parts: ReadonlyMap<string, CpuUsage>;
  measure<T>(part: string, work: () => Promise<T>): Promise<T>;
  /** Runs work of the simulated marketplace, which is not counted. */
  excluded<T>(work: () => T): T;
  /** Resets all counters. */
  reset(): void;
  /** Returns the CPU since the last reset, including PostgreSQL's background work. */
  total(): CpuUsage;
}

export function costMeter(postgresPid: number): CostMeter {
  const parts = new Map<string, CpuUsage>();
  const allDatabaseMs = () => cpuSeconds([postgresPid]) * 1000;
  const databaseMs = () => descendantsOf(postgresPid).reduce((sum, pid) => sum + cpuMs(pid), 0);
  let excludedMs = 0;
  let beganAt = allDatabaseMs();
  const nodeMs = (): number => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000 - excludedMs;
  };
  return {
    parts,
    async measure(part, work) {
      const before = { database: databaseMs(), node: nodeMs() };
      try {
        return await work();
      } finally {
        const spent = parts.get(part) ?? { node: 0, database: 0 };
        // Reading the database's CPU takes time of this process and must come last.
        spent.node += nodeMs() - before.node;
        spent.database += databaseMs() - before.database;
        parts.set(part, spent);
      }
    },
    excluded(work) {
      const before = nodeMs();
      const result = work();
      excludedMs += nodeMs() - before;
      return result;
    },
    reset() {
      parts.clear();
      beganAt = allDatabaseMs();
    },
    total() {
      const node = [...parts.values()].reduce((sum, part) => sum + part.node, 0);
      return { node, database: allDatabaseMs() - beganAt };
    },
  };
}

/** Linux counts CPU time in ticks of 10 ms. */
const msPerTick = 10;

/** Returns all descendants. Reading all processes of the machine would cost more CPU than the measured work. */
function descendantsOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  // Processes with more than two siblings are backends, which have no children.
  return children.length > 2 ? children : children.flatMap((child) => [child, ...descendantsOf(child)]);
}

function cpuMs(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * msPerTick;
  } catch {
    return 0;
  }
}
