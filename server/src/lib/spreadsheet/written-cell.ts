import { cutAt } from '@app/shared/base/cut-text.ts';
import { defuseFormula } from './defuse.ts';
import { spreadsheetLimits } from './limits.ts';
import type { Cell } from './spreadsheet.ts';

/** Characters that XML cannot contain, even escaped. Control characters are escaped by the library that writes files. */
const impossible = /[\u{fffe}\u{ffff}]/gu;
/** The beginning of a text that programs would read as an escaped character, such as `_x0041_`. */
const looksEscaped = /_(?=x[0-9A-Fa-f]{4}_)/g;

/** Converts a cell to one that Excel opens and shows as it is. One text that it cannot read would damage the file. */
export const writtenCell = (cell: Cell): Cell =>
  typeof cell === 'string'
    ? cutAt(defuseFormula(cell.toWellFormed().replace(impossible, '')), spreadsheetLimits.charactersPerCell).replace(
        looksEscaped,
        '_x005F_',
      )
    : cell;
