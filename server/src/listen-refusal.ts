import { codeOfError } from '@app/shared/base/thrown.ts';
import { Refusal } from './refusal.ts';

interface Listening {
  readonly port: number;
  readonly host: string;
  /** The variables that choose the port and the address. */
  readonly variables: { readonly port: string; readonly host: string };
}

/** Returns a refusal if the operator can correct why nothing listens, and otherwise `null`. */
export function refusalOfListening(error: unknown, { port, host, variables }: Listening): Refusal | null {
  const code = codeOfError(error);
  if (code === 'EADDRINUSE') return new Refusal(`Port ${port} is in use: choose another with ${variables.port}=….`);
  if (code === 'EACCES')
    return new Refusal(`Port ${port} is not open to this user: choose one above 1023 with ${variables.port}=….`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new Refusal(`Nothing can listen at ${host} (${code}): choose another address with ${variables.host}=….`);
  return null;
}
