import * as z from 'zod/mini';
import { malformedAnswer } from '../marketplace/answers/answer.ts';
import type { Transport } from '../marketplace/calls/transport.ts';
import { ApplicationRefused, AuthorizationLost, ExternalError } from '../marketplace/external-error.ts';

export interface TokenEndpointConfig {
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

export type TokenForm = Readonly<Record<string, string>>;

const failure = z.object({ error: z.string() });

/**
 * Sends a form to the token endpoint of an OAuth service and returns its JSON answer. Throws `AuthorizationLost` for
 * `invalid_grant` and `ApplicationRefused` if the service does not accept our application.
 */
export async function askForToken(
  { service, config, transport }: { service: string; config: TokenEndpointConfig; transport: Transport },
  form: TokenForm,
  signal?: AbortSignal,
): Promise<unknown> {
  const body = new URLSearchParams({ ...form, client_id: config.clientId, client_secret: config.clientSecret });
  const response = await transport.send(service, config.tokenUrl, { method: 'POST', body, ...(signal && { signal }) });
  if (response.status === 200) {
    return response.json().catch((cause: unknown) => {
      throw malformedAnswer(service, 'not JSON', cause);
    });
  }
  const error = failure.safeParse(await response.json().catch(() => null)).data?.error;
  throw tokenError({ service, status: response.status, error });
}

/** Error codes for a wrong or expired application id or secret, and for rights that the application lacks. */
const errorsOfApplication = new Set(['invalid_client', 'unauthorized_client', 'invalid_scope']);

interface TokenFailure {
  readonly service: string;
  readonly status: number;
  readonly error: string | undefined;
}

function tokenError({ service, status, error }: TokenFailure): ExternalError {
  const reason = error?.slice(0, 100) ?? `status ${status}`;
  if (error === 'invalid_grant') return new AuthorizationLost(service, reason);
  if (error !== undefined && errorsOfApplication.has(error)) return new ApplicationRefused(service, reason);
  const isPermanent = status < 500 && status !== 429;
  return new ExternalError(service, reason, { isPermanent });
}
