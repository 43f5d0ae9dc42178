import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';

/** The names of the machines in a rehearsal of production. The top-level domain is reserved for tests. */
export const names = {
  product: 'app.rehearsal.test',
  marketplace: 'marketplace.rehearsal.test',
  mail: 'mail.rehearsal.test',
  database: 'database.rehearsal.test',
} as const;

const own = new Set<string>(Object.values(names));
const { lookup } = dns;

/** Preloaded into every process of a rehearsal: all of its machines are this one. */
dns.lookup = function lookUp(name: string, ...rest: unknown[]): void {
  Reflect.apply(lookup, dns, [own.has(name) ? '127.0.0.1' : name, ...rest]);
} as typeof dns.lookup;
syncBuiltinESMExports();
