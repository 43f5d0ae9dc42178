import { mostShortNameLength } from '@app/shared/contract/product-settings.ts';
import { trackingStates, wordOfState, type TrackingState } from '@app/shared/domain/tracking.ts';
import { textOf } from '../../lib/spreadsheet/cell-text.ts';
import type { Cell, ReadSheet, SheetColumn } from '../../lib/spreadsheet/spreadsheet.ts';
import {
  readProductRows,
  shortenedCell,
  type NamedProduct,
  type ProductRows,
  type ReadValues,
} from '../catalog/product-sheet/read-product-rows.ts';

export interface SheetChoice {
  readonly state: TrackingState;
  /** The short-hand name; empty if there is none. */
  readonly shortName: string;
}

const allowed = trackingStates.map((state) => `"${wordOfState[state]}"`).join(', ');

export const shortNameColumn = {
  header: 'Short-hand name',
  help: 'An empty cell removes the name',
  width: 30,
} as const satisfies SheetColumn;

export const trackingColumn = {
  header: 'Tracking',
  help: `One of ${allowed}; an empty cell leaves it as it is`,
  width: 24,
} as const satisfies SheetColumn;

/** Reads the rows of a sheet as choices. Products that the sheet does not contain stay as they are. */
export const readSheetChoices = <Product extends NamedProduct & SheetChoice>(
  sheet: ReadSheet,
  products: readonly Product[],
): ProductRows<Product, SheetChoice> =>
  readProductRows(sheet, {
    products,
    noun: 'product with an active offer',
    valueHeaders: [shortNameColumn.header, trackingColumn.header],
    readValues: readChoice,
  });

const states = new Map(trackingStates.map((state) => [wordOfState[state].toLowerCase(), state]));

function readChoice(cells: (header: string) => Cell, product: SheetChoice): ReadValues<SheetChoice> {
  const [name, word] = [textOf(cells(shortNameColumn.header)), textOf(cells(trackingColumn.header))];
  // Stored names may contain characters that are removed from cells, such as a second space. A row that was exported
  // and not edited must not change such a name.
  const isUnchanged = name === textOf(product.shortName);
  const shortName = isUnchanged ? product.shortName : name;
  const nameProblem = isUnchanged ? null : findNameProblem(cells(shortNameColumn.header));
  const state = word === '' ? product.state : states.get(word.toLowerCase());
  if (state !== undefined && nameProblem === null) return { values: { state, shortName } };
  const problems = [
    ...(nameProblem === null ? [] : [{ column: shortNameColumn.header, reason: nameProblem }]),
    ...(state === undefined
      ? [{ column: trackingColumn.header, reason: `"${shortenedCell(word)}" is not possible (allowed is ${allowed})` }]
      : []),
  ];
  return { problems };
}

/** The results of formulas that have failed, as Excel, Google Sheets and LibreOffice write them. */
const formulaError = /^(?:#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|ERROR!|SPILL!|CALC!)|Err:\d{3})$/i;

/** Returns the reason why a cell cannot be a name, or `null`. Programs turn a typed name such as "3-12" into a date. */
function findNameProblem(cell: Cell): string | null {
  const name = textOf(cell);
  if (cell instanceof Date) return 'the cell holds a date; please format it as text and enter the name again';
  if (formulaError.test(name)) return `"${name}" is the error of a formula; please correct it or enter the name`;
  return name.length > mostShortNameLength ? `a name can have ${mostShortNameLength} characters at most` : null;
}
