import { TextDecoder } from 'node:util';
import { SaxesParser } from 'saxes';
import { AppError } from '@app/shared/base/errors.ts';
import { damaged } from './limits.ts';

/** Receives element names without their namespace prefix. */
interface XmlHandlers {
  open(name: string, attributes: XmlAttributes): void;
  text?(text: string): void;
  close?(name: string): void;
}

export type XmlAttributes = Readonly<Record<string, string>>;

/** A token is a tag, a text or a comment. The longest in real files is a cell of 32,767 characters, all escaped. */
const mostCharactersPerToken = 262_144;
const deepestNesting = 64;
const pieceBytes = 16_384;

/** Parses a part as a stream and holds no more of it than one token. Refuses a part with another root element. */
export async function readXml(part: AsyncIterable<Buffer>, root: string, handlers: XmlHandlers): Promise<void> {
  const guard = { pending: 0, depth: 0 };
  const parser = guardedParser(guard, root, handlers);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const write = (text: string): void => {
    guard.pending += text.length;
    parser.write(text);
    if (guard.pending > mostCharactersPerToken) throw damaged('A token is too long');
  };
  for await (const chunk of part) {
    for (let at = 0; at < chunk.length; at += pieceBytes) {
      write(decode(decoder, chunk.subarray(at, at + pieceBytes)));
    }
  }
  write(decode(decoder));
  parser.close();
}

type Parser = SaxesParser<{ readonly position: false; readonly xmlns: false }>;

/** Characters received since the parser's last event, and the current nesting depth. */
interface Guard {
  pending: number;
  depth: number;
}

/** saxes reads no DTD and expands only the entities of XML itself. A part with a DTD is refused all the same. */
function guardedParser(guard: Guard, root: string, { open, text, close }: XmlHandlers): Parser {
  const parser = new SaxesParser({ position: false, xmlns: false } as const);
  const progress = (): void => void (guard.pending = 0);
  parser.on('error', (cause) => {
    throw new AppError('notSpreadsheet', { cause });
  });
  parser.on('doctype', () => {
    throw damaged('A part has a document type declaration');
  });
  parser.on('opentag', ({ name, attributes }) => {
    progress();
    guard.depth += 1;
    if (guard.depth > deepestNesting) throw damaged('Tags are nested too deeply');
    const local = localName(name);
    if (guard.depth === 1 && local !== root) throw damaged(`The root element is ${local.slice(0, 100)}, not ${root}`);
    open(local, attributes);
  });
  parser.on('closetag', ({ name }) => {
    progress();
    guard.depth -= 1;
    close?.(localName(name));
  });
  for (const event of ['text', 'cdata'] as const) {
    parser.on(event, (content) => {
      progress();
      text?.(content);
    });
  }
  for (const event of ['comment', 'processinginstruction'] as const) parser.on(event, progress);
  return parser;
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

function decode(decoder: TextDecoder, bytes?: Buffer): string {
  try {
    return decoder.decode(bytes, { stream: bytes !== undefined });
  } catch (cause) {
    throw new AppError('notSpreadsheet', { cause });
  }
}
