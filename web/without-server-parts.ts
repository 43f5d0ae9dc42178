import { parseSync, Visitor, type ESTree, type Plugin } from 'vite';

/** The fields of a declaration that only the server reads, by the function that takes the declaration. */
const serverFields: Readonly<Record<string, ReadonlySet<string>>> = {
  // The fields of watchdogs: their judges and memory, which are half of their code.
  defineWatchdog: new Set(['judge', 'judgeWithoutFacts', 'memory']),
  // The fields of calls: the form of requests, who may call, and documentation. The browser checks answers only.
  endpoint: new Set([
    'summary',
    'access',
    'scope',
    'params',
    'query',
    'body',
    'errors',
    'largeBody',
    'upload',
    'withoutTwoFactor',
    'whileUnserved',
    'needsProof',
    'withoutCsrf',
  ]),
};

/** The fields of a call whose answer the browser does not check. */
const uncheckedMarks: ReadonlySet<string> = new Set(['raw', 'validatedOnce']);

/** The calls for programs are left whole: a page describes them from their declarations. */
const declarations = /\/shared\/src\/(?:watchdogs\/kinds|contract)\/[\w-]+\.ts$/;

/**
 * Leaves the server's parts of the declarations of watchdogs and calls out of the build, with all code that only these
 * parts use: every page would otherwise load and run that code.
 */
export const withoutServerParts = (): Plugin => ({
  name: 'watchpost-without-server-parts',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: declarations },
    handler: (code, id) => ({ code: keepBrowserParts(id, code), map: null }),
  },
});

export function keepBrowserParts(fileName: string, code: string): string {
  const removed: { readonly start: number; readonly end: number }[] = [];
  const visitor = new Visitor({
    CallExpression({ callee, arguments: [declaration] }) {
      const fields = callee.type === 'Identifier' ? serverFields[callee.name] : undefined;
      if (!fields || declaration?.type !== 'ObjectExpression') return;
      const isUnchecked = declaration.properties.some((property) => uncheckedMarks.has(nameOf(property)));
      const isUnused = (name: string): boolean => fields.has(name) || (isUnchecked && name === 'response');
      removed.push(...declaration.properties.filter((property) => isUnused(nameOf(property))));
    },
  });
  visitor.visit(parseSync(fileName, code).program);
  let kept = code;
  for (const { start, end } of removed.toSorted((a, b) => b.start - a.start)) {
    kept = kept.slice(0, start) + kept.slice(end).replace(/^\s*,/, '');
  }
  return kept;
}

const nameOf = (property: ESTree.ObjectPropertyKind): string =>
  property.type === 'Property' && property.key.type === 'Identifier' ? property.key.name : '';
