import { inWords, spreadsheetLimits, tooLarge } from './limits.ts';
import { readXml } from './read-xml.ts';
import { TextRuns } from './text-runs.ts';
import type { Parts } from './zip-parts.ts';

/** Reads the texts that cells refer to by position. The counts that the part declares are ignored. */
export async function readSharedStrings(parts: Parts, path: string): Promise<readonly string[]> {
  const strings: string[] = [];
  const runs = new TextRuns();
  let characters = 0;
  await readXml(parts.read(path), 'sst', {
    open(tag) {
      if (tag === 'si') runs.clear();
      else runs.open(tag);
    },
    text: (text) => runs.add(text),
    close(tag) {
      runs.close(tag);
      if (tag !== 'si') return;
      const text = runs.text();
      characters += text.length;
      if (characters > spreadsheetLimits.characters) throw tooLarge(tooMuchText());
      if (strings.length >= spreadsheetLimits.sharedStrings) throw tooLarge(tooManyTexts());
      strings.push(ownCopy(text));
    },
  });
  return strings;
}

const copyBuffer = Buffer.alloc(spreadsheetLimits.charactersPerCell * 3);

/** Copies a string, because V8 keeps the whole parsed text in memory for as long as a substring of it exists. */
const ownCopy = (text: string): string => copyBuffer.toString('utf8', 0, copyBuffer.write(text, 'utf8'));

const tooMuchText = (): string =>
  `its sheets have more than ${inWords(spreadsheetLimits.characters)} characters of text`;
const tooManyTexts = (): string =>
  `its sheets have more than ${inWords(spreadsheetLimits.sharedStrings)} different texts`;
