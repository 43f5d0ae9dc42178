interface PersonName {
  readonly firstName: string;
  readonly lastName: string;
}

/** The first letters of both names; empty if neither is known. */
export const initialsOf = ({ firstName, lastName }: PersonName): string =>
  `${firstCharacter(firstName)}${firstCharacter(lastName)}`.toUpperCase();

/** An index would return half a character for those of two UTF-16 code units, such as rare letters and emoji. */
const firstCharacter = (text: string): string => /^./su.exec(text)?.[0] ?? '';
