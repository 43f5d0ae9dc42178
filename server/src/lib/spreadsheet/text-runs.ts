import { inWords, spreadsheetLimits, tooLarge } from './limits.ts';

/** Collects the text of a shared or inline string: its runs joined, without the phonetic guides of Japanese files. */
export class TextRuns {
  #text = '';
  #isInText = false;
  #isInPhonetic = false;

  clear(): void {
    this.#text = '';
  }

  open(tag: string): void {
    if (tag === 't') this.#isInText = true;
    if (tag === 'rPh') this.#isInPhonetic = true;
  }

  close(tag: string): void {
    if (tag === 't') this.#isInText = false;
    if (tag === 'rPh') this.#isInPhonetic = false;
  }

  add(text: string): void {
    if (this.#isInText && !this.#isInPhonetic) this.#text = appendWithinLimit(this.#text, text);
  }

  text(): string {
    return unescapeControls(this.#text);
  }
}

export function appendWithinLimit(text: string, more: string): string {
  if (text.length + more.length > mostEscaped) throw tooLarge(tooLong());
  return text + more;
}

/** Replaces control characters that Excel escapes as `_x000D_`. */
export function unescapeControls(escaped: string): string {
  const text = escaped.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
  if (text.length > spreadsheetLimits.charactersPerCell) throw tooLarge(tooLong());
  return text;
}

const mostEscaped = spreadsheetLimits.charactersPerCell * '_x000D_'.length;
const tooLong = (): string => `a cell has more than ${inWords(spreadsheetLimits.charactersPerCell)} characters`;
