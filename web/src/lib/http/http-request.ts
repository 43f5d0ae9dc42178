import type { CallInput, Endpoint } from '@app/shared/contract/endpoint.ts';

export interface HttpRequest {
  readonly url: string;
  readonly method: string;
  /** JSON, or a form with a file. */
  readonly body: string | FormData | undefined;
}

/** The HTTP request of a call: path parameters filled in, absent query values left out, the body as JSON. */
export function httpRequest<E extends Endpoint>(endpoint: E, input: CallInput<E>): HttpRequest {
  const params = fieldsOf(input.params);
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(textOf(params[name])));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fieldsOf(input.query))) {
    if (value !== undefined && value !== null) query.set(name, textOf(value));
  }
  const search = query.toString();
  return {
    url: search ? `${path}?${search}` : path,
    method: endpoint.method,
    body: bodyOf(input.body),
  };
}

function bodyOf(body: unknown): string | FormData | undefined {
  if (body === undefined || body instanceof FormData) return body;
  return JSON.stringify(body);
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
