import pg from 'pg';

const mark = '/* prepared */';

const names = new Map<string, string>();

/** Every connection of the process takes the same name for a text. */
function nameOf(text: string): string {
  const name = names.get(text) ?? `s${names.size}`;
  names.set(text, name);
  return name;
}

/**
 * A connection on which the database keeps what it has parsed and planned of statements that begin with the mark: those
 * that are said all day and cost more to plan than to do. Their text never varies, and one plan is good for all values:
 * of a long list that is searched for each row, rather than looked up in an index, it is not.
 */
export class PreparingClient extends pg.Client {
  // As Kysely calls it, which is one of the forms that the driver declares.
  override query(...given: unknown[]): never {
    const [text, values, ...others] = given;
    const isPrepared = typeof text === 'string' && text.trimStart().startsWith(mark);
    const asked = isPrepared ? [{ name: nameOf(text), text, values }, ...others] : given;
    return Reflect.apply(super.query, this, asked) as never;
  }
}
