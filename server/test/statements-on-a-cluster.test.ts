import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isTest, readSources, type Source } from '../../scripts/architecture/sources.ts';

/**
 * A cluster finds the node of a tenant by the conditions of a statement. Citus applies the condition on one table to
 * the tables that are joined with it plainly, but not to those in subqueries and outer joins, and not through a CTE:
 * without a condition of their own the statement asks all nodes, and fails when one is away, or is refused.
 */
test('a statement that knows its tenant names it for each table that it does not join plainly', () => {
  const sources = readSources().filter(({ path }) => path.startsWith('server/src/') && !isTest(path));

  expect(findTakenOver(sources)).toEqual([]);
  const outer = 'sql`select 1 from a left join b on b.tenant_id = a.tenant_id where a.tenant_id = ${tenantId}`';
  expect(findTakenOver([file(outer)])).toEqual(['x.ts:1: b.tenant_id = a.tenant_id']);
  expect(findTakenOver([file(outer.replace('left ', ''))])).toEqual([]);
  const read = 'with c as materialized (select * from a where a.tenant_id = ${tenantId}) select 1 from c x';
  expect(findTakenOver([file(`sql\`${read} join b on b.tenant_id = x.tenant_id\``)])).toHaveLength(1);
  const stored = 'with c as (insert into a values (${tenantId}) returning tenant_id) update b set d = 1 from c';
  expect(findTakenOver([file(`sql\`${stored} where b.tenant_id = c.tenant_id\``)])).toHaveLength(1);
  const part = 'const c = sql`exists (select 1 from b where b.tenant_id = a.tenant_id)`;\n';
  expect(findTakenOver([file(`${part}sql\`select \${c} from a where a.tenant_id = \${tenantId}\``)])).toEqual([
    'x.ts:2: b.tenant_id = a.tenant_id',
  ]);
  expect(findTakenOver([file(`${part}sql\`select \${c} from a\``)])).toEqual([]);
});

/**
 * A cluster copies the rows that a statement selects and inserts, which row-level security refuses unless the statement
 * has `returning` or `on conflict`.
 */
