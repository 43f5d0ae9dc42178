import { AsyncLocalStorage } from 'node:async_hooks';

interface Transaction {
  isOpen: boolean;
}

const transactions = new AsyncLocalStorage<Transaction>();

/** Marks everything that the work calls as inside an open transaction, until the work settles. */
export async function insideTransaction<T>(work: () => Promise<T>): Promise<T> {
  const transaction = { isOpen: true };
  try {
    return await transactions.run(transaction, work);
  } finally {
    transaction.isOpen = false;
  }
}

/**
 * Call this before every call that leaves the process, except to the database. A network call inside a transaction
 * keeps its connection and locks for as long as the remote computer takes, so it is a bug and throws.
 */
export function leaveProcess(service: string): void {
  if (transactions.getStore()?.isOpen) throw new Error(`${service} was called while a transaction was open`);
}
