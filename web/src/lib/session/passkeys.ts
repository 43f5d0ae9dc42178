import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import type { SecondStep } from '@app/shared/contract/auth.ts';
import type { RegisteredPasskey, UsedPasskey } from '@app/shared/contract/two-factor.ts';

type PasskeyOptions = Parameters<typeof startRegistration>[0]['optionsJSON'];
type Request = Parameters<typeof startAuthentication>[0]['optionsJSON'];

/** Passkeys belong to a host name: browsers have none for a bare IP address or without https. */
export const mayUsePasskeys = (): boolean =>
  window.isSecureContext && 'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(window.location.hostname);

/** Makes the browser create a passkey. `null` when the user cancels or already has one. */
export async function makePasskey(options: { readonly challenge: string }): Promise<RegisteredPasskey | null> {
  const made = await startRegistration({ optionsJSON: creationOf(options) }).catch(unlessGivenUp);
  if (!made) return null;
  const { clientDataJSON, attestationObject, transports } = made.response;
  const response = { clientDataJSON, attestationObject, ...(transports ? { transports } : {}) };
  return { id: made.id, rawId: made.rawId, type: 'public-key', clientExtensionResults: {}, response };
}

/** Makes the browser sign with a passkey. `null` when the user cancels. */
export async function signWithPasskey(options: NonNullable<SecondStep['passkey']>): Promise<UsedPasskey | null> {
  const used = await startAuthentication({ optionsJSON: requestOf(options) }).catch(unlessGivenUp);
  if (!used) return null;
  const { clientDataJSON, authenticatorData, signature, userHandle } = used.response;
  const response = { clientDataJSON, authenticatorData, signature, ...(userHandle ? { userHandle } : {}) };
  return { id: used.id, rawId: used.rawId, type: 'public-key', clientExtensionResults: {}, response };
}

const givenUp = new Set(['NotAllowedError', 'AbortError', 'InvalidStateError']);

function unlessGivenUp(error: unknown): null {
  if (error instanceof Error && givenUp.has(error.name)) return null;
  throw error;
}

/** WebAuthn options, as our server wrote them. */
const creationOf = (options: object): PasskeyOptions => options as PasskeyOptions;
const requestOf = (options: object): Request => options as Request;
