/** What a script tells the person at the terminal. */
export function say(line = ''): void {
  process.stdout.write(`${line}\n`);
}

/** An end that was foreseen: one line says what is wrong and what to do, and no stack follows. */
export class Refusal extends Error {}

/** Runs a script's main function; the process ends with 1 when it fails. */
export async function main(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    const text = error instanceof Refusal ? error.message : error instanceof Error ? error.stack : String(error);
    process.stderr.write(`${text}\n`);
    process.exitCode = 1;
  }
}
