import type { TestHouse } from './house.ts';

/** Makes something happen at the payment provider of the sandbox, in the form of `POST /sandbox/stripe`. */
export async function atProvider(
  { sandbox }: TestHouse,
  action: { readonly type: string; readonly [detail: string]: unknown },
): Promise<void> {
  const response = await fetch(`${sandbox?.url}/sandbox/stripe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(action),
  });
  if (!response.ok) throw new Error(await response.text());
}
