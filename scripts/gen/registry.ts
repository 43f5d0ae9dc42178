import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { inRoot } from '../root.ts';

const kindsFolder = inRoot('shared/src/watchdogs/kinds');

export function kindFiles(): string[] {
  return readdirSync(kindsFolder)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .toSorted();
}

/** Returns the type of a kind's file: `lost-buybox.ts` contains `lostBuybox`. */
export function typeOfFile(file: string): string {
  return basename(file, '.ts').replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** The content of `shared/src/watchdogs/registry.ts`. */
export function registry(files: readonly string[]): string {
  const types = files.map(typeOfFile);
  const imports = files.map((file) => `import ${typeOfFile(file)} from './kinds/${file}';`);
  return `// Written by \`npm run gen\` from the files of kinds/.
import type { Watchdog } from './model/define.ts';
${imports.join('\n')}

export type WatchdogType = ${types.map((type) => `'${type}'`).join(' | ') || 'never'};

export const watchdogsByType: Readonly<Record<WatchdogType, Watchdog>> = { ${types.join(', ')} };

export const watchdogs: readonly Watchdog[] = Object.values(watchdogsByType);

export const isWatchdogType = (type: string): type is WatchdogType => Object.hasOwn(watchdogsByType, type);

export const watchdogOf = (type: string): Watchdog | undefined =>
  isWatchdogType(type) ? watchdogsByType[type] : undefined;
`;
}