test('a statement that inserts the rows it selects returns them, or says what happens on a conflict', () => {
  const sources = readSources().filter(({ path }) => /^server\/(?:src|testing)\//.test(path));

  expect(sources.flatMap(findCopied)).toEqual([]);
  const copied = 'sql`insert into a (b) select 1`';
  expect(findCopied(file(copied))).toEqual(['x.ts:1: insert into a']);
  expect(findCopied(file(copied.replace('1`', '1 returning b`')))).toEqual([]);
  expect(findCopied(file('sql`with a as (insert into b (c) select 1) select 1 from d on conflict`'))).toHaveLength(1);
  expect(findCopied(file('sql`insert into a (b) values ((select 1))`'))).toEqual([]);
});

/**
 * A cluster numbers rows on the coordinator. A statement that selects such rows from a table is planned before its
 * tenant is known, and asks all nodes.
 */
test('a statement does not insert what it selects from a table into one that numbers its rows', () => {
  const sources = readSources().filter(({ path }) => path.startsWith('server/src/') && !isTest(path));

  expect(sources.flatMap(findNumbered)).toEqual([]);
  const numbered = 'sql`insert into messages (tenant_id) select t.tenant_id from tenants t returning 1`';
  expect(findNumbered(file(numbered))).toEqual(['x.ts:1: insert into messages from tenants']);
  expect(findNumbered(file(numbered.replace('tenants t', 'unnest(a) t')))).toEqual([]);
  expect(findNumbered(file(numbered.replace('into messages', 'into items')))).toEqual([]);
});

/**
 * A cluster plans an insert of selected rows before it knows the tenant. It sends the rows of a CTE that is not inlined
 * to all nodes, and fails when one is away. PostgreSQL inlines a CTE that is read once.
 */
test('a statement that inserts what it selects inlines the CTEs that it reads', () => {
  const sources = readSources().filter(({ path }) => path.startsWith('server/src/') && !isTest(path));

  expect(sources.flatMap(findSent)).toEqual([]);
  const twice =
    'sql`with a as (select 1) insert into b (c) select ${tenantId} from a join d on e in (select f from a)`';
  expect(findSent(file(twice))).toEqual(['x.ts:1: a']);
  expect(findSent(file(twice.replace('a as', 'a as not materialized')))).toEqual([]);
  expect(findSent(file(twice.replace('select f from a', 'select f')))).toEqual([]);
  expect(findSent(file(twice.replace('a as', 'a as materialized').replace('select f from a', '1')))).toHaveLength(1);
});

/**
 * A cluster refuses functions that are not immutable where a statement changes a row by its columns, chooses a value or
 * returns rows.
 */
test('a statement changes and returns rows by immutable functions', () => {
  const sources = readSources().filter(({ path }) => path.startsWith('server/src/') && !isTest(path));

  expect(sources.flatMap(findStable)).toEqual([]);
  const stable = "sql`update a set b = case when b ? 'c' then jsonb_build_object('c', b -> 'c') end where d`";
  expect(findStable(file(stable))).toEqual(['x.ts:1: jsonb_build_object']);
  expect(findStable(file(stable.replace('set b', 'set b = 1 where b')))).toEqual([]);
  expect(findStable(file('sql`delete from a returning to_jsonb(b)`'))).toEqual(['x.ts:1: to_jsonb']);
  expect(findStable(file('sql`update a set b = (select to_jsonb(c) from c), d = 1`'))).toEqual([]);
});

/**
 * A cluster refuses an interval that is added to an instant of the changed row, because a day may have 23 hours in the
 * time zone of the connection. The feature tests run on a cluster too.
 */
test('a statement moves the instants of a row in UTC', () => {
  const sources = readSources().filter(({ path }) => path.startsWith('server/src/features/'));

  expect(sources.flatMap(findMoved)).toEqual([]);
  const moved = "sql`update a set b = a.b - interval '1 day' where c`";
  expect(findMoved(file(moved))).toEqual(['x.ts:1: a.b - interval']);
  expect(findMoved(file(moved.replace('a.b -', "(a.b at time zone 'UTC') -")))).toEqual([]);
});

/** A cluster sends the short form of `case` to a node as a comparison of the parameter with a truth value. */
test('a statement that chooses by a parameter compares it in each condition', () => {
  const sources = readSources().filter(({ path }) => path.startsWith('server/src/') && !isTest(path));

  expect(sources.flatMap(findShortForms)).toEqual([]);
  expect(findShortForms(file("sql`update a set b = case ${c} when 'd' then 1 end`"))).toEqual(['x.ts:1']);
  expect(findShortForms(file("sql`update a set b = case when ${c} = 'd' then 1 end`"))).toEqual([]);
});

const file = (code: string): Source => ({ path: 'x.ts', text: '', imports: [], packages: [], code });

const knownTenant = /\$\{(?:\w+\.)*tenantId\}/;
const insertOfSelected = /insert into \w+(?:(?!\bvalues\b)[^;])*?\bselect\b/;
const clauses =
  /\b(?:left join lateral|cross join lateral|join lateral|left join|right join|full join|join|where|from|using|set)\b/g;

function findTakenOver(sources: readonly Source[]): readonly string[] {
  const parts = sources.map((source) => ({ path: source.path, named: partsIn(source.code) }));
  return sources.flatMap(({ path, code, imports }) => {
    const near = parts.filter((part) => part.path === path || imports.includes(part.path));
    const whole = (text: string): string =>
      text.replaceAll(/\$\{(\w+)/g, (mention, name: string) =>
        [mention, ...near.flatMap(({ named }) => named.get(name)?.map(whole) ?? [])].join(' '),
      );
    return statementsIn(code).flatMap(({ text, at }) => {
      if (!knownTenant.test(text)) return [];
      const full = whole(text);
      const ctes = new Set(
        [...full.matchAll(/\b(\w+) as (?:materialized )?\(\s*(?:select|insert|update|delete)\b/g)].map(
          ([, name]) => name,
        ),
      );
      return [...full.matchAll(/\b(\w+)\.tenant_id = (\w+)\.tenant_id\b/g)]
        .filter(({ index, 1: one = '', 2: other = '' }) => {
          const before = full.slice(0, index);
          const joined = [one, other].map((alias) => ctes.has(namedBy(alias, before)));
          return before.match(clauses)?.at(-1) !== 'join' || joined[0] !== joined[1];
        })
        .map(([condition]) => `${path}:${lineOf(code, at)}: ${condition}`);
    });
  });
}

/** The table or CTE that the part of a statement before a condition names by an alias. */
const namedBy = (alias: string, before: string): string =>
  [...before.matchAll(new RegExp(String.raw`\b(?:from|join|update)\s+(\w+)(?:\s+as)?\s+${alias}\b`, 'g'))].at(
    -1,
  )?.[1] ?? alias;

function findSent({ path, code }: Source): readonly string[] {
  return statementsIn(code).flatMap(({ text, at }) => {
    if (!knownTenant.test(text) || !insertOfSelected.test(text)) return [];
    return [...text.matchAll(/\b(\w+) as (materialized )?\(\s*select\b/g)]
      .filter(({ index, 1: name, 2: materialized }) => {
        const reads = text.slice(index).match(new RegExp(String.raw`\b(?:from|join|using)\s+${name}\b`, 'g')) ?? [];
        return materialized !== undefined || reads.length > 1;
      })
      .map(({ index, 1: name }) => `${path}:${lineOf(code, at + index)}: ${name}`);
  });
}

const stableFunctions =
  /\b(jsonb?_build_(?:object|array)|to_jsonb?|row_to_json|format|concat(?:_ws)?|to_char|date_trunc)\(/g;

function findStable({ path, code }: Source): readonly string[] {
  return clausesIn(code, /\b(?:set|returning)\b/g).flatMap(({ text, at }) =>
    [...text.matchAll(stableFunctions)].map(([, name]) => `${path}:${lineOf(code, at)}: ${name}`),
  );
}

/** The clauses that these words begin, without what their subqueries select. */
function clausesIn(code: string, words: RegExp): readonly Statement[] {
  return statementsIn(code).flatMap(({ text, at }) =>
    [...text.matchAll(words)].map(({ index, 0: { length } }) => ({
      text: withoutSelects(inParentheses(text, index + length)).split(/\s(?:from|where|returning)\s/)[0] ?? '',
      at: at + index,
    })),
  );
}

function findMoved({ path, code }: Source): readonly string[] {
  return clausesIn(code, /\bset \w+ =/g).flatMap(({ text, at }) =>
    [...text.matchAll(/[\w.]+ [-+] (?:make_)?interval\b/g)]
      .filter(([instant]) => !/^(?:now|timestamptz|UTC)\b/.test(instant))
      .map(([instant]) => `${path}:${lineOf(code, at)}: ${instant}`),
  );
}

const findShortForms = ({ path, code }: Source): readonly string[] =>
  statementsIn(code).flatMap(({ text, at }) =>
    [...text.matchAll(/\bcase\s+\$\{/g)].map(({ index }) => `${path}:${lineOf(code, at + index)}`),
  );

/** Removes subqueries, because a data node executes them: they may call any function. */
function withoutSelects(text: string): string {
  const from = text.search(/\(\s*select\b/);
  if (from === -1) return text;
  const after = from + 1 + inParentheses(text, from + 1).length;
  return `${text.slice(0, from)}()${withoutSelects(text.slice(after + 1))}`;
}

function findCopied({ path, code }: Source): readonly string[] {
  return statementsIn(code).flatMap(({ text, at }) =>
    [...text.matchAll(/(insert into \w+)(?:(?!\bvalues\b)[^;])*?\bselect\b/g)]
      .filter(({ index }) => !/\breturning\b|\bon conflict\b/.test(inParentheses(text, index)))
      .map(({ 1: insert, index }) => `${path}:${lineOf(code, at + index)}: ${insert}`),
  );
}

const tables = new Map(
  globSync('server/migrations/*.sql').flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/create table (\w+) \((.*?)\n\)/gs)].map(
      ([, name = '', columns = '']) => [name, { isNumbered: columns.includes('as identity') }] as const,
    ),
  ),
);

function findNumbered({ path, code }: Source): readonly string[] {
  return statementsIn(code).flatMap(({ text, at }) =>
    [...text.matchAll(/insert into (\w+)(?:(?!\bvalues\b)[^;])*?\bselect\b/g)]
      .filter(([, target = '']) => tables.get(target)?.isNumbered)
      .flatMap(({ 1: target, index }) =>
        [...inParentheses(text, index).matchAll(/\b(?:from|join)\s+(\w+)/g)]
          .filter(([, read = '']) => tables.has(read))
          .map(([, read]) => `${path}:${lineOf(code, at + index)}: insert into ${target} from ${read}`),
      ),
  );
}

const lineOf = (code: string, at: number): number => code.slice(0, at).split('\n').length;

/** The text up to the end of the parentheses that the start is in. */
function inParentheses(text: string, from: number): string {
  let depth = 0;
  for (let index = from; index < text.length; index += 1) {
    if (text[index] === '(') depth += 1;
    if (text[index] === ')') depth -= 1;
    if (depth < 0) return text.slice(from, index);
  }
  return text.slice(from);
}

interface Statement {
  readonly text: string;
  readonly at: number;
}

const template = 'sql(?:<[^`]*?>)?`';

/** The templates of SQL, with those inside them. */
const statementsIn = (code: string): readonly Statement[] =>
  [...code.matchAll(new RegExp(String.raw`\b${template}`, 'g'))].map((match) => templateAfter(code, match));

/** The named templates that statements contain, by their name. */
const partsIn = (code: string): ReadonlyMap<string, readonly string[]> =>
  new Map(
    [
      ...Map.groupBy(
        code.matchAll(new RegExp(String.raw`\bconst (\w+) = (?:\(.*\) =>\s+)?${template}`, 'g')),
        ([, name = '']) => name,
      ),
    ].map(([name, matches]) => [name, matches.map((match) => templateAfter(code, match).text)]),
  );

function templateAfter(code: string, match: RegExpExecArray): Statement {
  const at = match.index + match[0].length;
  return { at, text: code.slice(at, endOfTemplate(code, at)) };
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
