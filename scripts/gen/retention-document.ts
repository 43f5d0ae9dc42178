interface Rule {
  readonly tables: readonly string[];
  readonly days: number;
  readonly after: string;
  readonly because: string;
}

export interface Retention {
  readonly rules: readonly Rule[];
  readonly series: Readonly<Record<string, { readonly days: number }>>;
  readonly unlimited: Readonly<Record<string, string>>;
}

/** The content of `docs/retention.md`. */
export function retentionDocument({ rules, series, unlimited }: Retention): string {
  const ofRules = rules.flatMap(({ tables, days, after, because }) =>
    tables.map((table) => ({ table, kept: `${daysText(days)}after ${after}`, because })),
  );
  const ofSeries = Object.entries(series).map(([table, { days }]) => ({
    table,
    kept: `${days} days, deleted by whole months`,
    because: 'charts and logs show no more',
  }));
  const ofOthers = Object.entries(unlimited).map(([table, because]) => ({ table, kept: 'without a limit', because }));
  const rows = [...ofRules, ...ofSeries, ...ofOthers].toSorted((a, b) => a.table.localeCompare(b.table, 'en'));
  return `# How long data is kept

Written by \`npm run gen\` from \`server/src/retention.ts\`; a test compares that file with the catalogue of the database. The worker deletes what is too old once an hour. With the deletion of an account everything is deleted but its invoices ([record 47](decisions/0047-a-tenant-is-deleted-by-the-catalogue.md)). pg-boss keeps finished jobs, which name nothing but ids, by its own rules.

| table | kept | because |
| --- | --- | --- |
${rows.map(({ table, kept, because }) => `| \`${table}\` | ${kept} | ${because} |`).join('\n')}
`;
}

const daysText = (days: number): string => (days === 0 ? 'within the hour ' : days === 1 ? 'a day ' : `${days} days `);
