/** Markup that is safe to send. Only `html` creates it, and `html` escapes every value that is not Markup. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Value = Markup | string | number | boolean | undefined | readonly Markup[];

export function html(strings: TemplateStringsArray, ...values: readonly Value[]): Markup {
  const parts = strings.map((text, index) => text + (index < values.length ? show(values[index]) : ''));
  return new Markup(parts.join(''));
}

/** Marks constant text of this program, such as a style sheet, as markup. Must never receive user input. */
export const trusted = (text: string): Markup => new Markup(text);

function show(value: Value): string {
  if (value instanceof Markup) return value.text;
  if (Array.isArray(value)) return value.map((part) => show(part)).join('');
  if (typeof value === 'string' || typeof value === 'number') return escape(String(value));
  return '';
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => escapes[sign] ?? sign);
