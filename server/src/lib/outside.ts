import { AsyncLocalStorage } from 'node:async_hooks';

interface Transaction {
  isOpen: boolean;
}

const transactions = new AsyncLocalStorage<Transaction>();

/** Marks everything that the work calls as being inside an open transaction, until the work has settled. */
export async function insideTransaction<T>(work: () => Promise<T>): Promise<T> {
  const transaction = { isOpen: true };
  try {
    return await transactions.run(transaction, work);
  } finally {
    transaction.isOpen = false;
  }
}

/**
 * Every call that leaves the process, except to the database, begins here. A network call inside a transaction holds its
 * connection and its locks for as long as somebody else's computer likes, so it is a bug and throws.
 */
export function leaveProcess(service: string): void {
  if (transactions.getStore()?.isOpen) throw new Error(`${service} was called while a transaction was open`);
}
