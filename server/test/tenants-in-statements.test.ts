import { expect, test } from 'vitest';
import { isTest, readSources, type Source } from '../../scripts/architecture/sources.ts';

/** Statements for one tenant or for all, as their caller asks. */
const forOneOrAll = ['server/src/features/billing/budget/budget-queries.ts'];

/**
 * A cluster finds the node of a tenant by the conditions of a statement. It takes the id over to a table by a plain join,
 * and not into subqueries and outer joins: with those alone the statement asks all nodes, and fails when one is away.
 */
test('a statement that knows its tenant names it for each table that it does not join plainly', () => {
  const sources = readSources().filter(({ path }) => path.startsWith('server/src/') && !isTest(path));

  expect(sources.filter(({ path }) => !forOneOrAll.includes(path)).flatMap(findTakenOver)).toEqual([]);
  const outer = 'sql`select 1 from a left join b on b.tenant_id = a.tenant_id where a.tenant_id = ${tenantId}`';
  expect(findTakenOver({ path: 'x.ts', text: '', imports: [], code: outer })).toEqual([
    'x.ts:1: b.tenant_id = a.tenant_id',
  ]);
  expect(findTakenOver({ path: 'x.ts', text: '', imports: [], code: outer.replace('left ', '') })).toEqual([]);
});

const clauses =
  /\b(?:left join lateral|cross join lateral|join lateral|left join|right join|full join|join|where|from|using|set)\b/g;

function findTakenOver({ path, code }: Source): readonly string[] {
  return statementsIn(code).flatMap(({ text, at }) => {
    if (!text.includes('tenant_id = ${')) return [];
    return [...text.matchAll(/\b\w+\.tenant_id = \w+\.tenant_id\b/g)]
      .filter(({ index }) => text.slice(0, index).match(clauses)?.at(-1) !== 'join')
      .map(({ 0: condition, index }) => `${path}:${code.slice(0, at + index).split('\n').length}: ${condition}`);
  });
}

interface Statement {
  readonly text: string;
  readonly at: number;
}

/** The templates of SQL, with those inside them. */
function statementsIn(code: string): readonly Statement[] {
  return [...code.matchAll(/\bsql(?:<[^`]*?>)?`/g)].map((match) => {
    const at = match.index + match[0].length;
    return { at, text: code.slice(at, endOfTemplate(code, at)) };
  });
}

function endOfTemplate(code: string, from: number): number {
  let depth = 0;
  for (let index = from; index < code.length; index += 1) {
    if (code[index] === '`' && depth === 0) return index;
    if (code.startsWith('${', index) || (depth > 0 && code[index] === '{' && code[index - 1] !== '$')) depth += 1;
    if (depth > 0 && code[index] === '}') depth -= 1;
  }
  return code.length;
}
