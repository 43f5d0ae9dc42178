import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';

/** The host names of the simulated production machines. The top-level domain `.test` is reserved for tests. */
export const names = {
  product: 'app.rehearsal.test',
  marketplace: 'marketplace.rehearsal.test',
  mail: 'mail.rehearsal.test',
  database: 'database.rehearsal.test',
} as const;

const own = new Set<string>(Object.values(names));
const { lookup } = dns;

/** Resolves these host names to this machine. Every process of the simulated production preloads this file. */
dns.lookup = function lookUp(name: string, ...rest: unknown[]): void {
  Reflect.apply(lookup, dns, [own.has(name) ? '127.0.0.1' : name, ...rest]);
} as typeof dns.lookup;
syncBuiltinESMExports();
