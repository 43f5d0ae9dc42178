import { parseSync, type ESTree, type Plugin } from 'vite';

/** Parts of a watchdog that only the server uses: its judges and their memory. */
const ofServer: ReadonlySet<string> = new Set(['judge', 'judgeWithoutFacts', 'memory']);

/**
 * Leaves the judges of the watchdogs out of the build, with all that only they use: half of the code of the watchdogs,
 * which every page with their names would load.
 */
export const withoutJudges = (): Plugin => ({
  name: 'watchpost-without-judges',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /shared\/src\/watchdogs\/kinds\/[\w-]+\.ts$/ },
    handler: (code, id) => ({ code: withoutJudge(id, code), map: null }),
  },
});

export function withoutJudge(fileName: string, code: string): string {
  const { body } = parseSync(fileName, code).program;
  const exported = body.find(({ type }) => type === 'ExportDefaultDeclaration');
  const call = exported?.type === 'ExportDefaultDeclaration' ? exported.declaration : null;
  const [definition] = call?.type === 'CallExpression' ? call.arguments : [];
  if (definition?.type !== 'ObjectExpression') throw new Error(`${fileName} exports no definition of a watchdog`);
  const kept = definition.properties.filter((property) => !isOfServer(property));
  const texts = kept.map(({ start, end }) => code.slice(start, end));
  return `${code.slice(0, definition.start)}{ ${texts.join(', ')} }${code.slice(definition.end)}`;
}

const isOfServer = (property: ESTree.ObjectPropertyKind): boolean =>
  property.type === 'Property' && property.key.type === 'Identifier' && ofServer.has(property.key.name);
