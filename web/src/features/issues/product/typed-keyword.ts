/** The texts in the fields of a new keyword, as typed. */
interface TypedKeyword {
  readonly phrase: string;
  readonly threshold: string;
}

export const noKeyword: TypedKeyword = { phrase: '', threshold: '' };

/** The fields after a keyword was added. The next one, which was typed while the call was under way, stays. */
export function afterAdding(now: TypedKeyword, sent: TypedKeyword): TypedKeyword {
  if (now.phrase !== sent.phrase) return now;
  return now.threshold === sent.threshold ? noKeyword : { ...now, phrase: '' };
}
