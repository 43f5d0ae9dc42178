import {
  RawNode,
  type KyselyPlugin,
  type OperationNode,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
} from 'kysely';

const name = String.raw`[a-z_]\w*`;
/** The words of SQL that may follow a table without an alias. */
const keyword =
  '(?:where|order|group|limit|offset|fetch|join|left|right|inner|cross|full|natural|on|using|union|except|intersect|for|having|window)';
const reference = new RegExp(
  String.raw`\b(from|join)(\s+)(${name})\b(?!\s*[(.])((?:\s+as)?\s+(?!${keyword}\b)${name}\b)?`,
  'g',
);
const writing = /\b(?:insert into|delete from|merge into|(?<!\bfor )(?<!\bno key )update)\b/;
const preparedMark = '/* prepared */';

interface Restriction {
  /** The names of the tenant tables. */
  readonly tables: ReadonlySet<string>;
  readonly tenantIds: readonly string[];
}

/**
 * Restricts each tenant table that a statement reads to the rows of some tenants. Citus then sends the statement only
 * to the nodes of these tenants, which it finds by the ids in the text. A statement that writes is not changed, because
 * its own conditions name the tenant.
 */
export class AmongTenants implements KyselyPlugin {
  readonly #tables: ReadonlySet<string>;
  readonly #condition: string;

  constructor({ tables, tenantIds }: Restriction) {
    this.#tables = tables;
    this.#condition = `tenant_id = any('{${tenantIds.join(',')}}'::uuid[])`;
  }

  transformQuery({ node }: PluginTransformQueryArgs): PluginTransformQueryArgs['node'] {
    return RawNode.is(node) && !writing.test(textOf(node)) ? this.#restrictNode(node) : node;
  }

  async transformResult({ result }: PluginTransformResultArgs): Promise<PluginTransformResultArgs['result']> {
    return result;
  }

  #restrictNode(node: RawNode): RawNode {
    return RawNode.create(
      node.sqlFragments.map((text) => this.#restrictText(text)),
      node.parameters.map((part) => (RawNode.is(part) ? this.#restrictNode(part) : part)),
    );
  }

  #restrictText(text: string): string {
    return (
      text
        // A text that varies is not worth a prepared statement.
        .replace(preparedMark, '')
        .replaceAll(reference, (...match) => this.#restrictReference(match))
    );
  }

  #restrictReference(match: readonly (string | undefined)[]): string {
    const [whole = '', verb = '', space = '', table = '', alias = ` ${table}`] = match;
    if (!this.#tables.has(table)) return whole;
    return `${verb}${space}(select * from ${table} where ${this.#condition})${alias}`;
  }
}

/** The text of a statement, with the parts that are put into it. */
const textOf = (node: OperationNode): string =>
  RawNode.is(node) ? [...node.sqlFragments, ...node.parameters.map(textOf)].join(' ') : '';
