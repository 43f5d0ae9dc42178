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
 * parts use: every page would otherwise load and run that code. The form of an answer is constructed when the first
 * answer is checked: constructing those of all calls takes a twelfth of a page's start.
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

/** The replacement of a field of a declaration; an empty text removes the field. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export function keepBrowserParts(fileName: string, code: string): string {
  const edits: Edit[] = [];
  const visitor = new Visitor({
    CallExpression({ callee, arguments: [declaration] }) {
      const fields = callee.type === 'Identifier' ? serverFields[callee.name] : undefined;
      if (!fields || declaration?.type !== 'ObjectExpression') return;
      const { properties } = declaration;
      const isUnchecked = properties.some((property) => uncheckedMarks.has(nameOf(property)));
      for (const property of properties) {
        const { start, end } = property;
        const name = nameOf(property);
        if (fields.has(name) || (isUnchecked && name === 'response')) edits.push({ start, end, text: '' });
        else if (name === 'response') edits.push({ start, end, text: lazyField(name, code.slice(start, end)) });
      }
    },
  });
  visitor.visit(parseSync(fileName, code).program);
  let kept = code;
  for (const { start, end, text } of edits.toSorted((one, other) => other.start - one.start)) {
    const rest = kept.slice(end);
    kept = `${kept.slice(0, start)}${text}${text === '' ? rest.replace(/^\s*,/, '') : rest}`;
  }
  return kept;
}

/** Returns a getter in place of the field `name: value`, which keeps the value after it is first read. */
function lazyField(name: string, field: string): string {
  const value = field.slice(field.indexOf(':') + 1).trim();
  return `get ${name}() { const value = ${value}; Object.defineProperty(this, '${name}', { value }); return value; }`;
}

const nameOf = (property: ESTree.ObjectPropertyKind): string =>
  property.type === 'Property' && property.key.type === 'Identifier' ? property.key.name : '';
