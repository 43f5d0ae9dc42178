/** Prints a line for the user at the terminal. */
export function say(line = ''): void {
  process.stdout.write(`${line}\n`);
}

/** An expected failure. Its message is printed in one line without a stack and says what to do. */
export class Refusal extends Error {}

/** Runs the main function of a script. The process exits with 1 if it fails. */
export async function main(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    const text = error instanceof Refusal ? error.message : error instanceof Error ? error.stack : String(error);
    process.stderr.write(`${text}\n`);
    process.exitCode = 1;
  }
}
