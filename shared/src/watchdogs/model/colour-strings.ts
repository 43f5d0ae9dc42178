import { colours, type Colour } from '../../base/severity.ts';

/** Alert types with colours: `{ PRICE: ['RED', 'AMBER'] }`. */
export type TypeColours = Readonly<Record<string, readonly Colour[]>>;

/** Section 7: "semicolon-joined strings of type:colours", as `PRICE:RED,AMBER;SALES_DROP:RED`. */
export const joinColours = (types: TypeColours): string =>
  Object.entries(types)
    .filter(([, ofType]) => ofType.length > 0)
    .map(([type, ofType]) => `${type}:${ofType.join(',')}`)
    .join(';');

/**
 * Parses what `joinColours` writes; returns `null` for any other text. An alert type that is named several times has the
 * colours of all its entries. The caller checks whether the alert types exist.
 */
export function splitColours(text: string): TypeColours | null {
  const entries = splitIds(text).map((part) => part.split(':'));
  const isSound = entries.every(
    ([type, ofType, ...rest]) =>
      /^[A-Z_]+$/.test(type ?? '') && rest.length === 0 && (ofType ?? '').split(',').every((one) => isColour(one)),
  );
  if (!isSound) return null;
  const named = entries.flatMap(([type = '', ofType = '']) =>
    ofType
      .split(',')
      .filter(isColour)
      .map((colour) => ({ type, colour })),
  );
  const byType = Map.groupBy(named, ({ type }) => type);
  return Object.fromEntries([...byType].map(([type, ofType]) => [type, ofType.map(({ colour }) => colour)]));
}

const isColour = (text: string): text is Colour => colours.some((colour) => colour === text);

/** Joins the ids of seller accounts. */
export const joinIds = (ids: readonly string[]): string => ids.join(';');
export const splitIds = (text: string): readonly string[] => text.split(';').filter((part) => part !== '');
