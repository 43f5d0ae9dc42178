import { readFileSync } from 'node:fs';
import { cpuSeconds } from '../cpu.ts';

/** CPU milliseconds. */
export interface Spent {
  node: number;
  database: number;
}

/** Who has used the CPU: this process (without what stands in for the marketplace) and PostgreSQL with all its backends. */
export interface CostMeter {
  /** By what was done. */
  readonly parts: ReadonlyMap<string, Spent>;
  measure<T>(part: string, work: () => Promise<T>): Promise<T>;
  /** The stand-in's own work. */
  excluded<T>(work: () => T): T;
  /** Begins anew. */
  reset(): void;
  /** Since it began anew; of PostgreSQL also what it did in between by itself. */
  total(): Spent;
}

export function costMeter(postgresPid: number): CostMeter {
  const parts = new Map<string, Spent>();
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
        // The look at the database's processes takes CPU itself, and comes after.
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

/** Linux counts in ticks of a hundredth of a second. */
const msPerTick = 10;

/** All that descend from it. To look at every process of the machine each time would cost more than what is measured. */
function descendantsOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  // Backends have no children, and are many.
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
