interface NamedTest {
  readonly file: string;
  readonly title: string;
}

export interface SecurityRequirement {
  readonly id: string;
  readonly standing: 'holds' | 'deviates' | 'does not apply';
  readonly text: string;
  readonly tests: readonly NamedTest[];
}

type Levels = Readonly<Record<1 | 2, readonly string[]>>;

const chapters = [
  'Encoding',
  'Validation',
  'Browser',
  'API',
  'Files',
  'Authentication',
  'Sessions',
  'Authorization',
  'Self-contained tokens',
  'OAuth',
  'Cryptography',
  'Communication',
  'Configuration',
  'Data',
  'Coding',
  'Logging and errors',
  'WebRTC',
];

/** The content of `docs/security-requirements.md`. */
export function securityDocument(requirements: readonly SecurityRequirement[], levels: Levels): string {
  const counted = (['holds', 'deviates', 'does not apply'] as const).map(
    (standing) => `${requirements.filter((one) => one.standing === standing).length} ${words[standing]}`,
  );
  const tables = chapters.map((name, at) => {
    const rows = requirements.filter(({ id }) => id.startsWith(`${at + 1}.`)).map((one) => rowOf(one, levels));
    return `## V${at + 1} ${name}

| requirement | level | Watchpost | held by |
| --- | --- | --- | --- |
${rows.join('\n')}
`;
  });
  return `# Security requirements

Written by \`npm run gen\` from \`server/testing/security/requirements/\`. Every requirement of levels 1 and 2 of the [OWASP Application Security Verification Standard 5.0.0](https://github.com/OWASP/ASVS/tree/v5.0.0_release/5.0) stands here by its number, with what Watchpost does about it and the tests that fail when it is violated; its text is there. ${counted.join(', ')}. \`npm run security:violations\` plants violations in the source and checks that these tests find them. [security.md](security.md) has the rules.

${tables.join('\n')}`;
}

const words = { holds: 'hold', deviates: 'hold in part or otherwise', 'does not apply': 'do not apply' } as const;

function rowOf({ id, standing, text, tests }: SecurityRequirement, levels: Levels): string {
  const level = levels[1].includes(id) ? 1 : 2;
  const told = standing === 'holds' ? text : `**${standing}**: ${text}`;
  const held = tests.map(({ file, title }) => `${title.replaceAll('|', String.raw`\|`)} (\`${file}\`)`);
  return `| v5.0.0-${id} | ${level} | ${told} | ${held.join('<br>') || '–'} |`;
}
