/** The program cannot start, and its text is all that the person who started it needs. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}
