import { valueOf, type CellContext, type RawCell } from './cell-values.ts';
import { limitRows } from './limit-rows.ts';
import { damaged, excelLimits, spreadsheetLimits, tooLarge } from './limits.ts';
import { readXml, type XmlAttributes } from './read-xml.ts';
import { columnIndex, columnName, type Cell, type ReadRow } from './spreadsheet.ts';
import { appendWithinLimit, TextRuns } from './text-runs.ts';
import type { Parts } from './zip-parts.ts';

interface RowSink {
  readonly context: CellContext;
  take(row: ReadRow): void;
}

/** Reads the rows that have content, one at a time. The dimension that the sheet declares is ignored. */
export async function readSheetRows(parts: Parts, path: string, { context, take }: RowSink): Promise<void> {
  const reader = new RowReader(context, limitRows(take));
  await readXml(parts.read(path), 'worksheet', {
    open: (tag, attributes) => reader.open(tag, attributes),
    text: (text) => reader.text(text),
    close: (tag) => reader.close(tag),
  });
}

/** Assembles one row at a time. Cells without content take no memory. */
class RowReader {
  readonly #context: CellContext;
  readonly #take: (row: ReadRow) => void;
  readonly #runs = new TextRuns();
  #isInData = false;
  #isInValue = false;
  #hasFormula = false;
  #hasValue = false;
  #number = 0;
  #column = -1;
  #cells: Cell[] = [];
  readonly #uncomputed = new Set<number>();
  #raw: RawCell = { type: '', style: -1, value: '', text: '' };

  constructor(context: CellContext, take: (row: ReadRow) => void) {
    this.#context = context;
    this.#take = take;
  }

  open(tag: string, attributes: XmlAttributes): void {
    if (tag === 'sheetData') this.#isInData = true;
    if (!this.#isInData) return;
    if (tag === 'row') this.#openRow(attributes);
    else if (tag === 'c') this.#openCell(attributes);
    else if (tag === 'v') this.#isInValue = this.#hasValue = true;
    else if (tag === 'f') this.#hasFormula = true;
    else this.#runs.open(tag);
  }

  text(text: string): void {
    if (this.#isInValue) this.#raw = { ...this.#raw, value: appendWithinLimit(this.#raw.value, text) };
    else this.#runs.add(text);
  }

  close(tag: string): void {
    if (tag === 'sheetData') this.#isInData = false;
    else if (tag === 'v') this.#isInValue = false;
    else if (tag === 'c' && this.#isInData) this.#closeCell();
    else if (tag === 'row' && this.#isInData) this.#closeRow();
    else this.#runs.close(tag);
  }

  #openRow({ r }: XmlAttributes): void {
    const number = r === undefined ? this.#number + 1 : Number(r);
    const isPossible = Number.isInteger(number) && number > this.#number && number <= excelLimits.rows;
    if (!isPossible) throw damaged(`Row ${r} follows row ${this.#number}`);
    this.#number = number;
    this.#column = -1;
    this.#cells = [];
    this.#uncomputed.clear();
  }

  #openCell({ r, t = '', s }: XmlAttributes): void {
    const column = r === undefined ? this.#column + 1 : columnIndex(r);
    if (column === null || column >= excelLimits.columns) throw damaged(`There can be no cell ${r}`);
    this.#column = column;
    this.#hasFormula = false;
    this.#hasValue = false;
    this.#runs.clear();
    this.#raw = { type: t, style: s === undefined ? -1 : Number(s), value: '', text: '' };
  }

  #closeCell(): void {
    const value = valueOf({ ...this.#raw, text: this.#runs.text() }, this.#context);
    if (value === null && !this.#isUncomputed()) return;
    if (this.#column >= spreadsheetLimits.columns) {
      const limit = `a sheet can have ${spreadsheetLimits.columns} columns at most`;
      throw tooLarge(`${limit}, and cell ${columnName(this.#column)}${this.#number} has content`);
    }
    if (value === null) this.#uncomputed.add(this.#column);
    else this.#cells[this.#column] = value;
  }

  /** A formula without a result, as programs that do not compute write it. The result of `=""` is an empty text. */
  #isUncomputed(): boolean {
    const { type, value } = this.#raw;
    return this.#hasFormula && value === '' && !(type === 'str' && this.#hasValue);
  }

  #closeRow(): void {
    if (this.#cells.length === 0 && this.#uncomputed.size === 0) return;
    this.#take({
      number: this.#number,
      cells: Array.from(this.#cells, (cell) => cell ?? null),
      ...(this.#uncomputed.size > 0 && { uncomputed: [...this.#uncomputed] }),
    });
  }
}
