import { expect, test, vi } from 'vitest';

/** Loads the module once more, as another process would. */
async function openProcess(): Promise<() => Promise<number>> {
  vi.resetModules();
  const { freePort } = await import('./ports.ts');
  return freePort;
}

test('no port is given twice, neither to one process nor to two', async () => {
  const processes = [await openProcess(), await openProcess()];
  const given: number[] = [];

  for (let count = 0; count < 400; count += 1) {
    for (const freePort of processes) given.push(await freePort());
  }

  expect(new Set(given).size).toBe(given.length);
});
