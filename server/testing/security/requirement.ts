/** A test of the product. Its title is written as in its file, with the placeholders of `test.each`. */
export interface NamedTest {
  readonly file: string;
  readonly title: string;
}

export interface Requirement {
  /** The number in OWASP ASVS 5.0.0. */
  readonly id: string;
  readonly standing: 'holds' | 'deviates' | 'does not apply';
  /** A sentence about Watchpost: how it holds the requirement, or why it does not. */
  readonly text: string;
  readonly tests: readonly NamedTest[];
}

/** A requirement that holds, with the tests that fail when it is violated. */
export const rule = (id: string, text: string, ...tests: readonly NamedTest[]): Requirement => ({
  id,
  standing: 'holds',
  text,
  tests,
});

/** A requirement about something that Watchpost does not have, with the reason. */
export const absent = (id: string, text: string, ...tests: readonly NamedTest[]): Requirement => ({
  id,
  standing: 'does not apply',
  text,
  tests,
});

/** A requirement that Watchpost holds in part or otherwise, with the reason. */
export const deviation = (id: string, text: string, ...tests: readonly NamedTest[]): Requirement => ({
  id,
  standing: 'deviates',
  text,
  tests,
});

/** Names tests of one file by their titles. */
export const testsOf =
  (file: string) =>
  (title: string): NamedTest => ({ file, title });
