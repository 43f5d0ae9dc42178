import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { captureEntries } from './captures.ts';
import { exampleEntries } from './models.ts';
import type { ReplayEntry } from './replay-entry.ts';
import { createReplay, type Replay } from './replay.ts';

/** Reads folders of captured responses and of Amazon's models. Entry names do not depend on the location. */
export function loadReplay(folders: readonly string[]): Replay {
  const entries = folders.flatMap((folder) => foldersIn(folder).flatMap(entriesOf));
  if (entries.length === 0) throw new Error(`Nothing to replay in ${folders.join(', ')}`);
  return createReplay(entries);
}

function foldersIn(folder: string): string[] {
  const inner = readdirSync(folder).map((name) => join(folder, name));
  return [folder, ...inner.filter((path) => statSync(path).isDirectory()).toSorted()];
}

function entriesOf(folder: string): ReplayEntry[] {
  const files = readdirSync(folder)
    .filter((name) => statSync(join(folder, name)).isFile())
    .toSorted();
  return [
    ...captureEntries(folder, files),
    ...files.flatMap((name) => (isModel(name) ? exampleEntries(folder, name) : [])),
  ];
}

const isModel = (name: string): boolean => name.endsWith('.json') && !name.endsWith('.http.json');
