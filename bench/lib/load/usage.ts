import { readFileSync } from 'node:fs';
import { mean } from '../figures.ts';
import { cpuSeconds } from '../cpu.ts';

/** A process, or a process with its descendants, whose memory and CPU time are measured together. */
interface MeasuredPart {
  readonly name: string;
  readonly pid: number;
  /** Whether the part is this process without its descendants, which are parts of their own. */
  readonly isAlone?: boolean;
  /** Whether the part generates load or is the floor, and so is no part of the product. */
  readonly isPeer?: boolean;
}

export interface PartUsage {
  readonly name: string;
  readonly cpuSeconds: number;
  /** The lowest memory in MB in each twelfth of the time; higher values contain garbage that is not yet collected. */
  readonly lowsMb: readonly number[];
  /** The slope of `lowsMb`. */
  readonly mbPerHour: number;
  /** Whether the memory grows by less than a twentieth in an hour. */
  readonly isFlat: boolean;
  readonly isPeer: boolean;
}

interface Sample {
  readonly atMs: number;
  readonly mb: number;
}

const flatShare = 1 / 20;
const windows = 12;

/** Measures the parts from its construction on. */
export class UsageMeter {
  readonly #parts: readonly MeasuredPart[];
  readonly #cpuBefore: ReadonlyMap<string, number>;
  readonly #samples = new Map<string, Sample[]>();

  constructor(parts: readonly MeasuredPart[]) {
    this.#parts = parts;
    this.#cpuBefore = new Map(parts.map((part) => [part.name, cpuOf(part)]));
  }

  sample(): void {
    const atMs = performance.now();
    for (const part of this.#parts) {
      const { name } = part;
      const sample = { atMs, mb: memoryMb(part) };
      this.#samples.set(name, [...(this.#samples.get(name) ?? []), sample]);
    }
  }

  usage(): PartUsage[] {
    return this.#parts.map((part) => {
      const { name, isPeer = false } = part;
      const samples = this.#samples.get(name) ?? [];
      const lows = lowest(samples);
      const mbPerHour = slope(lows) * 3_600_000;
      return {
        name,
        cpuSeconds: cpuOf(part) - (this.#cpuBefore.get(name) ?? 0),
        lowsMb: lows.map(({ mb }) => mb),
        mbPerHour,
        isFlat: mbPerHour < (lows.at(-1)?.mb ?? NaN) * flatShare,
        isPeer,
      };
    });
  }
}

/** The lowest sample of each window. */
function lowest(samples: readonly Sample[]): Sample[] {
  const size = Math.max(1, Math.ceil(samples.length / windows));
  return Array.from({ length: Math.ceil(samples.length / size) }, (_, window) =>
    samples.slice(window * size, (window + 1) * size).reduce((a, b) => (b.mb < a.mb ? b : a)),
  );
}

/** Returns the slope of the regression line, in MB per millisecond. */
function slope(samples: readonly Sample[]): number {
  const [x, y] = [mean(samples.map(({ atMs }) => atMs)), mean(samples.map(({ mb }) => mb))];
  const spread = samples.reduce((sum, { atMs }) => sum + (atMs - x) ** 2, 0);
  return spread === 0 ? 0 : samples.reduce((sum, { atMs, mb }) => sum + (atMs - x) * (mb - y), 0) / spread;
}

function cpuOf({ pid, isAlone = false }: MeasuredPart): number {
  if (!isAlone) return cpuSeconds([pid]);
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** Returns the memory in MB that belongs to the processes alone, without PostgreSQL's shared buffers. */
function memoryMb({ pid, isAlone = false }: MeasuredPart): number {
  const descendants = isAlone ? [] : descendantsOf(pid);
  return [pid, ...descendants].reduce((sum, one) => sum + anonymousMb(one), 0);
}

function descendantsOf(pid: number): number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
    return children.flatMap((child) => [child, ...descendantsOf(child)]);
  } catch {
    return [];
  }
}

function anonymousMb(pid: number): number {
  try {
    const [, kB = 0] = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kB) / 1024;
  } catch {
    return 0;
  }
}
