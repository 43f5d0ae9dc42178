import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from '../root.ts';

export interface Source {
  /** The path relative to the root folder of the project. */
  path: string;
  text: string;
  /** The text with comments replaced by spaces, with the same line numbers. */
  code: string;
  /** The files of this project that the source file imports, relative to the root. */
  imports: readonly string[];
  /** The npm packages whose code the source file imports. Packages of which it imports only types are left out. */
  packages: readonly string[];
}

const FOLDERS = '{shared,server,web,sandbox,scripts,e2e,bench}/**/*.{ts,tsx,mjs}';

export const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path);

/** Reads every source file of the project with its imports. */
export function readSources(): Source[] {
  const paths = globSync([FOLDERS, '*.ts'], {
    cwd: root,
    exclude: (path) => path.includes('node_modules') || path.includes('dist'),
  });
  return paths.toSorted().map((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    const imports = specifiersOf(text)
      .map(({ specifier }) => fileOf(path, specifier))
      .filter((target) => target !== null);
    return { path, text, code: withoutComments(text), imports, packages: packagesOf(text) };
  });
}

export function withoutComments(text: string): string {
  return text
    .replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ' '))
    .replaceAll(/(?<![:'"`\\/])\/\/.*$/gm, '');
}

function specifiersOf(text: string): readonly { specifier: string; isType: boolean }[] {
  const named = /(?:^|\n)\s*(?:import|export)\s(type\s)?[^'"`;]*?from\s*['"]([^'"]+)['"]/g;
  const bare = /(?:^|\n)\s*import\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g;
  return [
    ...[...text.matchAll(named)].map((match) => ({ specifier: match[2] ?? '', isType: match[1] !== undefined })),
    ...[...text.matchAll(bare)].map((match) => ({ specifier: match[1] ?? match[2] ?? '', isType: false })),
  ];
}

function packagesOf(text: string): string[] {
  return specifiersOf(text)
    .filter(({ specifier, isType }) => !isType && !/^(\.|node:|@app\/)/.test(specifier))
    .map(({ specifier }) => /^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier);
}

function fileOf(path: string, specifier: string): string | null {
  if (specifier.startsWith('@app/')) {
    const [workspace = '', ...rest] = specifier.slice('@app/'.length).split('/');
    return rest[0] === 'testing' ? join(workspace, ...rest) : join(workspace, 'src', ...rest);
  }
  return specifier.startsWith('.') ? relative(root, join(root, dirname(path), specifier)) : null;
}

/** Returns the first import cycle as a list of files, or `null`. */
export function findCycle(sources: readonly Source[]): string[] | null {
  const targets = new Map(sources.map((source) => [source.path, source.imports]));
  const done = new Set<string>();
  const visit = (path: string, way: readonly string[]): string[] | null => {
    if (way.includes(path)) {
      return [...way.slice(way.indexOf(path)), path];
    }
    if (done.has(path)) {
      return null;
    }
    for (const target of targets.get(path) ?? []) {
      const cycle = visit(target, [...way, path]);
      if (cycle !== null) {
        return cycle;
      }
    }
    done.add(path);
    return null;
  };
  for (const { path } of sources) {
    const cycle = visit(path, []);
    if (cycle !== null) {
      return cycle;
    }
  }
  return null;
}

/** The paths of this project that a document cites in backticks. */
export function citedPaths(document: string): string[] {
  const code = readFileSync(join(root, document), 'utf8').matchAll(/`([^`\n]+)`/g);
  return (
    [...code]
      .map((match) => match[1] ?? '')
      .filter((text) => /^(shared|server|web|sandbox|scripts|e2e|bench|docs|\.ci)\/[\w./*-]*$/.test(text))
      // A recipe may name a file that the reader will create.
      .filter((text) => !text.includes('NNNN'))
  );
}

export function pathExists(path: string): boolean {
  return path.includes('*') ? globSync(path, { cwd: root }).length > 0 : existsSync(join(root, path));
}

export function documents(): string[] {
  return globSync(['*.md', 'docs/**/*.md'], { cwd: root });
}
