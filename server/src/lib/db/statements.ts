const parts = /\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'|--[^\n]*|;|[^;$'-]+|[\s\S]/g;

/**
 * Splits the text of a migration into statements, because Citus takes only one statement per message when it passes it
 * on to the data nodes.
 */
export function statementsOf(text: string): readonly string[] {
  const statements = [''];
  for (const [part] of text.matchAll(parts)) {
    if (part === ';') statements.push('');
    else if (!part.startsWith('--')) statements[statements.length - 1] += part;
  }
  return statements.map((statement) => statement.trim()).filter((statement) => statement !== '');
}
