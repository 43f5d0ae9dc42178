import { parseForm, type FormFields } from '../api/form.ts';
import { calls } from '../calls/calls.ts';

/** A request that was accepted, with its answer. */
export interface Exchange {
  /** The signature, as in Stripe's reference: `POST /v1/invoices/{id}/pay`. */
  readonly signature: string;
  readonly fields: FormFields;
  readonly answer: unknown;
}

/** Returns a `fetch` for the provider's library, and the exchanges that it has made so far. */
export function recordExchanges(): { readonly exchanges: readonly Exchange[]; readonly fetch: typeof fetch } {
  const exchanges: Exchange[] = [];
  return {
    exchanges,
    async fetch(input, init) {
      const response = await fetch(input, init);
      if (!response.ok) return response;
      const { pathname, search } = new URL(input instanceof Request ? input.url : input);
      const method = init?.method ?? 'GET';
      const form = method === 'POST' && typeof init?.body === 'string' ? init.body : search.slice(1);
      const answer: unknown = await response.clone().json();
      exchanges.push({ signature: signatureOf(method, pathname), fields: parseForm(form), answer });
      return response;
    },
  };
}

function signatureOf(method: string, path: string): string {
  const found = calls.find(({ signature }) => {
    const pattern = signature.replaceAll(/\{\w+\}/g, '[^/]+');
    return new RegExp(`^${pattern}$`).test(`${method} ${path}`);
  });
  if (!found) throw new Error(`The stand-in has answered ${method} ${path}, which it does not declare`);
  return found.signature;
}
