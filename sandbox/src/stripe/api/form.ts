type FormValue = string | readonly FormValue[] | { readonly [name: string]: FormValue };
export type FormFields = Readonly<Record<string, FormValue>>;

type Branch = Map<string, Branch | string>;

/** Parses a form with brackets: `a[b]=1` is a field of an object, `a[0]=1` and `a[]=1` are members of a list. */
export function parseForm(text: string): FormFields {
  const root: Branch = new Map();
  for (const [name, value] of new URLSearchParams(text)) put(root, segmentsOf(name), value);
  return Object.fromEntries([...root].map(([name, value]) => [name, plain(value)]));
}

function segmentsOf(name: string): string[] {
  const [head = '', ...rest] = name.split('[');
  return [head, ...rest.map((segment) => segment.replace(/\]$/, ''))];
}

function put(branch: Branch, [name = '', ...rest]: readonly string[], value: string): void {
  const key = name === '' ? String(branch.size) : name;
  if (rest.length === 0) {
    branch.set(key, value);
    return;
  }
  const known = branch.get(key);
  const next: Branch = known instanceof Map ? known : new Map();
  branch.set(key, next);
  put(next, rest, value);
}

function plain(value: Branch | string): FormValue {
  if (typeof value === 'string') return value;
  const entries = [...value].map(([name, part]): [string, FormValue] => [name, plain(part)]);
  if (!entries.every(([name]) => /^\d+$/.test(name))) return Object.fromEntries(entries);
  return entries.toSorted(([a], [b]) => Number(a) - Number(b)).map(([, part]) => part);
}

/** The name of a nested parameter as Stripe's errors spell it: `lines[0][amount]`. */
export const bracketName = ([head = '', ...rest]: readonly PropertyKey[]): string =>
  `${String(head)}${rest.map((segment) => `[${String(segment)}]`).join('')}`;
