import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { isProcessAlive } from '../processes/processes.ts';

const inMemory = '/dev/shm';
const prefix = 'watchpost-test-';
/** The least free space in memory. The temporary files of the tests take up to 0.5 GB at a time. */
const leastRoom = 2 * 1024 ** 3;
const leastMemory = 4 * 1024 ** 3;

/**
 * Creates a folder in memory for temporary files. The 950 files of a test database are created ten times as fast there
 * as on a disk. Returns `null` if the system has no such place or not enough memory.
 */
export function createMemoryFolder(parent = inMemory): string | null {
  if (!existsSync(parent) || process.availableMemory() < leastMemory) return null;
  removeLeftovers(parent);
  const { bavail, bsize } = statfsSync(parent);
  if (bavail * bsize < leastRoom) return null;
  const folder = join(parent, `${prefix}${process.pid}`);
  try {
    // Other users can enter the folder, because PostgreSQL runs as another user if root starts it.
    mkdirSync(folder, { mode: 0o755 });
    return folder;
  } catch {
    return null;
  }
}

export function removeMemoryFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

/** Removes the folders of runs that were killed, because they occupy memory until the system restarts. */
function removeLeftovers(parent: string): void {
  for (const name of readdirSync(parent)) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length)) : 0;
    if (pid > 0 && !isProcessAlive(pid)) removeMemoryFolder(join(parent, name));
  }
}
